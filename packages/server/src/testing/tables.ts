import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';

/** Updates the planner's statistics now. In production, autovacuum (PostgreSQL) or a recurring job (SQLite) does this. */
export async function analyze({ kysely, refreshStatistics }: Database): Promise<void> {
  await sql`analyze`.execute(kysely);
  await refreshStatistics();
}

/** The whole content of a database, to compare before and after a call: the rows of each table as text, in a fixed order. */
export async function allRows({ kysely }: Database): Promise<Record<string, string[]>> {
  const tables = (await kysely.introspection.getTables()).filter(({ name }) => !isIndex(name));
  const held: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(kysely);
    held[name] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return held;
}

/** SQLite's search indexes are tables as well; they are derived from others, and cannot be read as a whole. */
const isIndex = (table: string): boolean => table.includes('_trigrams');
