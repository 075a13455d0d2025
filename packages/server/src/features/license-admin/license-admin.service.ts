import type { Body, Reply } from '@basics/contract/endpoint.ts';
import type { licenseAdmin, LicenseDetails } from '@basics/contract/license-admin.ts';
import type { Database } from '#server/database/database.ts';
import { overrideOf } from '#server/features/licenses/override.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { beginExport } from '#server/platform/csv/start-export.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { CsvTable } from '#server/platform/csv/csv.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { releaseMachineOf, revokeLicense } from './change-license.ts';
import { licensesTable } from './export-licenses.ts';
import { licenseDetails } from './license-details.ts';
import { searchLicenses } from './search-licenses.repository.ts';
import { standingsOf } from './standing.ts';

type Needs = { database: Database; clock: Clock };

/** Manages licences: lists of all users in scope, the history of a licence, and the PCs with seats. */
export function licenseAdminService({ database, clock }: Needs) {
  const db = database.kysely;

  return {
    search: (actor: Actor, asked: Body<typeof licenseAdmin.search>): Promise<Reply<typeof licenseAdmin.search>> =>
      searchLicenses(db, actor, { asked, now: clock() }),

    async export(actor: Actor, asked: Body<typeof licenseAdmin.export>, origin: Origin): Promise<CsvTable> {
      const at = clock();
      await beginExport({ database, at }, { actor, origin }, { kind: 'license', query: asked });
      return licensesTable(db, actor, asked, at);
    },

    get: (actor: Actor, licenseId: number): Promise<LicenseDetails> =>
      licenseDetails(db, actor, { licenseId, now: clock() }),

    async machines(actor: Actor, userId: number): Promise<Reply<typeof licenseAdmin.machines>> {
      await requireInScope(db, actor, userId);
      return { items: await standingsOf(db, { userId, now: clock() }) };
    },

    revoke(actor: Actor, revoked: { id: number; licenseId: number; reason: string }, { requestId }: Origin) {
      const changing = { actor, userId: revoked.id, at: clock(), requestId };
      return database.transact((trx) => revokeLicense(trx, changing, revoked));
    },

    async release(actor: Actor, released: Released, { requestId }: Origin) {
      const { id: userId, machineId } = released;
      await requireInScope(db, actor, userId);
      const overrideReason = overrideOf(actor, userId, released.overrideReason);
      const changing = { actor, userId, at: clock(), requestId };
      return database.transact((trx) => releaseMachineOf(trx, changing, { machineId, overrideReason }));
    },
  };
}

type Released = { id: number; machineId: number } & Body<typeof licenseAdmin.release>;

export type LicenseAdminService = ReturnType<typeof licenseAdminService>;
