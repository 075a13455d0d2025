import { limits } from '@basics/contract/calls/limits.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow, Row } from '#server/database/schema.ts';
import { clockSkewMs, minutes } from '#server/platform/clock/clock.ts';

export type UndoRow = Row<'undos'>;

export async function insertUndo(trx: Trx, row: NewRow<'undos'>): Promise<void> {
  await trx.insertInto('undos').values(row).execute();
}

/** Finds what the actor can still undo of an act, the newest change first. A row that ends too late was written by a wrong clock. */
export const findUndos = (db: Db, { act, actorId, now }: { act: string; actorId: number; now: number }) =>
  db
    .selectFrom('undos')
    .selectAll()
    .where('act', '=', act)
    .where('actorId', '=', actorId)
    .where('until', '>', now)
    .where('until', '<=', now + minutes(limits.undo.massMinutes) + clockSkewMs)
    .orderBy('id', 'desc')
    .execute();

/** Deletes the row, so that a change is undone once. Returns false if someone has undone it already. */
export async function claimUndo(trx: Trx, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('undos').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the e-mails that still wait, and returns how many of the given e-mails were deleted. */
export async function dropWaitingLetters(trx: Trx, letterIds: readonly number[], now: number): Promise<number> {
  if (letterIds.length === 0) return 0;
  const { numDeletedRows } = await trx
    .deleteFrom('outbox')
    .where('id', 'in', letterIds)
    .where('state', '=', 'queued')
    .where('nextAttemptAt', '>', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
