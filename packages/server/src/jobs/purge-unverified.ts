import { limits } from '@basics/contract/limits.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { days } from '#server/platform/clock.ts';
import type { JobNeeds } from './job-needs.ts';

/**
 * Whoever has not confirmed his address for 7 days is forgotten with all that he wrote, the letters to him as well: we do not know
 * that the address is his.
 */
export async function purgeUnverified({ database, clock }: JobNeeds): Promise<void> {
  const now = clock();
  const due = await database.kysely
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'unverified')
    .where('createdAt', '<=', now - days(limits.link.unverifiedDays))
    .execute();
  for (const { id } of due)
    // A transaction each: he may be confirming at this moment.
    // oxlint-disable-next-line no-await-in-loop
    await database.transact(async (trx) => {
      const stillIs = await trx
        .selectFrom('users')
        .select('id')
        .where('id', '=', id)
        .where('status', '=', 'unverified')
        .forUpdate()
        .executeTakeFirst();
      if (!stillIs) return;
      await trx.deleteFrom('outbox').where('userId', '=', id).execute();
      await trx.deleteFrom('users').where('id', '=', id).execute();
      const subject = { kind: 'user', id };
      await recordAudit(trx, { at: now, actorId: null, requestId: null, action: 'user.purge', subject });
    });
}
