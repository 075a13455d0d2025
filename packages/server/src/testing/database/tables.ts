import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';
import { dialectOf } from '#server/database/foundation.ts';

/**
 * Updates the statistics of the query planner now, as autovacuum (PostgreSQL) or a recurring job (SQLite) does in production. On
 * PostgreSQL, the function also updates the visibility map. If the visibility map is not up to date, an index-only scan must read the table
 * for each row, so the planner would sort rows instead.
 */
export async function analyzeTables({ kysely, transact, refreshStatistics }: Database): Promise<void> {
  const isPostgres = dialectOf(kysely) === 'postgres';
  await transact(async (trx) => {
    // `vacuum` marks a row as visible only if its commit is on the disk. A synchronous commit also writes all earlier commits to the disk.
    if (isPostgres) await sql`set local synchronous_commit = on`.execute(trx);
    await sql`analyze`.execute(trx);
  });
  if (isPostgres) {
    const tables = await kysely.introspection.getTables();
    await sql`vacuum ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(kysely);
  }
  await refreshStatistics();
}

/** Reads the whole content of a database, to compare it before and after a call: the rows of each table as text, in a fixed order. */
export async function allRows({ kysely }: Database): Promise<Record<string, string[]>> {
  const names = (await kysely.introspection.getTables()).map(({ name }) => name);
  // A full-text index of SQLite (FTS5) cannot be read with `select`. Its content is in other tables, which this function reads.
  const readableNames = names.filter((name) => !names.includes(`${name}_data`));
  const rowsByTable: Record<string, string[]> = {};
  for (const name of readableNames) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(kysely);
    rowsByTable[name] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return rowsByTable;
}
