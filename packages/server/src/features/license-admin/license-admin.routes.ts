import { bulkLicenses } from '@basics/contract/calls/bulk.ts';
import { selections } from '@basics/contract/mass-acts/selections.ts';
import { listCounts } from '@basics/contract/saved-views/list-counts.ts';
import { joinAccountsCalls } from '@basics/contract/license-admin/join-accounts.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { watchList } from '@basics/contract/license-admin/watch-list.ts';
import type { LicenseKeys } from '#server/features/licenses/license-key.ts';
import { changeLicenses, changeOneLicense } from '#server/features/licenses/renew/renew-license.ts';
import { sampleLetters } from '#server/mail/sample-letters.ts';
import { listFound, resolveSelection, toSelectionSeen } from '#server/platform/bulk.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { startIfInBackground } from '#server/platform/mass-acts/start-act.ts';
import { releaseUserMachine, revokeLicense } from './change-license.ts';
import { exportLicenses } from './export-licenses.ts';
import { giveBackLicense } from './give-back-license.ts';
import { joinAccounts, previewJoin } from './joining/join-accounts.ts';
import { findLicenseDetails, findLicenseOverview } from './license-details.ts';
import {
  countLicenses,
  findSelectedLicenses,
  readSelectedLicenses,
  searchLicenses,
} from './search-licenses.repository.ts';
import { listToolUsages } from './tool-usage.ts';
import { liftLost, listLostMachines, reportLost } from './watch-list.ts';

/** `wake` starts sending the e-mails that are due. */
export function licenseAdminRoutes(
  router: Router,
  { keys, wake }: { keys: LicenseKeys | null; wake: () => void },
): void {
  mount(router, licenseAdmin.search, ({ db, actor, body, at }) => searchLicenses(db, actor, { search: body, now: at }));
  mount(router, listCounts.licenses, ({ db, actor, body, at }) => countLicenses(db, actor, body.searches, at));
  mount(router, selections.licenses, async ({ db, actor, body, at }) =>
    toSelectionSeen(await findSelectedLicenses(db, actor, body, at)),
  );
  mount(router, licenseAdmin.export, (call) => exportLicenses(call, call.body));
  mount(router, bulkLicenses.changeMany, async (call) => {
    const { db, actor, at } = call;
    const change = await resolveSelection(call, call.body, (selection) =>
      findSelectedLicenses(db, actor, selection, at),
    );
    const { ids, sample, part } = change;
    if (sample)
      return sampleLetters(call, { ids, sample }, (parts, id) =>
        changeOneLicense({ ...call, keys, wake: () => {}, ...parts }, id, change),
      );
    const act = { kind: 'licenses', change: change.change } as const;
    const started = await startIfInBackground(call, act, change);
    if (started) return started;
    const reply = await changeLicenses({ ...call, keys, wake }, change);
    return { ...reply, ...part, ...(part.seen && { rows: await readSelectedLicenses(db, listFound(reply.results)) }) };
  });
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
