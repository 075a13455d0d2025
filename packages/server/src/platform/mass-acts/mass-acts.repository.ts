import type { EffectCount, MassActKind } from '@basics/contract/calls/bulk.ts';
import type { BulkResult } from '@basics/contract/calls/bulk.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { Row } from '#server/database/schema.ts';
import { isLeaseFree } from '#server/platform/background/schedules.repository.ts';

export type MassActRow = Row<'massActs'>;
export type MassActRecord = Row<'massActRows'>;

type NewAct = { kind: MassActKind; change: string; body: string; startedBy: number; requestId: string; at: number };

/** The number of rows that one statement inserts. */
const rowsPerInsert = 500;

/** Stores an act and its records, in the order in which they will be changed. */
export async function insertAct(trx: Trx, { at, ...act }: NewAct, ids: readonly number[]): Promise<MassActRow> {
  const row = await trx
    .insertInto('massActs')
    .values({ ...act, state: 'running', createdAt: at, done: 0, total: ids.length })
    .returningAll()
    .executeTakeFirstOrThrow();
  const records = ids.map((subjectId, number) => ({ actId: row.id, number, subjectId }));
  for (let from = 0; from < records.length; from += rowsPerInsert)
    // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
    await trx
      .insertInto('massActRows')
      .values(records.slice(from, from + rowsPerInsert))
      .execute();
  return row;
}

export async function countRunningActs(trx: Trx, startedBy: number): Promise<number> {
  const { acts } = await trx
    .selectFrom('massActs')
    .select(({ fn }) => fn.countAll<number>().as('acts'))
    .where('startedBy', '=', startedBy)
    .where('state', 'in', ['running', 'undoing'])
    .executeTakeFirstOrThrow();
  return acts;
}

type OwnAct = { id: number; startedBy: number };

export const findAct = (db: Db, { id, startedBy }: OwnAct) =>
  db.selectFrom('massActs').selectAll().where('id', '=', id).where('startedBy', '=', startedBy).executeTakeFirst();

/** Finds an act of its starter, and locks it until the transaction ends. */
export const lockAct = (trx: Trx, { id, startedBy }: OwnAct) =>
  trx
    .selectFrom('massActs')
    .selectAll()
    .where('id', '=', id)
    .where('startedBy', '=', startedBy)
    .forUpdate()
    .executeTakeFirst();

export const findActsOf = (db: Db, startedBy: number, limit: number) =>
  db.selectFrom('massActs').selectAll().where('startedBy', '=', startedBy).orderBy('id', 'desc').limit(limit).execute();

/** Counts the records of an act by their outcome, effect and message; records without an outcome are not counted. */
export async function countEffects(db: Db, actId: number): Promise<Omit<EffectCount, 'takesAway'>[]> {
  const rows = await db
    .selectFrom('massActRows')
    .select(['outcome', 'effect', 'message'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('actId', '=', actId)
    .where('outcome', 'is not', null)
    .groupBy(['outcome', 'effect', 'message'])
    .execute();
  return rows.flatMap(({ outcome, count, ...row }) => (outcome === null ? [] : [{ outcome, ...toEffect(row), count }]));
}

/** Finds the outcomes of an act, of the records from `from` (included) to `before` (excluded). */
export async function findOutcomes(
  db: Db,
  actId: number,
  { from, before }: { from: number; before: number },
): Promise<BulkResult[]> {
  const rows = await db
    .selectFrom('massActRows')
    .select(['subjectId', 'outcome', 'effect', 'message'])
    .where('actId', '=', actId)
    .where('number', '>=', from)
    .where('number', '<', before)
    .where('outcome', 'is not', null)
    .orderBy('number')
    .execute();
  return rows.flatMap(({ subjectId: id, outcome, ...row }) =>
    outcome === null ? [] : [{ id, outcome, ...toEffect(row) }],
  );
}

const toEffect = ({ effect, message }: Pick<MassActRecord, 'effect' | 'message'>) => ({
  // The column contains only effects, because `storeOutcome` writes it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  ...(effect !== null && { effect: effect as NonNullable<BulkResult['effect']> }),
  ...(message !== null && { message }),
});

/** Leases the act with the fewest changed records that no other process works on, so that a short act need not wait for a long one. */
export async function leaseAct(trx: Trx, { now, until }: { now: number; until: number }) {
  const row = await trx
    .selectFrom('massActs')
    .select('id')
    .where('state', 'in', ['running', 'undoing'])
    .where(isLeaseFree({ now, until }))
    .orderBy('done')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row && changeAct(trx, row.id, { leasedUntil: until });
}

type ActChanges = Partial<
  Pick<MassActRow, 'state' | 'done' | 'total' | 'finishedAt' | 'leasedUntil' | 'undoUntil' | 'remains'>
>;

export const changeAct = (trx: Trx, id: number, changes: ActChanges): Promise<MassActRow> =>
  trx.updateTable('massActs').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Changes an act that this process has leased; returns undefined if the act was stopped, or another process has leased it. */
export const advanceAct = (db: Db, { id, state, leasedUntil }: MassActRow, changes: ActChanges) =>
  db
    .updateTable('massActs')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', state)
    .where('leasedUntil', '=', leasedUntil)
    .returningAll()
    .executeTakeFirst();

/** Finds the next records to change, or the next records to undo, the last changed first. */
export const findNextRecords = (db: Db, { id, state }: MassActRow, limit: number) =>
  db
    .selectFrom('massActRows')
    .selectAll()
    .where('actId', '=', id)
    .$if(state === 'running', (query) => query.where('outcome', 'is', null).orderBy('number'))
    .$if(state === 'undoing', (query) => query.where('undoId', 'is not', null).orderBy('number', 'desc'))
    .limit(limit)
    .execute();

export async function countUndoableRecords(db: Db, actId: number): Promise<number> {
  const { records } = await db
    .selectFrom('massActRows')
    .select(({ fn }) => fn.countAll<number>().as('records'))
    .where('actId', '=', actId)
    .where('undoId', 'is not', null)
    .executeTakeFirstOrThrow();
  return records;
}

type Outcome = Omit<BulkResult, 'id'> & { undoId?: number | undefined };

export async function storeOutcome(
  trx: Trx,
  { actId, number }: Pick<MassActRecord, 'actId' | 'number'>,
  { outcome, effect, message, undoId }: Outcome,
): Promise<void> {
  await trx
    .updateTable('massActRows')
    .set({ outcome, effect: effect ?? null, message: message ?? null, undoId: undoId ?? null })
    .where('actId', '=', actId)
    .where('number', '=', number)
    .execute();
}
