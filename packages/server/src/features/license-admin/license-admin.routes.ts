import { joinAccountsCalls } from '@basics/contract/join-accounts.ts';
import { licenseAdmin } from '@basics/contract/license-admin.ts';
import { watchList } from '@basics/contract/watch-list.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { JoiningService, LicenseAdminService } from './license-admin.service.ts';

export function licenseAdminRoutes(router: Router, service: LicenseAdminService & JoiningService): void {
  mount(router, licenseAdmin.search, ({ actor, body }) => service.search(actor, body));
  mount(router, licenseAdmin.export, ({ actor, body, origin }) => service.export(actor, body, origin));
  mount(router, licenseAdmin.get, ({ actor, params }) => service.get(actor, params.licenseId));
  mount(router, licenseAdmin.overview, ({ actor, params }) => service.overview(actor, params.licenseId));
  mount(router, licenseAdmin.revoke, ({ actor, params, body, origin }) =>
    service.revoke(actor, { ...params, ...body }, origin),
  );
  mount(router, licenseAdmin.giveBack, ({ actor, body, origin }) => service.giveBack(actor, body, origin));
  mount(router, watchList.lostMachines, ({ actor, query }) => service.lostMachines(actor, query));
  mount(router, watchList.reportLost, ({ actor, params, body, origin }) =>
    service.reportLost(actor, { ...params, ...body }, origin),
  );
  mount(router, watchList.liftLost, ({ actor, params, origin }) => service.liftLost(actor, params, origin));
  mount(router, joinAccountsCalls.previewJoin, ({ actor, params, body, origin }) =>
    service.previewJoin(actor, params.id, body.login, origin),
  );
  mount(router, joinAccountsCalls.join, ({ actor, params, body, origin }) =>
    service.join(actor, params.id, body, origin),
  );
  mount(router, licenseAdmin.machines, ({ actor, params }) => service.machines(actor, params.id));
  mount(router, licenseAdmin.release, ({ actor, params, body, origin }) =>
    service.release(actor, { ...params, ...body }, origin),
  );
}
