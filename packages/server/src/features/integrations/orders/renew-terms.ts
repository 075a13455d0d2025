import { lockUser } from '#server/database/database.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import { lockCompany } from '#server/features/licenses/seats/company-seats.repository.ts';
import type { JobDependencies } from '#server/jobs/job-needs.ts';
import { bySystem, recordAudit } from '#server/platform/audit/audit.ts';
import { processOneByOne, repeatUntilDone } from '#server/platform/background/batches.ts';
import { toUtcDay } from '#server/platform/clock/clock.ts';
import { findDueGrants, type GrantOwner } from './orders.repository.ts';
import { planGrant, writeGrant, type GrantKey } from './write-grant.ts';

/**
 * Changes the grants of which a line of an order begins today or has ended. Each change is made once, also if several processes of the portal
 * run, because it moves the day of the next change.
 */
export async function renewOrderedTerms({ database, clock }: JobDependencies, signal?: AbortSignal): Promise<void> {
  await repeatUntilDone(async (limit) => {
    const today = toUtcDay(clock());
    const due = await findDueGrants(dbForLongReads(database.kysely), { today, limit });
    await processOneByOne(due, async ({ userId, companyId, toolId, brandId }) => {
      signal?.throwIfAborted();
      const owner = toOwner(userId, companyId);
      if (owner) await renewGrant({ database, clock }, { owner, toolId, brandId });
    });
    return due.length;
  }, signal);
}

const renewGrant = ({ database, clock }: Pick<JobDependencies, 'database' | 'clock'>, key: GrantKey): Promise<void> =>
  database.transact(async (trx) => {
    const { owner } = key;
    await (owner.companyId === null ? lockUser(trx, owner.userId) : lockCompany(trx, owner.companyId));
    const at = clock();
    const change = await writeGrant(trx, await planGrant(trx, key, { at, path: 'pcs' }), null);
    if (change) await recordAudit(trx, { at, ...bySystem, ...change });
  });

const toOwner = (userId: number | null, companyId: number | null): GrantOwner | null =>
  companyId !== null ? { userId: null, companyId } : userId === null ? null : { userId, companyId: null };
