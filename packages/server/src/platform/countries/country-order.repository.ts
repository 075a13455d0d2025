import { sql, type RawBuilder } from 'kysely';
import { countries } from './countries.ts';

/**
 * Returns an SQL expression that sorts rows by the names of their countries. No table contains these names. Rows
 * without a country come last. The codes are grouped by their first letter, because a database evaluates the `when`
 * branches one by one for each row.
 */
export function countryNameRank(column: RawBuilder<string | null>): RawBuilder<number> {
  const lastRank = sql.lit(countries.length);
  const rankedCodes = countries.map(({ code }, rank) => ({ code, rank }));
  const branches = [...Map.groupBy(rankedCodes, ({ code }) => code.charAt(0))].map(([letter, group]) => {
    const ranks = group.map(({ code, rank }) => sql`when ${sql.lit(code)} then ${sql.lit(rank)}`);
    return sql`when ${sql.lit(letter)} then case ${column} ${sql.join(ranks, sql` `)} else ${lastRank} end`;
  });
  return sql<number>`case substr(${column}, 1, 1) ${sql.join(branches, sql` `)} else ${lastRank} end`;
}
