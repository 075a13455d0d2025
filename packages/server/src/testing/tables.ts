import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';

/** Updates the planner's statistics now. In production, autovacuum (PostgreSQL) or a recurring job (SQLite) does this. */
export async function analyze({ kysely, refreshStatistics }: Database): Promise<void> {
  await sql`analyze`.execute(kysely);
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
