import { createHash } from 'node:crypto';
import type { Database } from '../database.ts';
import { dialectOf } from '../dialect.ts';
import type { Db } from '../foundation.ts';
import { copiedTables } from './copied-tables.ts';
import type { CopiedTable } from './copied-tables.ts';
import { closeTarget, prepareTarget, readLastId, writeLastId } from './copy-target.ts';
import { insertRows, pageSize, readLastRow, readPage, writeSelfReferences } from './table-rows.ts';
import type { CopiedRow } from './table-rows.ts';

/** The rows of a table and the SHA-256 over them, which both databases agree on. */
export type CopiedContent = { table: string; rows: number; sha256: string };

type Copying = {
  /** Its migrations must be complete. On PostgreSQL, all its rows are read as they were at one moment. */
  from: Database;
  to: Database;
  now: number;
  tell: (line: string) => void;
};

/** A copy whose rows differ from the original: somebody has written to one of the two databases meanwhile. */
export class CopyFault extends Error {}

/**
 * Copies every row into a database that is empty, or that holds an interrupted copy, which it continues. Compares all rows afterwards. Throws
 * DatabaseUnavailable for a target in use, and CopyFault if the rows are not equal.
 */
export async function copyDatabase({ from, to, now, tell }: Copying): Promise<CopiedContent[]> {
  const restoreTriggers = await prepareTarget(to, now);
  const contents = await readAtOneMoment(from, async (source) => {
    for (const table of copiedTables) await copyRows(source, to, table, tell);
    for (const table of copiedTables) await copySelfReferences(source, to, table);
    for (const table of copiedTables.filter(({ hasGeneratedId }) => hasGeneratedId))
      await writeLastId(to.kysely, table.name, await readLastId(source, table.name));
    const compared: CopiedContent[] = [];
    for (const table of copiedTables) compared.push(await compareRows(source, to.kysely, table));
    return compared;
  });
  await closeTarget(to, restoreTriggers);
  return contents;
}

/** A transaction that sees the database as it is now, whatever others write. An SQLite file is a copy of its own, or no portal runs on it. */
function readAtOneMoment<Result>({ kysely }: Database, read: (db: Db) => Promise<Result>): Promise<Result> {
  if (dialectOf(kysely) === 'sqlite') return read(kysely);
  return kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

async function copyRows(source: Db, to: Database, table: CopiedTable, tell: Copying['tell']): Promise<void> {
  let copied = 0;
  for (let after = await readLastRow(to.kysely, table); ;) {
    const rows = await readPage(source, table, after);
    if (rows.length > 0) await to.transact((trx) => insertRows(trx, table, rows));
    copied += rows.length;
    if (copied > 0) tell(`${table.name}: ${copied} rows`);
    if (rows.length < pageSize) return;
    after = rows.at(-1) ?? null;
  }
}

async function copySelfReferences(source: Db, to: Database, table: CopiedTable): Promise<void> {
  if (table.selfReferences.length === 0) return;
  const places = table.selfReferences.map((name) => table.columns.indexOf(name));
  for (let after: CopiedRow | null = null; ;) {
    const rows: CopiedRow[] = await readPage(source, table, after);
    const referring = rows.filter((row) => places.some((at) => row[at] !== null));
    if (referring.length > 0) await to.transact((trx) => writeSelfReferences(trx, table, referring));
    if (rows.length < pageSize) return;
    after = rows.at(-1) ?? null;
  }
}

/** Reads both tables page by page, so that neither waits long for the other. */
async function compareRows(source: Db, target: Db, table: CopiedTable): Promise<CopiedContent> {
  const sides = [source, target].map((db) => ({ db, hash: createHash('sha256'), rows: 0, after: null as CopiedRow | null, isEnd: false })); // prettier-ignore
  while (sides.some(({ isEnd }) => !isEnd))
    for (const side of sides.filter(({ isEnd }) => !isEnd)) {
      const rows = await readPage(side.db, table, side.after);
      for (const row of rows) side.hash.update(`${JSON.stringify(row)}\n`);
      side.rows += rows.length;
      side.after = rows.at(-1) ?? null;
      side.isEnd = rows.length < pageSize;
    }
  const [original, copy] = sides.map(({ hash, rows }) => ({ table: table.name, rows, sha256: hash.digest('hex') }));
  if (!original || original.rows !== copy?.rows || original.sha256 !== copy.sha256)
    throw new CopyFault(`The copy of the table ${table.name} has ${copy?.rows} rows, and the original ${original?.rows}, or other content. Stop all portals of both databases, empty the target, and run this again.`); // prettier-ignore
  return original;
}
