import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { Database } from '../database.ts';
import { dialectOf, type Db } from '../foundation.ts';
import { copiedTables, type CopiedTable } from './copied-tables.ts';
import { closeTarget, prepareTarget, readLastId, writeLastId } from './copy-target.ts';
import { insertRows, pageSize, readLastRow, readPage, writeSelfReferences, type CopiedRow } from './table-rows.ts';

/**
 * The number of rows of a copied table, and the SHA-256 of their content. The number and the hash are equal in the original and in the
 * copy.
 */
export type CopiedContent = { table: string; rows: number; sha256: string };

type CopyOptions = {
  /** The source, whose migrations must be complete. On PostgreSQL, all rows of the source are read as they were at one moment. */
  from: Database;
  to: Database;
  now: number;
  reportLine: (line: string) => void;
  /** Checks the copy before it is complete. If the check throws, no portal starts on the copy. */
  check?: (copy: Database) => Promise<unknown>;
};

/** The rows of the copy differ from the original, because one of the two databases was written to during the copy. */
export class CopyFault extends Error {}

/**
 * Copies every row into a database that is empty, or that contains an interrupted copy, which is then continued. Afterwards, all rows of
 * both databases are compared. Throws DatabaseUnavailable if the target is already in use, and CopyFault if the rows are not equal.
 */
export async function copyDatabase({ from, to, now, reportLine, check }: CopyOptions): Promise<CopiedContent[]> {
  const triggerStatements = await prepareTarget(to, now);
  const copiedContents = await readAtOneMoment(from, async (source) => {
    for (const table of copiedTables) await copyRows(source, to, table, reportLine);
    for (const table of copiedTables) await copySelfReferences(source, to, table);
    for (const table of copiedTables.filter(({ hasGeneratedId }) => hasGeneratedId))
      await writeLastId(to.kysely, table.name, await readLastId(source, table.name));
    const contents: CopiedContent[] = [];
    for (const table of copiedTables) contents.push(await compareRows(source, to.kysely, table));
    return contents;
  });
  await check?.(to);
  await closeTarget(to, triggerStatements);
  return copiedContents;
}

/**
 * Reads in a transaction that ignores later writes. SQLite needs no transaction, because the file is either a separate copy or a database
 * that no portal uses.
 */
function readAtOneMoment<Result>({ kysely }: Database, read: (db: Db) => Promise<Result>): Promise<Result> {
  if (dialectOf(kysely) === 'sqlite') return read(kysely);
  const snapshot = kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (trx) => {
    // The transaction on the original database is idle while rows are written to the copy, which may take long.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    return read(trx);
  });
}

async function copyRows(
  source: Db,
  to: Database,
  table: CopiedTable,
  report: CopyOptions['reportLine'],
): Promise<void> {
  let copiedRowCount = 0;
  for (let lastRow = await readLastRow(to.kysely, table); ;) {
    const rows = await readPage(source, table, lastRow);
    if (rows.length > 0) await to.transact((trx) => insertRows(trx, table, rows));
    copiedRowCount += rows.length;
    if (copiedRowCount > 0) report(`${table.name}: ${copiedRowCount} rows`);
    if (rows.length < pageSize) return;
    lastRow = rows.at(-1) ?? null;
  }
}

async function copySelfReferences(source: Db, to: Database, table: CopiedTable): Promise<void> {
  if (table.selfReferences.length === 0) return;
  const columnIndexes = table.selfReferences.map((name) => table.columns.indexOf(name));
  for (let lastRow: CopiedRow | null = null; ;) {
    const rows: CopiedRow[] = await readPage(source, table, lastRow);
    const rowsWithReferences = rows.filter((row) => columnIndexes.some((index) => row[index] !== null));
    if (rowsWithReferences.length > 0) await to.transact((trx) => writeSelfReferences(trx, table, rowsWithReferences));
    if (rows.length < pageSize) return;
    lastRow = rows.at(-1) ?? null;
  }
}

/** Reads both tables page by page in turn, so that neither connection is idle for long. */
async function compareRows(source: Db, target: Db, table: CopiedTable): Promise<CopiedContent> {
  const comparisons = [source, target].map((db) => ({ db, hash: createHash('sha256'), rows: 0, after: null as CopiedRow | null, isEnd: false })); // prettier-ignore
  while (comparisons.some(({ isEnd }) => !isEnd))
    for (const comparison of comparisons.filter(({ isEnd }) => !isEnd)) {
      const rows = await readPage(comparison.db, table, comparison.after);
      for (const row of rows) comparison.hash.update(`${JSON.stringify(row)}\n`);
      comparison.rows += rows.length;
      comparison.after = rows.at(-1) ?? null;
      comparison.isEnd = rows.length < pageSize;
    }
  const [original, copy] = comparisons.map(({ hash, rows }) => ({
    table: table.name,
    rows,
    sha256: hash.digest('hex'),
  }));
  if (!original || original.rows !== copy?.rows || original.sha256 !== copy.sha256)
    throw new CopyFault(`The copy of the table ${table.name} has ${copy?.rows} rows, and the original ${original?.rows}, or other content. Stop all portals of both databases, empty the target, and run this again.`); // prettier-ignore
  return original;
}
