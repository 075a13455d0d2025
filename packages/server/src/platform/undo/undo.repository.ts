import { limits } from '@basics/contract/calls/limits.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow, Row } from '#server/database/schema.ts';
import { clockSkewMs, minutes, seconds } from '#server/platform/clock/clock.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import type { AuditWriter } from '#server/platform/audit/audit.ts';

export type UndoRow = Row<'undos'>;

/** What can be undone: each kind has one function that restores the former state (undo-act.ts). */
export type UndoKind = 'decision' | 'invitation' | 'suspension' | 'renewal' | 'revocation';

/**
 * Restores the former state of one record and writes the audit entry. Throws USER_NOT_FOUND if the record is out of the actor's scope, or
 * CHANGED_SINCE if it was changed after the act. Returns sentences about what stays.
 */
export type Restore = (trx: Trx, context: WriteContext, row: UndoRow) => Promise<readonly string[]>;

/** How long one act, or an act on many records, can be undone, in milliseconds. */
export const undoMs = { one: seconds(limits.undo.oneSeconds), mass: minutes(limits.undo.massMinutes) } as const;

/**
 * The context of an act that can be undone until `undoUntil` (Unix milliseconds). Without `undoUntil`, the act cannot be undone, and its
 * e-mails are sent at once.
 */
export type UndoableContext = AuditWriter & { undoUntil?: number | undefined };

/** Returns the context of an act that can be undone, for as long as one act can be undone unless another time is given. */
export const allowUndo = <Context extends { at: number }>(context: Context, waitMs: number = undoMs.one) => ({
  ...context,
  undoUntil: context.at + waitMs,
});

/** An act on one record. The kind decides the form of `payload`, which is JSON. */
type UndoableAct = {
  kind: UndoKind;
  userId: number;
  /** The id of the record that changes, if it is not the user. */
  subjectId?: number;
  payload: Record<string, unknown>;
  letterIds?: readonly number[];
};

/** Stores what `DELETE /undo/{id}` needs to undo an act, in the transaction of the act. */
export async function recordUndo(
  trx: Trx,
  { actor, origin, undoUntil }: UndoableContext,
  { kind, userId, subjectId = userId, payload, letterIds = [] }: UndoableAct,
): Promise<void> {
  if (undoUntil === undefined) return;
  const row: NewRow<'undos'> = {
    act: origin.requestId,
    kind,
    actorId: actor.userId,
    userId,
    subjectId,
    payload: JSON.stringify(payload),
    letters: JSON.stringify(letterIds),
    until: undoUntil,
  };
  await trx.insertInto('undos').values(row).execute();
}

/** Returns what the reply of an act says about undoing it. */
export const toUndoFields = ({ origin, undoUntil }: Pick<UndoableContext, 'origin' | 'undoUntil'>) =>
  undoUntil === undefined ? {} : { undo: { id: origin.requestId, until: new Date(undoUntil).toISOString() } };

/** Like `toUndoFields`, for an act on many records: a preview, or an act that changed nothing, cannot be undone. */
export const toBulkUndoFields = (
  context: Pick<UndoableContext, 'origin' | 'undoUntil'>,
  results: readonly { outcome: string }[],
  isPreview: boolean | undefined,
) =>
  isPreview || !results.some(({ outcome }) => outcome === 'done' || outcome === 'renewed') ? {} : toUndoFields(context);

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
