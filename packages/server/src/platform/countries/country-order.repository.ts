import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { countries } from './countries.ts';

/**
 * Sorts rows by the names of their countries, which no table contains; rows without a country come last. Grouped by the first letter of the
 * code, because a database evaluates the `when` branches one by one for each row.
 */
export function countryNameRank(column: RawBuilder<string | null>): RawBuilder<number> {
  const last = sql.lit(countries.length);
  const ranked = countries.map(({ code }, rank) => ({ code, rank }));
  const letters = [...Map.groupBy(ranked, ({ code }) => code.charAt(0))].map(([letter, group]) => {
    const ranks = group.map(({ code, rank }) => sql`when ${sql.lit(code)} then ${sql.lit(rank)}`);
    return sql`when ${sql.lit(letter)} then case ${column} ${sql.join(ranks, sql` `)} else ${last} end`;
  });
  return sql<number>`case substr(${column}, 1, 1) ${sql.join(letters, sql` `)} else ${last} end`;
}
