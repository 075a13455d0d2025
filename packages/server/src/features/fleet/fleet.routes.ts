import { fleet } from '@basics/contract/fleet.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { FleetService } from './fleet.service.ts';

export function fleetRoutes(router: Router, service: FleetService): void {
  mount(router, fleet.versions, ({ actor, query }) => service.versions(actor, query));
  mount(router, fleet.sendNote, ({ actor, body, origin }) => service.sendNote(actor, body, origin));
  mount(router, fleet.mailing, ({ actor, params, origin }) => service.mailing(actor, params.mailingId, origin));
  mount(router, fleet.stopMailing, ({ actor, params, origin }) => service.stopMailing(actor, params.mailingId, origin));
}
