import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { camelCase } from '../names.ts';

/** `columns`: the columns of its rows in camelCase; empty for a statement that returns no rows. */
type Prepared = { statement: StatementSync; columns: readonly string[] };

export type RunResult = { rows: unknown[]; changes: number };

/** For connections that read. 8 MiB: with the 2 MiB of SQLite, a search of a million users reads most pages from the system again. */
export const readerCache = 'pragma cache_size = -8192';

/** Runs SQL on one connection and keeps the most recently used statements prepared, by their text. Rows have camelCase keys. */
export function createStatements(connection: DatabaseSync, maxStatements = 300) {
  const statements = new Map<string, Prepared>();

  function findOrPrepare(sql: string): Prepared {
    const cached = statements.get(sql);
    statements.delete(sql);
    const current = cached ?? prepare(connection, sql);
    statements.set(sql, current);
    if (statements.size > maxStatements) for (const oldest of statements.keys()) return dropOldest(oldest, current);
    return current;
  }

  function dropOldest(oldest: string, current: Prepared): Prepared {
    statements.delete(oldest);
    return current;
  }

  return {
    run(sql: string, parameters: readonly unknown[]): RunResult {
      const prepared = findOrPrepare(sql);
      const { statement } = prepared;
      // Kysely passes only values that the column types allow: text, numbers and null. node:sqlite refuses anything else.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const values = parameters as SQLInputValue[];
      if (prepared.columns.length === 0) return { rows: [], changes: Number(statement.run(...values).changes) };
      // Rows are arrays, because `setReturnArrays` is on, which the types do not show.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const found = statement.all(...values) as unknown as readonly (readonly unknown[])[];
      // A migration may have added columns since the statement was prepared.
      if (found[0] && found[0].length !== prepared.columns.length) prepared.columns = columnsOf(statement);
      const rows = found.map((cells) => toRow(prepared.columns, cells));
      return { rows, changes: rows.length };
    },
  };
}

export type Statements = ReturnType<typeof createStatements>;

function prepare(connection: DatabaseSync, sql: string): Prepared {
  const statement = connection.prepare(sql);
  // Otherwise node:sqlite returns each row as a dictionary, which takes twice as long to create and to read.
  statement.setReturnArrays(true);
  return { statement, columns: columnsOf(statement) };
}

const columnsOf = (statement: StatementSync): string[] => statement.columns().map(({ name }) => camelCase(name));

function toRow(columns: readonly string[], cells: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  // This runs for each value that is read: an iterator would take longer than the rest.
  for (let at = 0; at < columns.length; at += 1) row[columns[at] ?? ''] = cells[at];
  return row;
}
