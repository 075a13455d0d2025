import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';

/**
 * Updates the planner's statistics now. In production, autovacuum (PostgreSQL) or a recurring job (SQLite) does this. On PostgreSQL also the
 * visibility map: without it, reading only an index costs a look at the table for each row, and the planner prefers to sort.
 */
export async function analyze({ kysely, transact, refreshStatistics }: Database): Promise<void> {
  const isPostgres = dialectOf(kysely) === 'postgres';
  await transact(async (trx) => {
    // Writes the earlier commits of a test to the disk too: `vacuum` marks no row as visible whose commit is not there.
    if (isPostgres) await sql`set local synchronous_commit = on`.execute(trx);
    await sql`analyze`.execute(trx);
  });
  if (isPostgres) {
    const tables = await kysely.introspection.getTables();
    await sql`vacuum ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(kysely);
  }
  await refreshStatistics();
}

/** The whole content of a database, to compare before and after a call: the rows of each table as text, in a fixed order. */
export async function allRows({ kysely }: Database): Promise<Record<string, string[]>> {
  const names = (await kysely.introspection.getTables()).map(({ name }) => name);
  // The index of a search on SQLite (FTS5) cannot be read itself; its content is in tables of its own, which are read.
  const readable = names.filter((name) => !names.includes(`${name}_data`));
  const held: Record<string, string[]> = {};
  for (const name of readable) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(kysely);
    held[name] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return held;
}
