import type { Db, Trx } from '#server/database/database.ts';
import type { NewRow, Row } from '#server/database/schema.ts';
import { clockSkewMs } from '#server/platform/clock.ts';

export type ResetRequest = Pick<Row<'passwordResetRequests'>, 'id' | 'loginFold' | 'requestId' | 'requestedAt'>;

export async function insertResetRequest(db: Db, row: NewRow<'passwordResetRequests'>): Promise<void> {
  await db.insertInto('passwordResetRequests').values(row).execute();
}

/** How many requests wait, counted up to `most`. */
export async function countResetRequests(db: Db, most: number): Promise<number> {
  const rows = await db.selectFrom('passwordResetRequests').select('id').limit(most).execute();
  return rows.length;
}

export async function hasResetRequests(db: Db): Promise<boolean> {
  return (await countResetRequests(db, 1)) > 0;
}

/** Takes the oldest request for this process alone, until `now + leaseMs`; undefined if none is free. */
export async function leaseResetRequest(
  trx: Trx,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<ResetRequest | undefined> {
  const free = await trx
    .selectFrom('passwordResetRequests')
    .select(['id', 'loginFold', 'requestId', 'requestedAt'])
    .where((where) =>
      where.or([
        where('leasedUntil', 'is', null),
        where('leasedUntil', '<=', now),
        // Written by a clock that was ahead.
        where('leasedUntil', '>', now + leaseMs + clockSkewMs),
      ]),
    )
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!free) return undefined;
  const leasedUntil = now + leaseMs;
  await trx.updateTable('passwordResetRequests').set({ leasedUntil }).where('id', '=', free.id).execute();
  return free;
}

export async function deleteResetRequest(db: Db, id: number): Promise<void> {
  await db.deleteFrom('passwordResetRequests').where('id', '=', id).execute();
}
