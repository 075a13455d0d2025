import { users } from '@basics/contract/users.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { UsersService } from './users.service.ts';

export function usersRoutes(door: Door, service: UsersService): void {
  serve(door, users.current, ({ actor }) => service.current(actor));
  serve(door, users.options, ({ actor }) => service.options(actor));
  serve(door, users.preferences, ({ actor }) => service.preferences(actor));
  serve(door, users.search, ({ actor, body }) => service.search(actor, body));
  serve(door, users.get, ({ actor, params }) => service.get(actor, params.id));
}
