import { CompiledQuery, sql } from 'kysely';
import { dialectOf, type CopyText, type Db, type Trx } from '../foundation.ts';
import type { Database } from '../database.ts';
import type { CopiedTable } from './copied-tables.ts';
import { formatRow, readRows, type CopiedRow } from './copy-text.ts';

/** The number of rows that one statement reads from SQLite. */
const pageSize = 1000;

/** Reads the rows of a table in the order of its primary key. */
export type TableReader = (table: CopiedTable) => CopyText;

/**
 * Calls `read` with a function that reads tables as they are at one moment. An SQLite file is either a separate copy, or a database that no
 * portal uses.
 */
export function readTables<Result>(
  { kysely, tableCopies }: Pick<Database, 'kysely' | 'tableCopies'>,
  read: (readTable: TableReader) => Promise<Result>,
): Promise<Result> {
  if (!tableCopies) return read((table) => readPages(kysely, table));
  return tableCopies.readAtOneMoment((select) =>
    read(({ name, columns, key }) =>
      select(`select ${listColumns(columns)} from ${name} order by ${listColumns(key)}`),
    ),
  );
}

async function* readPages(db: Db, table: CopiedTable): CopyText {
  for (let lastRow: CopiedRow | null = null; ;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const rows: CopiedRow[] = await readPage(db, table, lastRow);
    if (rows.length > 0) yield rows.map(formatRow).join('');
    if (rows.length < pageSize) return;
    lastRow = rows.at(-1) ?? null;
  }
}

async function readPage(db: Db, table: CopiedTable, lastRow: CopiedRow | null): Promise<CopiedRow[]> {
  const columns = table.columns.map((name, index) => sql`${sql.ref(name)} as ${sql.ref(`c${index}`)}`);
  const key = sql.join(table.key.map((name) => sql.ref(name)));
  const keyValues = table.key.map((name) => lastRow?.[table.columns.indexOf(name)] ?? null);
  const whereClause = lastRow === null ? sql`` : sql`where (${key}) > (${sql.join(keyValues)})`;
  const { rows } = await sql<Record<string, string | number | null>>`
    select ${sql.join(columns)} from ${sql.table(table.name)} ${whereClause} order by ${key} limit ${pageSize}`.execute(
    db,
  );
  return rows.map((row) => table.columns.map((_, index) => row[`c${index}`] ?? null));
}

/** Adds rows to an empty table, in one transaction: rows may refer to rows of the same table that follow later. */
export async function writeTable(
  { transact, tableCopies }: Pick<Database, 'transact' | 'tableCopies'>,
  table: Pick<CopiedTable, 'name' | 'columns'>,
  rows: CopyText,
): Promise<void> {
  if (tableCopies) return tableCopies.write(table.name, listColumns(table.columns), rows);
  await transact(async (trx) => {
    await sql`pragma defer_foreign_keys = on`.execute(trx);
    // The pages of the indexes stay in memory until the transaction ends.
    await sql`pragma cache_size = -131072`.execute(trx);
    for await (const batch of readRows(rows)) await insertRows(trx, table, batch);
  });
}

/** Quotes the names of columns, some of which are words of SQL. */
export const listColumns = (columns: readonly string[]): string => columns.map((name) => `"${name}"`).join(', ');

/** The number of values that one statement inserts; SQLite allows 32,766. */
const maxValues = 4000;

/** Inserts rows into a table of SQLite, which converts texts to the types of the columns. */
async function insertRows(
  trx: Trx,
  { name, columns }: Pick<CopiedTable, 'name' | 'columns'>,
  rows: readonly (readonly (string | null)[])[],
): Promise<void> {
  const rowsPerStatement = Math.floor(maxValues / columns.length);
  const placeholders = `(${columns.map(() => '?').join(', ')})`;
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const part = rows.slice(from, from + rowsPerStatement);
    const statement = `insert into ${name} (${listColumns(columns)}) values ${part.map(() => placeholders).join(', ')}`;
    await trx.executeQuery(CompiledQuery.raw(statement, part.flat()));
  }
}

/** Returns the last id that a table has assigned; 0 if none. The copy assigns only higher ids, so that no id is ever used again. */
export async function readLastId(db: Db, table: string): Promise<number> {
  const { rows } = await (
    dialectOf(db) === 'postgres'
      ? sql<{
          lastId: number | null;
        }>`select pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) as "lastId"`
      : sql<{ lastId: number | null }>`select seq as "lastId" from sqlite_sequence where name = ${table}`
  ).execute(db);
  return rows[0]?.lastId ?? 0;
}

export async function writeLastId(db: Db, table: string, lastId: number): Promise<void> {
  if (dialectOf(db) === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest(${lastId}, 1), ${lastId} > 0)`.execute(db);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${lastId})`.execute(db);
}
