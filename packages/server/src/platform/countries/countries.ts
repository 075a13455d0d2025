import { foldText } from '#server/platform/search/search-text.ts';
import { codesByContinent } from './countries.data.ts';

export type Continent = keyof typeof codesByContinent;
export type Country = { code: string; name: string; continent: Continent };

const isContinent = (name: string): name is Continent => name in codesByContinent;
const regionNames = new Intl.DisplayNames('en', { type: 'region' });

export const continents: readonly Continent[] = Object.keys(codesByContinent).filter(isContinent).toSorted();

/** All countries and dependent territories, sorted by their English names. */
export const countries: readonly Country[] = continents
  .flatMap((continent) =>
    codesByContinent[continent].split(/\s+/).map((code) => ({ code, name: regionNames.of(code) ?? code, continent })),
  )
  .toSorted((a, b) => (foldText(a.name) < foldText(b.name) ? -1 : 1));

const countryByCode = new Map(countries.map((country) => [country.code, country]));

export const isCountry = (code: string): boolean => countryByCode.has(code);

/** Returns the continent of a country code; null for an unknown code. */
export const findContinent = (code: string | null): Continent | null =>
  countryByCode.get(code ?? '')?.continent ?? null;

/** Returns the English name of a country; for an unknown code, the code itself. */
export const findCountryName = (code: string): string => countryByCode.get(code)?.name ?? code;

/** Returns the codes of the countries whose name contains the keyword, or whose code equals it. */
export function findCountries(keyword: string): string[] {
  const foldedKeyword = foldText(keyword);
  return countries
    .filter(({ code, name }) => code.toLowerCase() === foldedKeyword || foldText(name).includes(foldedKeyword))
    .map(({ code }) => code);
}
