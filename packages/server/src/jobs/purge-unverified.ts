import { limits } from '@basics/contract/limits.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { days } from '#server/platform/clock.ts';
import type { JobNeeds } from './job-needs.ts';
import { deleteUnverified, findUnverified } from './purge.repository.ts';

/**
 * Whoever has not confirmed his address for 7 days is forgotten with all that he wrote, the letters to him as well: we do not know
 * that the address is his.
 */
export async function purgeUnverified({ database, clock }: JobNeeds): Promise<void> {
  const now = clock();
  const due = await findUnverified(database.kysely, now - days(limits.link.unverifiedDays));
  for (const { id } of due)
    // A transaction each: he may be confirming at this moment.
    // oxlint-disable-next-line no-await-in-loop
    await database.transact(async (trx) => {
      if (!(await deleteUnverified(trx, id))) return;
      const subject = { kind: 'user', id };
      await recordAudit(trx, { at: now, actorId: null, requestId: null, action: 'user.purge', subject });
    });
}
