import { sql } from 'kysely';
import { declaredTables } from '../declared-tables.ts';
import type { Db } from '../foundation.ts';
import type { ColumnTypeName } from '../columns.ts';
import { camelCase } from '../names.ts';
import { personalTables } from './rows-of-person.ts';

/**
 * Reads everything that is stored about a person, by table, as `personalData` declares it: all columns except the secret ones. Moments
 * become ISO 8601 texts, JSON columns become objects, and flags become true or false.
 */
export async function readRows(db: Db, personId: number): Promise<Record<string, Record<string, unknown>[]>> {
  const rowsByTable: Record<string, Record<string, unknown>[]> = {};
  for (const { table, columns, isAbout } of personalTables) {
    const columnNames = [...columns].flatMap(([name, rule]) => (rule.isSecret ? [] : [name]));
    if (columnNames.length === 0) continue;
    const selectedColumns = sql.join(columnNames.map((name) => sql.ref(name)));
    const query = sql<
      Record<string, unknown>
    >`select ${selectedColumns} from ${sql.table(table)} where ${isAbout(personId)}`;
    // The queries run one after the other, so that an export uses only one connection.
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await query.execute(db);
    rowsByTable[table] = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, toReadableValue(columnTypes.get(`${table}.${name}`), value)]),
      ),
    );
  }
  return rowsByTable;
}

function toReadableValue(columnType: ColumnTypeName | undefined, value: unknown): unknown {
  if (columnType === 'moment' && typeof value === 'number') return new Date(value).toISOString();
  if (columnType === 'json' && typeof value === 'string') return JSON.parse(value);
  return columnType === 'flag' ? value === 1 : value;
}

/** The type of each column, by `table.column`. */
const columnTypes = new Map<string, ColumnTypeName>(
  declaredTables.flatMap(({ table, columns }) =>
    Object.entries(columns).map(([name, { columnType }]) => [`${camelCase(table)}.${camelCase(name)}`, columnType]),
  ),
);
