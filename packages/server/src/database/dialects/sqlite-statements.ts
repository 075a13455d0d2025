import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { camelCase } from '../names.ts';

/** `names`: the columns of its rows in camelCase; empty for a statement that returns no rows. */
type Prepared = { statement: StatementSync; names: readonly string[] };

export type Run = { rows: unknown[]; changes: number };

/** For connections that read. 8 MiB: with the 2 MiB of SQLite, a search of a million users reads most pages from the system again. */
export const readerCache = 'pragma cache_size = -8192';

/** Runs SQL on one connection and keeps the `most` most recently used statements prepared, by their text. Rows have camelCase keys. */
export function createStatements(connection: DatabaseSync, most = 300) {
  const kept = new Map<string, Prepared>();

  function prepared(sql: string): Prepared {
    const known = kept.get(sql);
    kept.delete(sql);
    const one = known ?? prepare(connection, sql);
    kept.set(sql, one);
    if (kept.size > most) for (const oldest of kept.keys()) return dropped(oldest, one);
    return one;
  }

  function dropped(oldest: string, one: Prepared): Prepared {
    kept.delete(oldest);
    return one;
  }

  return {
    run(sql: string, parameters: readonly unknown[]): Run {
      const one = prepared(sql);
      const { statement } = one;
      // Kysely passes only values that the column types allow: text, numbers and null. node:sqlite refuses anything else.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const values = parameters as SQLInputValue[];
      if (one.names.length === 0) return { rows: [], changes: Number(statement.run(...values).changes) };
      // Arrays, because `setReturnArrays` is on, which the types do not know.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const found = statement.all(...values) as unknown as readonly (readonly unknown[])[];
      // A migration may have added columns since the statement was prepared.
      if (found[0] && found[0].length !== one.names.length) one.names = namesOf(statement);
      const rows = found.map((cells) => toRow(one.names, cells));
      return { rows, changes: rows.length };
    },
  };
}

export type Statements = ReturnType<typeof createStatements>;

function prepare(connection: DatabaseSync, sql: string): Prepared {
  const statement = connection.prepare(sql);
  // As an object, SQLite's driver makes each row a dictionary, which takes twice as long to make and to read.
  statement.setReturnArrays(true);
  return { statement, names: namesOf(statement) };
}

const namesOf = (statement: StatementSync): string[] => statement.columns().map(({ name }) => camelCase(name));

function toRow(names: readonly string[], cells: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  // This runs for each value that is read: an iterator would take longer than the rest.
  for (let at = 0; at < names.length; at += 1) row[names[at] ?? ''] = cells[at];
  return row;
}
