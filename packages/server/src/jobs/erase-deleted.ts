import { longReads } from '#server/database/long-reads.ts';
import { recordAudits } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { processOneByOne, repeatUntilDone } from '#server/platform/background/batches.ts';
import { erasePerson } from '#server/platform/erasure.ts';
import { findHalfErased, moveAuditValues } from './erase-deleted.repository.ts';
import type { JobDependencies } from './job-needs.ts';

/**
 * Erases what is left of deleted people: of those whom an older version of the portal deleted, and audit entries about a person that were
 * written while the person was deleted. First moves the values that an older version wrote into audit entries to their own table.
 */
export async function eraseDeleted({ database, clock }: JobDependencies, signal?: AbortSignal): Promise<void> {
  const { kysely, transact } = database;
  await repeatUntilDone((most) => transact((trx) => moveAuditValues(trx, most)), signal);
  await repeatUntilDone(async (most) => {
    const ids = await findHalfErased(longReads(kysely), most);
    await transact(async (trx) => {
      const at = clock();
      const entries: AuditEntry[] = [];
      await processOneByOne(ids, async (id) => {
        const after = await erasePerson(trx, id, at);
        const subject = { kind: 'user', id, personId: null } as const;
        entries.push({ at, actorId: null, requestId: null, action: 'user.erase', subject, after });
      });
      if (entries.length > 0) await recordAudits(trx, entries);
    });
    return ids.length;
  }, signal);
}
