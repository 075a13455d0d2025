import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { camelCase } from '../names.ts';

/**
 * `columns` contains the columns of the rows in camelCase; it is empty for a statement that returns no rows. `emptyRow`: a row that has all
 * columns.
 */
type PreparedStatement = Columns & { statement: StatementSync };
type Columns = { columns: readonly string[]; emptyRow: Readonly<Record<string, unknown>> };

export type RunResult = { rows: unknown[]; changes: number };

/**
 * The page cache of connections that read, 8 MiB. With the default of 2 MiB, a search among a million users reads most pages again from the
 * operating system.
 */
export const readerCachePragma = 'pragma cache_size = -8192';

/** Runs SQL on one connection and keeps the most recently used statements prepared, by their text. Rows have camelCase keys. */
export function createStatements(connection: DatabaseSync, maxStatements = 300) {
  const statements = new Map<string, PreparedStatement>();

  function findOrPrepare(sql: string): PreparedStatement {
    const cachedStatement = statements.get(sql);
    statements.delete(sql);
    const usedStatement = cachedStatement ?? prepare(connection, sql);
    statements.set(sql, usedStatement);
    if (statements.size > maxStatements)
      for (const oldestSql of statements.keys()) return dropOldest(oldestSql, usedStatement);
    return usedStatement;
  }

  function dropOldest(oldestSql: string, usedStatement: PreparedStatement): PreparedStatement {
    statements.delete(oldestSql);
    return usedStatement;
  }

  return {
    has: (sql: string): boolean => statements.has(sql),
    run(sql: string, parameters: readonly unknown[]): RunResult {
      const preparedStatement = findOrPrepare(sql);
      const { statement } = preparedStatement;
      // Kysely passes only values that the column types allow: text, numbers and null. node:sqlite refuses anything else.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const inputValues = parameters as SQLInputValue[];
      if (preparedStatement.columns.length === 0)
        return { rows: [], changes: Number(statement.run(...inputValues).changes) };
      // Rows are arrays, because `setReturnArrays` is on, which the types do not show.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const rawRows = statement.all(...inputValues) as unknown as readonly (readonly unknown[])[];
      // A migration may have added columns since the statement was prepared.
      if (rawRows[0] && rawRows[0].length !== preparedStatement.columns.length)
        Object.assign(preparedStatement, readColumns(statement));
      const rows = rawRows.map((cells) => toRow(preparedStatement, cells));
      return { rows, changes: rows.length };
    },
  };
}

export type Statements = ReturnType<typeof createStatements>;

function prepare(connection: DatabaseSync, sql: string): PreparedStatement {
  const statement = connection.prepare(sql);
  // Without this setting, node:sqlite returns each row as a dictionary, which takes twice as long to create and to read.
  statement.setReturnArrays(true);
  return { statement, ...readColumns(statement) };
}

function readColumns(statement: StatementSync): Columns {
  const columns = statement.columns().map(({ name }) => camelCase(name));
  return { columns, emptyRow: Object.fromEntries(columns.map((column) => [column, null])) };
}

function toRow({ columns, emptyRow }: Columns, cells: readonly unknown[]): Record<string, unknown> {
  // Adding the columns to an empty object one by one takes four times as long as copying an object that already has the columns.
  const row = { ...emptyRow };
  // The loop runs for each value that is read: an iterator would take longer than all other work on the value.
  for (let at = 0; at < columns.length; at += 1) row[columns[at] ?? ''] = cells[at];
  return row;
}
