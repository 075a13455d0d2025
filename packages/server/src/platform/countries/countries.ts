import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { foldText } from '#server/platform/search/search-text.ts';
import { codesByContinent } from './countries.data.ts';

export type Continent = keyof typeof codesByContinent;
export type Country = { code: string; name: string; continent: Continent };

const isContinent = (name: string): name is Continent => name in codesByContinent;
const names = new Intl.DisplayNames('en', { type: 'region' });

export const continents: readonly Continent[] = Object.keys(codesByContinent).filter(isContinent).toSorted();

/** Every country and territory, by its English name. */
export const countries: readonly Country[] = continents
  .flatMap((continent) =>
    codesByContinent[continent].split(/\s+/).map((code) => ({ code, name: names.of(code) ?? code, continent })),
  )
  .toSorted((a, b) => (foldText(a.name) < foldText(b.name) ? -1 : 1));

const byCode = new Map(countries.map((country) => [country.code, country]));

export const isCountry = (code: string): boolean => byCode.has(code);

/** The continent that a country's code stands for; null for no country, or one that is none. */
export const continentOf = (code: string | null): Continent | null => byCode.get(code ?? '')?.continent ?? null;

/** The country's English name, or its code where it has none. */
export const countryName = (code: string): string => byCode.get(code)?.name ?? code;

/** The codes of the countries whose name contains the keyword, or whose code it is. */
export function countriesLike(keyword: string): string[] {
  const folded = foldText(keyword);
  return countries
    .filter(({ code, name }) => code.toLowerCase() === folded || foldText(name).includes(folded))
    .map(({ code }) => code);
}

/**
 * Sorts rows by the names of their countries, which no table holds; rows without one come last. First by the first letter of the code,
 * because a database tries one `when` after the other, for each row.
 */
export function byCountryName(column: RawBuilder<string | null>): RawBuilder<number> {
  const last = sql.lit(countries.length);
  const ranked = countries.map(({ code }, rank) => ({ code, rank }));
  const letters = [...Map.groupBy(ranked, ({ code }) => code.charAt(0))].map(([letter, group]) => {
    const ranks = group.map(({ code, rank }) => sql`when ${sql.lit(code)} then ${sql.lit(rank)}`);
    return sql`when ${sql.lit(letter)} then case ${column} ${sql.join(ranks, sql` `)} else ${last} end`;
  });
  return sql<number>`case substr(${column}, 1, 1) ${sql.join(letters, sql` `)} else ${last} end`;
}
