import { hours, minutes } from '#server/platform/clock/clock.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';

/** A verification that no process verifies an hour after its request is given up: a later one takes its place. */
const longestWaitMs = hours(1);

/** How long a process has a verification for itself after it last said so. */
const leaseMs = minutes(2);

const lockSetting = 'audit.verification';

/** Locks the list of verifications until the transaction ends, so that two processes do not both add the daily one. */
export async function lockVerifications(trx: Trx): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ key: lockSetting, value: '' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: '' }))
    .execute();
}

/** Finds the verification that runs or waits. */
export const findOpenVerification = (db: Db, now: number) =>
  db
    .selectFrom('auditVerifications')
    .select(['id', 'startedAt'])
    .where('finishedAt', 'is', null)
    .where((where) => where.or([where('leasedUntil', '>', now), where('startedAt', '>', now - longestWaitMs)]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Takes a verification for this process; returns false if another process has it. */
export async function leaseVerification(db: Db, id: number, now: number): Promise<boolean> {
  const row = await db
    .updateTable('auditVerifications')
    .set({ leasedUntil: now + leaseMs })
    .where('id', '=', id)
    .where((where) => where.or([where('leasedUntil', 'is', null), where('leasedUntil', '<=', now)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps a verification for this process. */
export async function renewVerification(db: Db, id: number, now: number): Promise<void> {
  await db
    .updateTable('auditVerifications')
    .set({ leasedUntil: now + leaseMs })
    .where('id', '=', id)
    .execute();
}

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
