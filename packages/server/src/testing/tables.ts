import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';

/** Lets the planner of either database know at once what autovacuum and a recurring job tell it in time. */
export async function analyze({ kysely, refreshStatistics }: Database): Promise<void> {
  await sql`analyze`.execute(kysely);
  await refreshStatistics();
}

/** Everything that a database holds, to see what a call has written: the rows of each table as text, in a fixed order. */
export async function allRows({ kysely }: Database): Promise<Record<string, string[]>> {
  const tables = await kysely.introspection.getTables();
  const held: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(kysely);
    held[name] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return held;
}
