import type { Body, Query, Reply } from '@basics/contract/endpoint.ts';
import type { licenseAdmin, LicenseDetails, LicenseOverview } from '@basics/contract/license-admin.ts';
import type { joinAccountsCalls } from '@basics/contract/join-accounts.ts';
import type { watchList } from '@basics/contract/watch-list.ts';
import type { Database } from '#server/database/database.ts';
import { requireOverrideReason } from '#server/features/licenses/override.ts';
import { recordUndo, toUndoFields, undoMs } from '#server/platform/undo/record-undo.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { beginExport } from '#server/platform/csv/start-export.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { CsvTable } from '#server/platform/csv/csv.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { releaseUserMachine, revokeLicense } from './change-license.ts';
import { createLicensesExport } from './export-licenses.ts';
import { giveBackLicense } from './give-back-license.ts';
import { joinAccounts, previewJoin } from './joining/join-accounts.ts';
import { findLicenseDetails, findLicenseOverview } from './license-details.ts';
import { searchLicenses } from './search-licenses.repository.ts';
import { findToolUsages } from './tool-usage.ts';
import { liftLost, listLostMachines, reportLost } from './watch-list.ts';

type Dependencies = { database: Database; clock: Clock };

/**
 * Manages the licences of all users in the actor's scope: lists of licences, the history of a licence, and the PCs of
 * users.
 */
export function licenseAdminService({ database, clock }: Dependencies) {
  const db = database.kysely;

  return {
    search: (actor: Actor, query: Body<typeof licenseAdmin.search>): Promise<Reply<typeof licenseAdmin.search>> =>
      searchLicenses(db, actor, { search: query, now: clock() }),

    async export(actor: Actor, query: Body<typeof licenseAdmin.export>, origin: Origin): Promise<CsvTable> {
      const at = clock();
      const readDatabase = await beginExport({ database, at }, { actor, origin }, { kind: 'license', query });
      return createLicensesExport(readDatabase, actor, query, at);
    },

    get: (actor: Actor, licenseId: number): Promise<LicenseDetails> =>
      findLicenseDetails(db, actor, { licenseId, now: clock() }),

    overview: (actor: Actor, licenseId: number): Promise<LicenseOverview> =>
      findLicenseOverview(db, actor, { licenseId, now: clock() }),

    async machines(actor: Actor, userId: number): Promise<Reply<typeof licenseAdmin.machines>> {
      await requireInScope(db, actor, userId);
      return { items: await findToolUsages(db, { userId, now: clock() }) };
    },

    lostMachines: (actor: Actor, query: Query<typeof watchList.lostMachines>) => listLostMachines(db, actor, query),

    reportLost(actor: Actor, lostReport: LostReport, { requestId }: Origin) {
      const lossChange = { actor, userId: lostReport.id, at: clock(), requestId };
      return database.transact((trx) => reportLost(trx, lossChange, lostReport));
    },

    liftLost(actor: Actor, { id: userId, machineId }: Omit<LostReport, 'reason'>, { requestId }: Origin) {
      return database.transact((trx) => liftLost(trx, { actor, userId, at: clock(), requestId }, machineId));
    },

    revoke(actor: Actor, revocation: { id: number; licenseId: number; reason: string }, origin: Origin) {
      const at = clock();
      const change = { actor, userId: revocation.id, at, requestId: origin.requestId };
      const undoable = { actor, origin, at, undoUntil: at + undoMs.one };
      return database.transact(async (trx) => {
        const license = await revokeLicense(trx, change, revocation);
        const { licenseId: subjectId } = revocation;
        await recordUndo(trx, undoable, { kind: 'revocation', userId: change.userId, subjectId, payload: { at } });
        return { ...license, ...toUndoFields(undoable) };
      });
    },

    giveBack: (actor: Actor, body: Body<typeof licenseAdmin.giveBack>, { requestId }: Origin) =>
      giveBackLicense({ database, actor, at: clock(), requestId }, body),

    async release(actor: Actor, release: ReleaseInput, { requestId }: Origin) {
      const { id: userId, machineId } = release;
      await requireInScope(db, actor, userId);
      const overrideReason = requireOverrideReason(actor, userId, release.overrideReason);
      const change = { actor, userId, at: clock(), requestId };
      return database.transact((trx) => releaseUserMachine(trx, change, { machineId, overrideReason }));
    },
  };
}

type LostReport = { id: number; machineId: number; reason: string };
type ReleaseInput = { id: number; machineId: number } & Body<typeof licenseAdmin.release>;

export type LicenseAdminService = ReturnType<typeof licenseAdminService>;

/**
 * Joins two accounts of one customer. This service is separate from the other calls about licences, because the join
 * sends e-mails, which the commands of the command line cannot do.
 */
export const joiningService = ({ database, clock, queueLetter }: Dependencies & { queueLetter: QueueLetter }) => ({
  previewJoin: (actor: Actor, userId: number, login: string, origin: Origin) =>
    previewJoin({ database, queueLetter, actor, origin, at: clock() }, userId, login),

  join: (actor: Actor, userId: number, body: Body<typeof joinAccountsCalls.join>, origin: Origin) =>
    joinAccounts({ database, queueLetter, actor, origin, at: clock() }, userId, body),
});

export type JoiningService = ReturnType<typeof joiningService>;
