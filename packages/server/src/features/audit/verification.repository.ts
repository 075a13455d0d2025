import type { Db } from '#server/database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';

/**
 * Finds the verification that runs or waits. A verification that started before `startedAfter` is ignored, because its process ended without
 * a result.
 */
export const findOpenVerification = (db: Db, startedAfter: number) =>
  db
    .selectFrom('auditVerifications')
    .select(['id', 'startedAt'])
    .where('finishedAt', 'is', null)
    .where('startedAt', '>', startedAfter)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Finds the newest verification that has finished. */
export const findLastVerification = (db: Db) =>
  db
    .selectFrom('auditVerifications')
    .selectAll()
    .where('finishedAt', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function insertVerification(db: Db, startedAt: number, startedBy: number | null): Promise<number> {
  const row = { startedAt, startedBy, entries: 0 };
  const { id } = await db.insertInto('auditVerifications').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

type VerificationResult = Pick<
  NewRow<'auditVerifications'>,
  'finishedAt' | 'entries' | 'isWhole' | 'head' | 'auditId' | 'why'
>;

export async function finishVerification(db: Db, id: number, result: VerificationResult): Promise<void> {
  await db.updateTable('auditVerifications').set(result).where('id', '=', id).execute();
}
