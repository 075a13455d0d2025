import { absenceCalls } from '@basics/contract/absences.ts';
import { bulkUsers } from '@basics/contract/bulk.ts';
import { deletedUsers } from '@basics/contract/deleted-users.ts';
import { passwordLink } from '@basics/contract/password-link.ts';
import { permissionOverrideCalls } from '@basics/contract/permission-overrides.ts';
import { userPresence } from '@basics/contract/presence.ts';
import { timeline } from '@basics/contract/timeline.ts';
import { users } from '@basics/contract/users.ts';
import { viewers } from '@basics/contract/viewers.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { UsersService } from './users.service.ts';

export function usersRoutes(router: Router, service: UsersService): void {
  mount(router, users.current, ({ actor }) => service.current(actor));
  mount(router, users.options, ({ actor }) => service.options(actor));
  mount(router, users.preferences, ({ actor }) => service.preferences(actor));
  mount(router, users.search, ({ actor, body }) => service.search(actor, body));
  mount(router, users.export, ({ actor, body, origin }) => service.export(actor, body, origin));
  mount(router, users.get, ({ actor, params }) => service.get(actor, params.id));
  mount(router, users.history, ({ actor, params }) => service.history(actor, params.id));
  mount(router, timeline.timeline, ({ actor, params, query }) => service.timeline(actor, params.id, query));
  mount(router, viewers.viewers, ({ actor, params, query }) => service.viewers(actor, params.id, query));
  mount(router, permissionOverrideCalls.listOverrides, ({ actor, params }) => service.listOverrides(actor, params.id));
  mount(router, permissionOverrideCalls.grantOverride, ({ actor, params: { id, permission }, body, origin }) =>
    service.grantOverride(actor, { userId: id, permission, ...body }, origin),
  );
  mount(router, permissionOverrideCalls.endOverride, ({ actor, params, origin }) =>
    service.endOverride(actor, params, origin),
  );
  mount(router, absenceCalls.readAbsence, ({ actor, params }) => service.readAbsence(actor, params.id));
  mount(router, absenceCalls.setAbsence, ({ actor, params, body, origin }) =>
    service.setAbsence(actor, { userId: params.id, ...body }, origin),
  );
  mount(router, absenceCalls.endAbsence, ({ actor, params, origin }) => service.endAbsence(actor, params.id, origin));
  mount(router, userPresence.reportPresence, ({ actor, params }) => service.reportPresence(actor, params.id));
  mount(router, users.personalData, ({ actor, params, origin }) => service.personalData(actor, params.id, origin));
  mount(router, users.create, ({ actor, body, origin }) => service.create(actor, body, origin));
  mount(
    router,
    users.update,
    ({ actor, params, body, origin }) => service.update(actor, params.id, { body, origin }),
    ({ actor, params }) => service.get(actor, params.id),
  );
  mount(router, bulkUsers.changeMany, ({ actor, body, origin }) => service.changeMany(actor, body, origin));
  mount(router, bulkUsers.previewDeletion, ({ actor, body, origin }) => service.previewDeletion(actor, body, origin));
  mount(router, users.removeMany, ({ actor, body, query, origin }) =>
    service.removeMany(actor, body, { origin, forGood: query.forGood === 'true' }),
  );
  mount(router, users.remove, ({ actor, params, query, origin }) =>
    service.remove(actor, params.id, { origin, forGood: query.forGood === 'true' }),
  );
  mount(router, deletedUsers.listDeleted, ({ actor, query }) => service.listDeleted(actor, query));
  mount(router, deletedUsers.restoreDeleted, ({ actor, params, origin }) =>
    service.restoreDeleted(actor, params.id, origin),
  );
  mount(router, deletedUsers.removeDeleted, ({ actor, params, origin }) =>
    service.removeDeleted(actor, params.id, origin),
  );
  mount(router, users.changeLogin, ({ actor, params, body, origin }) =>
    service.changeLogin(actor, params.id, { body, origin }),
  );
  mount(router, users.suspend, ({ actor, params, body, origin }) =>
    service.suspend(actor, params.id, { body, origin }),
  );
  mount(router, users.reinstate, ({ actor, params, body, origin }) =>
    service.reinstate(actor, params.id, { body, origin }),
  );
  mount(router, passwordLink.sendPasswordLink, ({ actor, params, origin }) =>
    service.sendPasswordLink(actor, params.id, origin),
  );
  mount(router, users.invite, ({ actor, params, origin }) => service.invite(actor, params.id, origin));
}
