import { joinAccountsCalls } from '@basics/contract/license-admin/join-accounts.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { watchList } from '@basics/contract/license-admin/watch-list.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { releaseUserMachine, revokeLicense } from './change-license.ts';
import { exportLicenses } from './export-licenses.ts';
import { giveBackLicense } from './give-back-license.ts';
import { joinAccounts, previewJoin } from './joining/join-accounts.ts';
import { findLicenseDetails, findLicenseOverview } from './license-details.ts';
import { searchLicenses } from './search-licenses.repository.ts';
import { listToolUsages } from './tool-usage.ts';
import { liftLost, listLostMachines, reportLost } from './watch-list.ts';

export function licenseAdminRoutes(router: Router): void {
  mount(router, licenseAdmin.search, ({ db, actor, body, at }) => searchLicenses(db, actor, { search: body, now: at }));
  mount(router, licenseAdmin.export, (call) => exportLicenses(call, call.body));
  mount(router, licenseAdmin.get, (call) => findLicenseDetails(call, call.params.licenseId));
  mount(router, licenseAdmin.overview, (call) => findLicenseOverview(call, call.params.licenseId));
  mount(router, licenseAdmin.revoke, (call) => revokeLicense(call, { ...call.params, ...call.body }));
  mount(router, licenseAdmin.giveBack, (call) => giveBackLicense(call, call.body));
  mount(router, watchList.lostMachines, (call) => listLostMachines(call, call.query));
  mount(router, watchList.reportLost, (call) => reportLost(call, { ...call.params, ...call.body }));
  mount(router, watchList.liftLost, (call) => liftLost(call, call.params));
  mount(router, joinAccountsCalls.previewJoin, (call) => previewJoin(call, call.params.id, call.body.login));
  mount(router, joinAccountsCalls.join, (call) => joinAccounts(call, call.params.id, call.body));
  mount(router, licenseAdmin.machines, (call) => listToolUsages(call, call.params.id));
  mount(router, licenseAdmin.release, (call) => releaseUserMachine(call, { ...call.params, ...call.body }));
}
