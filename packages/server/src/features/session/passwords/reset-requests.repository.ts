import type { Db, Trx } from '#server/database/foundation.ts';
import { isLeaseFree } from '#server/platform/background/schedules.repository.ts';
import type { NewRow, Row } from '#server/database/schema.ts';

export type ResetRequest = Pick<Row<'passwordResetRequests'>, 'id' | 'loginFold' | 'requestId' | 'requestedAt'>;

export async function insertResetRequest(db: Db, row: NewRow<'passwordResetRequests'>): Promise<void> {
  await db.insertInto('passwordResetRequests').values(row).execute();
}

/** Counts the waiting requests for a reset link, up to a limit. */
export async function countResetRequests(db: Db, limit: number): Promise<number> {
  const rows = await db.selectFrom('passwordResetRequests').select('id').limit(limit).execute();
  return rows.length;
}

export async function hasResetRequests(db: Db): Promise<boolean> {
  return (await countResetRequests(db, 1)) > 0;
}

/**
 * Reserves the oldest waiting request for this process until `now + leaseMs`, and returns it; undefined if no request
 * waits.
 */
export async function leaseResetRequest(
  trx: Trx,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<ResetRequest | undefined> {
  const request = await trx
    .selectFrom('passwordResetRequests')
    .select(['id', 'loginFold', 'requestId', 'requestedAt'])
    .where(isLeaseFree({ now, until: now + leaseMs }))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!request) return undefined;
  const leasedUntil = now + leaseMs;
  await trx.updateTable('passwordResetRequests').set({ leasedUntil }).where('id', '=', request.id).execute();
  return request;
}

export async function deleteResetRequest(db: Db, id: number): Promise<void> {
  await db.deleteFrom('passwordResetRequests').where('id', '=', id).execute();
}
