import { sql } from 'kysely';
import type { Column, SqlValue } from '../columns.ts';
import { dialectOf, type Trx } from '../foundation.ts';
import { declaredTables } from '../declared-tables.ts';
import { camelCase } from '../columns.ts';
import { archivedTables, type ArchivedRow, type ArchivedTable, type PersonArchive } from './archive-rows.ts';
import type { TableName } from './declaration.ts';

/**
 * Writes the rows of a deleted person again. A column that was added after the archive was written gets its default, and a table or column
 * that was dropped is ignored. Returns the rows that cannot be restored, by table: rows that refer to a deleted record, for example a tool,
 * and rows whose unique values another row has now. Throws a unique violation if another account has the login.
 */
export async function restoreRows(trx: Trx, personId: number, archive: PersonArchive): Promise<PersonArchive> {
  const lostRows: PersonArchive = {};
  for (const table of archivedTables) {
    const rows = archive[table.table] ?? [];
    if (rows.length === 0) continue;
    // The statements run one after the other, because a transaction has one connection.
    // oxlint-disable-next-line no-await-in-loop
    if (table.erasing === 'empty') await refillRows(trx, table, personId, rows);
    // oxlint-disable-next-line no-await-in-loop -- as above
    else lostRows[table.table] = await insertRows(trx, table, rows);
  }
  await emptyRefusalMessages(trx, personId);
  await trx
    .updateTable('users')
    .set(({ eb }) => ({ erasedAt: null, version: eb('version', '+', 1) }))
    .where('id', '=', personId)
    .execute();
  return lostRows;
}

/**
 * The message of a refusal names who removed the PC. If that person was deleted while the restored user was in the bin, the message must
 * not be restored.
 */
async function emptyRefusalMessages(trx: Trx, personId: number): Promise<void> {
  await trx
    .updateTable('helpRequests')
    .set({ problemMessage: '' })
    .where('userId', '=', personId)
    .where('problemCode', '=', 'PC_DECLARED_GONE')
    .where((where) =>
      where.exists(
        where
          .selectFrom('machineReleases')
          .innerJoin('users', 'users.id', 'machineReleases.releasedBy')
          .select('machineReleases.id')
          .where('machineReleases.userId', '=', personId)
          .where('users.status', '=', 'deleted'),
      ),
    )
    .execute();
}

/** Writes the emptied columns of kept rows again, unless a row belongs to another person now. */
async function refillRows(
  trx: Trx,
  table: ArchivedTable,
  personId: number,
  rows: readonly ArchivedRow[],
): Promise<void> {
  for (const row of rows) {
    const createAssignment = (name: string) => sql`${sql.ref(name)} = ${row[name]}`;
    const changes = table.emptiedColumns.filter((name) => name in row).map(createAssignment);
    const conditions = [...table.key.map(createAssignment), table.isAbout(personId)];
    // oxlint-disable-next-line no-await-in-loop -- as above
    await sql`update ${sql.table(table.table)} set ${sql.join(changes)} where ${sql.join(conditions, sql` and `)}`.execute(
      trx,
    );
  }
}

/** One statement has at most this number of rows, because its number of parameters is limited. */
const rowsPerStatement = 200;

/** Inserts deleted rows again, and returns the rows that could not be inserted. */
async function insertRows(trx: Trx, table: ArchivedTable, rows: readonly ArchivedRow[]): Promise<ArchivedRow[]> {
  const rowsWithReferences = await keepReferences(trx, table.table, rows);
  const [firstRow] = rowsWithReferences;
  if (!firstRow) return [...rows];
  const columns = table.columnNames.filter((name) => name in firstRow);
  const columnList = sql.join(columns.map((name) => sql.ref(name)));
  const key = sql.join(table.key.map((name) => sql.ref(name)));
  // An id that PostgreSQL always generates is overridden: a restored row has its former id.
  const overriding = dialectOf(trx) === 'postgres' ? sql`overriding system value` : sql``;
  const insertedKeys = new Set<string>();
  for (let from = 0; from < rowsWithReferences.length; from += rowsPerStatement) {
    const values = rowsWithReferences
      .slice(from, from + rowsPerStatement)
      .map((row) => sql`(${sql.join(columns.map((name) => row[name]))})`);
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { rows: insertedRows } =
      await sql<ArchivedRow>`insert into ${sql.table(table.table)} (${columnList}) ${overriding}
      values ${sql.join(values)} on conflict do nothing returning ${key}`.execute(trx);
    for (const row of insertedRows) insertedKeys.add(toKeyText(table, row));
  }
  return rows.filter((row) => !insertedKeys.has(toKeyText(table, row)));
}

const toKeyText = ({ key }: ArchivedTable, row: ArchivedRow): string => JSON.stringify(key.map((name) => row[name]));

/**
 * Leaves out rows that refer to a record that was deleted meanwhile. A reference that the database sets to null when its record is deleted
 * is set to null here, too.
 */
async function keepReferences(
  trx: Trx,
  table: TableName,
  rows: readonly ArchivedRow[],
): Promise<readonly ArchivedRow[]> {
  let remainingRows = rows;
  for (const { name, references } of listReferences(table)) {
    const values = new Set(remainingRows.map((row) => row[name] ?? null).filter((value) => value !== null));
    if (values.size === 0) continue;
    // oxlint-disable-next-line no-await-in-loop -- as above
    const existingValues = await lockReferencedRows(trx, references, [...values]);
    remainingRows = remainingRows.flatMap((row) => {
      const value = row[name] ?? null;
      if (value === null || existingValues.has(value)) return [row];
      return references.onDelete === 'clear' ? [{ ...row, [name]: null }] : [];
    });
  }
  return remainingRows;
}

type Reference = NonNullable<Column['references']>;

function listReferences(table: TableName): { name: string; references: Reference }[] {
  const declaredTable = declaredTables.find((one) => camelCase(one.table) === table);
  return Object.entries(declaredTable?.columns ?? {}).flatMap(([name, { references }]) =>
    references ? [{ name: camelCase(name), references }] : [],
  );
}

/** Returns which of the referenced rows exist, and locks them, so that no referenced row is deleted before the transaction ends. */
async function lockReferencedRows(trx: Trx, reference: Reference, values: readonly SqlValue[]): Promise<Set<SqlValue>> {
  const column = sql.ref<SqlValue>(reference.column);
  const lock = dialectOf(trx) === 'postgres' ? sql`for key share` : sql``;
  const { rows } = await sql<{ referencedValue: SqlValue }>`select ${column} as referenced_value
    from ${sql.table(reference.table)} where ${column} in (${sql.join(values)}) ${lock}`.execute(trx);
  return new Set(rows.map(({ referencedValue }) => referencedValue));
}
