import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

type Prepared = { statement: StatementSync; returnsRows: boolean };

export type RunResult = { rows: unknown[]; changes: number };

/** Runs SQL on one connection and keeps the `most` most recently used statements prepared, by their text. */
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
      const { statement, returnsRows } = findOrPrepare(sql);
      // Kysely passes only values that the column types allow: text, numbers and null. node:sqlite refuses anything else.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const values = parameters as SQLInputValue[];
      if (!returnsRows) return { rows: [], changes: Number(statement.run(...values).changes) };
      const rows = statement.all(...values);
      return { rows, changes: rows.length };
    },
  };
}

export type Statements = ReturnType<typeof createStatements>;

function prepare(connection: DatabaseSync, sql: string): Prepared {
  const statement = connection.prepare(sql);
  return { statement, returnsRows: statement.columns().length > 0 };
}
