import { dbForLongReads } from '#server/database/long-reads.ts';
import { recordAudits } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { processOneByOne, repeatUntilDone } from '#server/platform/background/batches.ts';
import { erasePerson } from '#server/platform/erasure.ts';
import { findUsersToErase } from './erase-deleted.repository.ts';
import type { JobDependencies } from './job-needs.ts';

/**
 * Erases the remaining personal data of deleted users: data in audit entries that were written during the deletion of a
 * user, and everything about users whose deletion did not erase it.
 */
export async function eraseDeletedUsers({ database, clock }: JobDependencies, signal?: AbortSignal): Promise<void> {
  const { kysely, transact } = database;
  await repeatUntilDone(async (limit) => {
    const ids = await findUsersToErase(dbForLongReads(kysely), limit);
    await transact(async (trx) => {
      const at = clock();
      const entries: AuditEntry[] = [];
      await processOneByOne(ids, async (id) => {
        const erasureCounts = await erasePerson(trx, id, at);
        const subject = { kind: 'user', id, personId: null } as const;
        entries.push({ at, actorId: null, requestId: null, action: 'user.erase', subject, after: erasureCounts });
      });
      if (entries.length > 0) await recordAudits(trx, entries);
    });
    return ids.length;
  }, signal);
}
