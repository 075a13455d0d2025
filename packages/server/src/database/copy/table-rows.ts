import { sql } from 'kysely';
import { dialectOf, type Db, type Trx } from '../foundation.ts';
import type { CopiedTable } from './copied-tables.ts';

/** The values of a row in the order of the table's columns. */
export type CopiedRow = readonly (string | number | null)[];

/** The number of rows that one statement reads or writes. */
export const pageSize = 1000;

/** Reads the rows that follow `lastRow` in the order of the primary key; the first rows if `lastRow` is null. */
export async function readPage(db: Db, table: CopiedTable, lastRow: CopiedRow | null): Promise<CopiedRow[]> {
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

/** Reads the row with the highest primary key; null if the table is empty. */
export async function readLastRow(db: Db, table: CopiedTable): Promise<CopiedRow | null> {
  const columns = table.columns.map((name, index) => sql`${sql.ref(name)} as ${sql.ref(`c${index}`)}`);
  const key = sql.join(table.key.map((name) => sql`${sql.ref(name)} desc`));
  const { rows } = await sql<Record<string, string | number | null>>`
    select ${sql.join(columns)} from ${sql.table(table.name)} order by ${key} limit 1`.execute(db);
  const [row] = rows;
  return row ? table.columns.map((_, index) => row[`c${index}`] ?? null) : null;
}

/**
 * Inserts rows without their references to the same table, because the referenced rows may not be copied yet. All rows are passed as one
 * JSON parameter.
 */
export async function insertRows(trx: Trx, table: CopiedTable, rows: readonly CopiedRow[]): Promise<void> {
  const columns = table.columns.filter((name) => !table.selfReferences.includes(name));
  const rowsAsJson = toJson(table, columns, rows);
  const columnList = sql.join(columns.map((name) => sql.ref(name)));
  const insertClause = sql`insert into ${sql.table(table.name)} (${columnList})`;
  // An id that PostgreSQL always generates is overridden: a copy has the ids of the original.
  await (
    dialectOf(trx) === 'postgres'
      ? sql`${insertClause} overriding system value
        select ${columnList} from json_populate_recordset(null::${sql.table(table.name)}, cast(${rowsAsJson} as json))`
      : sql`${insertClause} select ${sql.join(columns.map(toJsonValue))} from json_each(${rowsAsJson})`
  ).execute(trx);
}

/** Writes the references of rows to rows of the same table, after all rows of the table are copied. */
export async function writeSelfReferences(trx: Trx, table: CopiedTable, rows: readonly CopiedRow[]): Promise<void> {
  const columns = [...table.key, ...table.selfReferences];
  const rowsAsJson = toJson(table, columns, rows);
  const [id = ''] = table.key;
  const tableReference = sql.table(table.name);
  await (
    dialectOf(trx) === 'postgres'
      ? sql`update ${tableReference} set ${sql.join(table.selfReferences.map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`))}
        from json_populate_recordset(null::${tableReference}, cast(${rowsAsJson} as json)) as given
        where ${sql.ref(`${table.name}.${id}`)} = given.${sql.ref(id)}`
      : sql`update ${tableReference} set ${sql.join(table.selfReferences.map((name) => sql`${sql.ref(name)} = ${toJsonValue(name)}`))}
        from json_each(${rowsAsJson}) where ${sql.ref(`${table.name}.${id}`)} = ${toJsonValue(id)}`
  ).execute(trx);
}

/** The SQL for one property of a row that `json_each` reads. The name is a column name from our own migrations, never user input. */
const toJsonValue = (name: string) => sql`json_each.value ->> ${sql.lit(`$.${name}`)}`;

const toJson = ({ columns }: CopiedTable, columnNames: readonly string[], rows: readonly CopiedRow[]): string =>
  JSON.stringify(
    rows.map((row) => Object.fromEntries(columnNames.map((name) => [name, row[columns.indexOf(name)] ?? null]))),
  );
