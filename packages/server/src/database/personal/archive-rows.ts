import { sql } from 'kysely';
import type { SqlValue } from '../columns.ts';
import { declaredTables, listPrimaryKeyColumns } from '../declared-tables.ts';
import type { Trx } from '../foundation.ts';
import { camelCase } from '../columns.ts';
import type { ColumnRule, TableName } from './declaration.ts';
import { erasedValueOf } from './erase-rows.ts';
import { personalTables, type PersonalTable } from './rows-of-person.ts';

export type ArchivedRow = Readonly<Record<string, SqlValue>>;

/**
 * The values that the deletion of a person removes, by table: complete rows if the rows of the table are deleted, otherwise the primary key and
 * the emptied columns.
 */
export type PersonArchive = { [Table in TableName]?: readonly ArchivedRow[] };

/** The tables whose rows return when a deleted person is restored, with the columns that an archive contains. */
export const archivedTables = personalTables
  .filter(({ restoring }) => restoring === 'returns')
  .map((table) => {
    const declaredTable = declaredTables.find(({ table: name }) => camelCase(name) === table.table);
    const key = declaredTable ? listPrimaryKeyColumns(declaredTable).map(camelCase) : [];
    const emptiedColumns = [...table.columns].flatMap(([name, rule]) => (rule.is === 'emptied' ? [name] : []));
    const columns = table.erasing === 'empty' ? [...key, ...emptiedColumns] : [...table.columns.keys()];
    return { ...table, key, columnNames: columns, emptiedColumns };
  })
  .filter(({ erasing, emptiedColumns }) => erasing !== 'empty' || emptiedColumns.length > 0);

export type ArchivedTable = (typeof archivedTables)[number];

/**
 * Reads the values that the deletion of the given people removes, with one statement for each table. Call this function before `eraseRows`.
 */
export async function readArchives(trx: Trx, personIds: readonly number[]): Promise<Map<number, PersonArchive>> {
  const archives = new Map<number, PersonArchive>(personIds.map((personId) => [personId, {}]));
  if (personIds.length === 0) return archives;
  for (const table of archivedTables) {
    // The statements run one after the other, because a transaction has one connection.
    // oxlint-disable-next-line no-await-in-loop
    for (const { archivedPersonId, ...row } of await readTable(trx, table, personIds)) {
      const archive = archives.get(Number(archivedPersonId));
      if (archive && !isAlreadyErased(table, row, Number(archivedPersonId)))
        archive[table.table] = [...(archive[table.table] ?? []), row];
    }
  }
  return archives;
}

async function readTable(
  trx: Trx,
  { table, key, columnNames, isAbout, personId }: ArchivedTable,
  ids: readonly number[],
) {
  const columns = columnNames.map((name) => sql.ref(`${table}.${name}`));
  const { rows } = await sql<ArchivedRow>`select ${personId} as archived_person_id, ${sql.join(columns)}
    from ${sql.table(table)} where ${isAbout(...ids)} order by ${sql.join(key.map((name) => sql.ref(`${table}.${name}`)))}`.execute(
    trx,
  );
  return rows;
}

/** Returns whether the deletion would not change this row: for example a licence without a reason of revocation. */
function isAlreadyErased(
  { erasing, columns, emptiedColumns }: PersonalTable & ArchivedTable,
  row: ArchivedRow,
  personId: number,
) {
  return (
    erasing === 'empty' && emptiedColumns.every((name) => row[name] === findErasedValue(columns.get(name), personId))
  );
}

const findErasedValue = (rule: ColumnRule | undefined, personId: number): unknown =>
  rule?.is === 'emptied' ? erasedValueOf(rule, personId) : undefined;
