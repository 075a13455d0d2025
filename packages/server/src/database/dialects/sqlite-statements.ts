import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

type Prepared = { statement: StatementSync; answersRows: boolean };

export type Run = { rows: unknown[]; changes: number };

/** Runs SQL on one connection and keeps the `most` most recently used statements prepared, by their text. */
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
      const { statement, answersRows } = prepared(sql);
      // Kysely passes only values that the column types allow: text, numbers and null. node:sqlite refuses anything else.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const values = parameters as SQLInputValue[];
      if (!answersRows) return { rows: [], changes: Number(statement.run(...values).changes) };
      const rows = statement.all(...values);
      return { rows, changes: rows.length };
    },
  };
}

export type Statements = ReturnType<typeof createStatements>;

function prepare(connection: DatabaseSync, sql: string): Prepared {
  const statement = connection.prepare(sql);
  return { statement, answersRows: statement.columns().length > 0 };
}
