import { sql } from 'kysely';
import * as z from 'zod/mini';
import { declaredTables } from '../declared-tables.ts';
import { dialectOf, type Trx } from '../foundation.ts';
import type { SqlValue } from '../columns.ts';
import { camelCase } from '../names.ts';
import type { TableName } from './declaration.ts';
import { removeRows } from './erase-rows.ts';
import { personalTables, type PersonalTable } from './rows-of-person.ts';

type RowAside = Readonly<Record<string, SqlValue>>;

/** The values that were put aside when a user was moved to the bin, by table. */
export type RowsAside = { [Table in TableName]?: readonly RowAside[] };

const rowAside = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
const rowsAside = z.record(z.string(), z.array(rowAside));

/** Parses the column `deletedUsers.account`. Only the portal writes this column, so another value is a fault. */
export const parseRowsAside = (stored: string | null): RowsAside => rowsAside.parse(JSON.parse(stored ?? '{}'));

/**
 * Moves a person to the bin: erases what cannot be restored, and returns the values that are put aside, as `personalData` declares it. All
 * other rows stay until the person is restored or erased.
 */
export async function putRowsAside(trx: Trx, personId: number): Promise<RowsAside> {
  const aside: RowsAside = {};
  for (const table of tablesAside)
    // The statements run one after the other, because a transaction has one connection.
    // oxlint-disable-next-line no-await-in-loop
    aside[table.table] = await readRowsAside(trx, table, personId);
  await removeRows(
    trx,
    personId,
    personalTables.filter(({ inBin }) => inBin !== 'stays'),
  );
  await raiseVersion(trx, personId);
  return aside;
}

/**
 * Writes the values that were put aside again. Columns that have been dropped since are ignored, and columns that have been added get their
 * default. Returns the rows that cannot be restored: rows that refer to a deleted record, for example a tool, and rows that exist again.
 */
export async function returnRowsAside(trx: Trx, personId: number, aside: RowsAside): Promise<RowsAside> {
  const lostRows: RowsAside = {};
  for (const table of tablesAside)
    for (const row of aside[table.table] ?? []) {
      const columns = table.columnsAside.filter((name) => name in row);
      if (table.erasing === 'empty') {
        const changes = columns.map((name) => sql`${sql.ref(name)} = ${row[name]}`);
        // oxlint-disable-next-line no-await-in-loop -- as above
        await sql`update ${sql.table(table.table)} set ${sql.join(changes)} where ${table.isAbout(personId)}`.execute(
          trx,
        );
        continue;
      }
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (!(await insertRow(trx, table, columns, row))) lostRows[table.table] = [...(lostRows[table.table] ?? []), row];
    }
  await raiseVersion(trx, personId);
  return lostRows;
}

/** The tables whose values are put aside, with these columns: all columns, or the emptied columns if the rows are kept. */
const tablesAside = personalTables
  .filter(({ inBin }) => inBin === 'aside')
  .map((table) => ({
    ...table,
    columnsAside: [...table.columns].flatMap(([name, rule]) =>
      table.erasing === 'delete' || rule.is === 'emptied' ? [name] : [],
    ),
    references: Object.entries(
      declaredTables.find((declaredTable) => camelCase(declaredTable.table) === table.table)?.columns ?? {},
    ).flatMap(([name, { references }]) => (references ? [{ name: camelCase(name), ...references }] : [])),
  }));

type TableAside = (typeof tablesAside)[number];

async function readRowsAside(trx: Trx, { table, columnsAside, isAbout }: TableAside, personId: number) {
  const columns = sql.join(columnsAside.map((name) => sql.ref(name)));
  const { rows } = await sql<RowAside>`select ${columns} from ${sql.table(table)} where ${isAbout(personId)}`.execute(
    trx,
  );
  return rows;
}

/** Inserts a row if the records exist to which it refers; returns whether the row was inserted. */
async function insertRow(
  trx: Trx,
  { table, references }: PersonalTable & TableAside,
  columns: readonly string[],
  row: RowAside,
): Promise<boolean> {
  const conditions = references.map(
    ({ name, table: referenced, column }) =>
      sql`exists (select 1 from ${sql.table(referenced)} where ${sql.ref(column)} = ${row[name]})`,
  );
  // An id that PostgreSQL always generates is overridden: a restored row has its former id.
  const overriding = dialectOf(trx) === 'postgres' ? sql`overriding system value` : sql``;
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))}) ${overriding}
    select ${sql.join(columns.map((name) => row[name]))} where ${sql.join(conditions, sql` and `)}
    on conflict do nothing`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

async function raiseVersion(trx: Trx, personId: number): Promise<void> {
  await trx
    .updateTable('users')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', personId)
    .execute();
}
