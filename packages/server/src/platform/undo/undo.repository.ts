import { limits } from '@basics/contract/calls/limits.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '#server/database/database.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow, Row } from '#server/database/schema.ts';
import { clockSkewMs, minutes, seconds } from '#server/platform/clock/clock.ts';
import { parseNumbers } from '#server/database/columns.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import type { AuditWriter } from '#server/platform/audit/audit.ts';

export type UndoRow = Row<'undos'>;

/** What can be undone: each kind has one function that restores the former state (undo-act.ts). */
export type UndoKind =
  | 'assignment'
  | 'creation'
  | 'crmAccount'
  | 'decision'
  | 'deletion'
  | 'fields'
  | 'invitation'
  | 'license'
  | 'releaseNote'
  | 'reminder'
  | 'renewal'
  | 'revocation'
  | 'suspension';

/**
 * Restores the former state of one record and writes the audit entry. Throws USER_NOT_FOUND if the record is out of the actor's scope, or
 * CHANGED_SINCE if it was changed after the act. Returns sentences about what stays.
 */
export type Restore = (trx: Trx, context: RestoreContext, row: UndoRow) => Promise<readonly string[]>;

/** `database` is the transaction in which the record is restored. */
export type RestoreContext = WriteContext & Pick<CallContext, 'queueLetter'>;

/** How long one act, or an act on many records, can be undone, in milliseconds. */
export const undoMs = { one: seconds(limits.undo.oneSeconds), mass: minutes(limits.undo.massMinutes) } as const;

/**
 * The context of an act that can be undone until `undoUntil` (Unix milliseconds). Without `undoUntil`, the act cannot be undone, and its
 * e-mails are sent at once.
 */
export type UndoableContext = AuditWriter & {
  undoUntil?: number | undefined;
  /** Gets the id of each row that undoes a part of the act. */
  onUndoRecorded?: (undoId: number) => void;
};

/** Returns the context of an act that can be undone, for as long as one act can be undone unless another time is given. */
export const allowUndo = <Context extends { at: number }>(context: Context, waitMs: number = undoMs.one) => ({
  ...context,
  undoUntil: context.at + waitMs,
});

/** An act on one record. The kind decides the form of `payload`, which is JSON. */
export type UndoableAct = {
  kind: UndoKind;
  userId: number;
  /** The id of the record that changes, if it is not the user. */
  subjectId?: number;
  payload: Record<string, unknown>;
  letterIds?: readonly number[];
};

/** Stores what `DELETE /undo/{id}` needs to undo an act, in the transaction of the act. */
export async function recordUndo(trx: Trx, context: UndoableContext, ...acts: readonly UndoableAct[]): Promise<void> {
  const { actor, origin, undoUntil, onUndoRecorded } = context;
  if (undoUntil === undefined || acts.length === 0) return;
  const rows = acts.map(({ kind, userId, subjectId = userId, payload, letterIds = [] }): NewRow<'undos'> => ({
    act: origin.requestId,
    kind,
    actorId: actor.userId,
    userId,
    subjectId,
    payload: JSON.stringify(payload),
    letters: JSON.stringify(letterIds),
    until: undoUntil,
  }));
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    const chunk = rows.slice(from, from + rowsPerInsert);
    // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
    const inserted = await trx.insertInto('undos').values(chunk).returning('id').execute();
    for (const { id } of inserted) onUndoRecorded?.(id);
  }
}

/** The number of rows that one statement inserts. */
const rowsPerInsert = 500;

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

export const findUndo = (db: Db, id: number) =>
  db.selectFrom('undos').selectAll().where('id', '=', id).executeTakeFirst();

/** Finds the next changes of an act to undo, the newest first. A change that was refused has ended before `now`. */
export const findNextUndos = (db: Db, { act, now, limit }: { act: string; now: number; limit: number }) =>
  db
    .selectFrom('undos')
    .selectAll()
    .where('act', '=', act)
    .where('until', '>', now)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export async function countUndos(db: Db, act: string): Promise<number> {
  const { undos } = await db
    .selectFrom('undos')
    .select(({ fn }) => fn.countAll<number>().as('undos'))
    .where('act', '=', act)
    .executeTakeFirstOrThrow();
  return undos;
}

/** Ends the chance to undo one change of an act. */
export async function endUndo(trx: Trx, id: number, now: number): Promise<void> {
  await trx.updateTable('undos').set({ until: now }).where('id', '=', id).execute();
}

type NewEnd = { until: number; now: number };

/** Changes until when an act can be undone; its e-mails that still wait are sent then. */
export async function moveEndOfUndo(trx: Trx, act: string, end: NewEnd): Promise<void> {
  let lastId: number | null = 0;
  // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
  while (lastId !== null) lastId = await moveNextEnds(trx, act, end, lastId);
}

/** As `moveEndOfUndo`, for an act of any size: in short transactions, so that other writes do not wait for all its records. */
export async function moveEndOfLargeUndo(
  { transact }: Pick<Database, 'transact'>,
  act: string,
  end: NewEnd,
): Promise<void> {
  let lastId: number | null = 0;
  while (lastId !== null) {
    const afterId: number = lastId;
    /* oxlint-disable no-await-in-loop -- the transactions follow each other, and let requests run between them */
    lastId = await transact((trx) => moveNextEnds(trx, act, end, afterId));
    await nextTurn();
    /* oxlint-enable no-await-in-loop */
  }
}

/** The number of changes whose end is moved by one statement. */
const endsAtOnce = 200;

/** Moves the end of the next changes of an act. Returns the id of the last one, or null if there are no more. */
async function moveNextEnds(trx: Trx, act: string, { until, now }: NewEnd, afterId: number): Promise<number | null> {
  const rows = await trx
    .selectFrom('undos')
    .select(['id', 'letters'])
    .where('act', '=', act)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(endsAtOnce)
    .execute();
  const lastRow = rows.at(-1);
  if (!lastRow) return null;
  await trx
    .updateTable('undos')
    .set({ until })
    .where('act', '=', act)
    .where('id', '>', afterId)
    .where('id', '<=', lastRow.id)
    .execute();
  const letterIds = rows.flatMap(({ letters }) => parseNumbers(letters));
  for (let from = 0; from < letterIds.length; from += endsAtOnce)
    // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
    await trx
      .updateTable('outbox')
      .set({ nextAttemptAt: until })
      .where('id', 'in', letterIds.slice(from, from + endsAtOnce))
      // As one value, because SQLite would use the index of the state and so read all e-mails that wait.
      .where((eb) =>
        eb(
          eb
            .case()
            .when(eb.and([eb('state', '=', 'queued'), eb('nextAttemptAt', '>', now)]))
            .then(1)
            .else(0)
            .end(),
          '=',
          1,
        ),
      )
      .execute();
  return lastRow.id;
}

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
