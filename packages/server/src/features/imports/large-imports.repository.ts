import type { ImportKind } from '@basics/contract/imports/imports.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { isLeaseFree } from '#server/platform/background/schedules.repository.ts';
import { minutes } from '#server/platform/clock/clock.ts';
import type { Row } from '#server/database/schema.ts';

export type LargeImportRow = Row<'largeImports'>;

type NewImport = { kind: ImportKind; name: string; invite: boolean; parts: number };
type ImportStart = { startedBy: number; requestId: string; at: number };

export const insertImport = (
  db: Db,
  { kind, name, invite, parts }: NewImport,
  { startedBy, requestId, at }: ImportStart,
): Promise<LargeImportRow> =>
  db
    .insertInto('largeImports')
    .values({
      kind,
      name,
      invite: invite ? 1 : 0,
      startedBy,
      requestId,
      state: 'receiving',
      createdAt: at,
      done: 0,
      total: parts,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export const findImport = (db: Db, id: number) =>
  db.selectFrom('largeImports').selectAll().where('id', '=', id).executeTakeFirst();

/** Finds an import and locks it until the transaction ends. */
export const lockImport = (trx: Trx, id: number) =>
  trx.selectFrom('largeImports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Finds the newest imports, without their reports. */
export const findNewestImports = (db: Db, limit: number) =>
  db
    .selectFrom('largeImports')
    .select([
      'id',
      'kind',
      'name',
      'invite',
      'startedBy',
      'state',
      'createdAt',
      'finishedAt',
      'done',
      'total',
      'undoState',
    ])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Stores a part of a file, which may be sent again, and returns the number of stored parts. */
export async function storePart(trx: Trx, importId: number, partNumber: number, partText: string): Promise<number> {
  await trx
    .insertInto('largeImportParts')
    .values({ importId, number: partNumber, content: partText })
    .onConflict((conflict) => conflict.columns(['importId', 'number']).doUpdateSet({ content: partText }))
    .execute();
  const { parts } = await trx
    .selectFrom('largeImportParts')
    .select(({ fn }) => fn.countAll().as('parts'))
    .$castTo<{ parts: number }>()
    .where('importId', '=', importId)
    .executeTakeFirstOrThrow();
  return parts;
}

export async function findPart(db: Db, importId: number, partNumber: number): Promise<string | null> {
  const partRow = await db
    .selectFrom('largeImportParts')
    .select('content')
    .where('importId', '=', importId)
    .where('number', '=', partNumber)
    .executeTakeFirst();
  return partRow?.content ?? null;
}

export async function deleteParts(trx: Trx, importId: number): Promise<void> {
  await trx.deleteFrom('largeImportParts').where('importId', '=', importId).execute();
}

type ImportChanges = Partial<
  Pick<
    LargeImportRow,
    | 'state'
    | 'done'
    | 'total'
    | 'report'
    | 'requestId'
    | 'finishedAt'
    | 'leasedUntil'
    | 'undoUntil'
    | 'undoState'
    | 'undone'
  >
>;

export const changeImport = (db: Db, id: number, changes: ImportChanges): Promise<LargeImportRow> =>
  db.updateTable('largeImports').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** If a process has not continued an import for this long, another process may continue it. */
export const leaseMs = minutes(2);

/** Leases the oldest waiting import that no other process is working on. */
export async function leaseImport(trx: Trx, { now, until }: { now: number; until: number }) {
  const row = await trx
    .selectFrom('largeImports')
    .select('id')
    .where((where) => where.or([where('state', 'in', ['checking', 'writing']), where('undoState', '=', 'undoing')]))
    .where(isLeaseFree({ now, until }))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row && changeImport(trx, row.id, { leasedUntil: until });
}

type Lease = Pick<LargeImportRow, 'id' | 'state' | 'leasedUntil'>;

/**
 * Changes an import that this process has leased; returns undefined if the import was cancelled or another process has
 * leased it.
 */
export const advanceImport = (db: Db, { id, state, leasedUntil }: Lease, changes: ImportChanges) =>
  db
    .updateTable('largeImports')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', state)
    .where('leasedUntil', '=', leasedUntil)
    .returningAll()
    .executeTakeFirst();
