import { users } from '@basics/contract/users.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { UsersService } from './users.service.ts';

export function usersRoutes(door: Door, service: UsersService): void {
  serve(door, users.current, ({ actor }) => service.current(actor));
  serve(door, users.options, ({ actor }) => service.options(actor));
  serve(door, users.preferences, ({ actor }) => service.preferences(actor));
  serve(door, users.search, ({ actor, body }) => service.search(actor, body));
  serve(door, users.export, ({ actor, body, origin }) => service.export(actor, body, origin));
  serve(door, users.get, ({ actor, params }) => service.get(actor, params.id));
  serve(door, users.history, ({ actor, params }) => service.history(actor, params.id));
  serve(door, users.create, ({ actor, body, origin }) => service.create(actor, body, origin));
  serve(door, users.update, ({ actor, params, body, origin }) => service.update(actor, params.id, { body, origin }));
  serve(door, users.removeMany, ({ actor, body, origin }) => service.removeMany(actor, body, origin));
  serve(door, users.remove, ({ actor, params, origin }) => service.remove(actor, params.id, origin));
  serve(door, users.suspend, ({ actor, params, body, origin }) => service.suspend(actor, params.id, { body, origin }));
  serve(door, users.reinstate, ({ actor, params, body, origin }) =>
    service.reinstate(actor, params.id, { body, origin }),
  );
  serve(door, users.invite, ({ actor, params, origin }) => service.invite(actor, params.id, origin));
}
