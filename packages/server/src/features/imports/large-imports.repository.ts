import type { ImportKind } from '@basics/contract/imports.ts';
import type { Db, Trx } from '#server/database/database.ts';
import type { Row } from '#server/database/schema.ts';
import { clockSkewMs } from '#server/platform/clock.ts';

export type LargeImportRow = Row<'largeImports'>;

type NewImport = { kind: ImportKind; name: string; invite: boolean; parts: number };
type Beginning = { startedBy: number; requestId: string; at: number };

export const insertImport = (
  db: Db,
  { kind, name, invite, parts }: NewImport,
  { startedBy, requestId, at }: Beginning,
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

/** Locked until the transaction ends. */
export const lockImport = (trx: Trx, id: number) =>
  trx.selectFrom('largeImports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** The newest imports, without their reports. */
export const findNewestImports = (db: Db, most: number) =>
  db
    .selectFrom('largeImports')
    .select(['id', 'kind', 'name', 'state', 'createdAt', 'finishedAt', 'done', 'total'])
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

/** Stores a part of a file, also again, and returns how many there are. */
export async function storePart(trx: Trx, importId: number, number: number, content: string): Promise<number> {
  await trx
    .insertInto('largeImportParts')
    .values({ importId, number, content })
    .onConflict((conflict) => conflict.columns(['importId', 'number']).doUpdateSet({ content }))
    .execute();
  const { parts } = await trx
    .selectFrom('largeImportParts')
    .select(({ fn }) => fn.countAll().as('parts'))
    .$castTo<{ parts: number }>()
    .where('importId', '=', importId)
    .executeTakeFirstOrThrow();
  return parts;
}

export async function findPart(db: Db, importId: number, number: number): Promise<string | null> {
  const part = await db
    .selectFrom('largeImportParts')
    .select('content')
    .where('importId', '=', importId)
    .where('number', '=', number)
    .executeTakeFirst();
  return part?.content ?? null;
}

export async function deleteParts(trx: Trx, importId: number): Promise<void> {
  await trx.deleteFrom('largeImportParts').where('importId', '=', importId).execute();
}

type Changes = Partial<Pick<LargeImportRow, 'state' | 'done' | 'total' | 'report' | 'finishedAt' | 'leasedUntil'>>;

export const changeImport = (trx: Trx, id: number, changes: Changes): Promise<LargeImportRow> =>
  trx.updateTable('largeImports').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Leases the oldest import on which work is to be done, and on which no process works. */
export async function leaseImport(trx: Trx, { now, until }: { now: number; until: number }) {
  const due = await trx
    .selectFrom('largeImports')
    .select('id')
    .where('state', 'in', ['checking', 'writing'])
    // A lease that is further ahead came from a clock that was ahead.
    .where((where) =>
      where.or([
        where('leasedUntil', 'is', null),
        where('leasedUntil', '<=', now),
        where('leasedUntil', '>', until + clockSkewMs),
      ]),
    )
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return due && changeImport(trx, due.id, { leasedUntil: until });
}

type Lease = Pick<LargeImportRow, 'id' | 'state' | 'leasedUntil'>;

/** Changes an import while this process has it; undefined if it was cancelled, or another process has it. */
export const advanceImport = (db: Db, { id, state, leasedUntil }: Lease, changes: Changes) =>
  db
    .updateTable('largeImports')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', state)
    .where('leasedUntil', '=', leasedUntil)
    .returningAll()
    .executeTakeFirst();
