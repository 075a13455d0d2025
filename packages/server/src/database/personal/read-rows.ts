import { sql } from 'kysely';
import type { ColumnTypeName } from '../columns.ts';
import type { Db } from '../foundation.ts';
import { migrations } from '../migrations.ts';
import { camelCase } from '../names.ts';
import { personalTables } from './rows-of-person.ts';

/**
 * Everything that is stored about a person, by table, as `personalData` declares it: all columns but the secret ones. Moments are in ISO 8601,
 * JSON columns are JSON, flags are true or false.
 */
export async function readRows(db: Db, personId: number): Promise<Record<string, Record<string, unknown>[]>> {
  const found: Record<string, Record<string, unknown>[]> = {};
  for (const { table, columns, isAbout } of personalTables) {
    const shown = [...columns].flatMap(([name, rule]) => (rule.isSecret ? [] : [name]));
    if (shown.length === 0) continue;
    const names = sql.join(shown.map((name) => sql.ref(name)));
    const query = sql<Record<string, unknown>>`select ${names} from ${sql.table(table)} where ${isAbout(personId)}`;
    // One after the other, so that an export takes one connection.
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await query.execute(db);
    found[table] = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, readable(words.get(`${table}.${name}`), value)]),
      ),
    );
  }
  return found;
}

function readable(word: ColumnTypeName | undefined, value: unknown): unknown {
  if (word === 'moment' && typeof value === 'number') return new Date(value).toISOString();
  if (word === 'json' && typeof value === 'string') return JSON.parse(value);
  return word === 'flag' ? value === 1 : value;
}

/** The type of each column, by `table.column`. */
const words = new Map<string, ColumnTypeName>(
  migrations.flatMap(({ steps }) =>
    steps.flatMap((step): (readonly [string, ColumnTypeName])[] => {
      if (step.do === 'addColumn') return [[nameOf(step.table, step.name), step.column.word]];
      if (step.do !== 'createTable') return [];
      return Object.entries(step.columns).map(([name, { word }]) => [nameOf(step.table, name), word]);
    }),
  ),
);

function nameOf(table: string, column: string): string {
  return `${camelCase(table)}.${camelCase(column)}`;
}
