import { limits } from '@basics/contract/limits.ts';
import type { Trx } from '#server/database/database.ts';
import { dbForLongReads } from '#server/database/long-reads.ts';
import { recordAudits } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { processInBatches, processOneByOne } from '#server/platform/background/batches.ts';
import { days } from '#server/platform/clock.ts';
import { erasePerson } from '#server/platform/erasure.ts';
import type { JobDependencies } from './job-needs.ts';
import { deleteUser, findUnverifiedUsers, lockUnverifiedUser } from './purge-unverified.repository.ts';
import type { UnverifiedUser } from './purge-unverified.repository.ts';

/**
 * Deletes accounts whose e-mail address was not confirmed within 7 days, with their data and the e-mails to them,
 * because the address may belong to someone else.
 */
export async function purgeUnverified({ database, clock }: JobDependencies, signal?: AbortSignal): Promise<void> {
  const now = clock();
  const createdUntil = now - days(limits.link.unverifiedDays);
  await processInBatches<UnverifiedUser>({
    readItems: (after, limit) => findUnverifiedUsers(dbForLongReads(database.kysely), { createdUntil, after, limit }),
    processItems: (due) =>
      database.transact((trx) =>
        purgeBatch(
          trx,
          due.map(({ id }) => id),
          now,
        ),
      ),
    signal,
  });
}

async function purgeBatch(trx: Trx, ids: readonly number[], now: number): Promise<void> {
  const entries: AuditEntry[] = [];
  await processOneByOne(ids, async (id) => {
    // `lockUnverifiedRegistration` returns false if the address has been confirmed meanwhile.
    if (!(await lockUnverifiedUser(trx, id))) return;
    const erasureCounts = await erasePerson(trx, id, now);
    await deleteUser(trx, id);
    const subject = { kind: 'user', id, personId: null } as const;
    entries.push({ at: now, actorId: null, requestId: null, action: 'user.purge', subject, after: erasureCounts });
  });
  if (entries.length > 0) await recordAudits(trx, entries);
}
