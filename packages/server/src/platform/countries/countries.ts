import { otherCountryNames } from '@basics/contract/country-names.ts';
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

/** The languages, besides English, in which the name of a country is known. */
const otherLanguages = [
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pl',
  'cs',
  'pt',
  'sv',
  'da',
  'nb',
  'fi',
  'hu',
  'ro',
  'tr',
  'el',
  'ru',
];

let codesByName: ReadonlyMap<string, string> | undefined;

/** Returns the code of the country with this name, in one of several languages or as people abbreviate it; null for an unknown name. */
export function findCountryByName(name: string): string | null {
  codesByName ??= createCodesByName();
  return codesByName.get(foldCountryName(name)) ?? null;
}

/** An English name has priority over the same name of another country in another language. */
function createCodesByName(): Map<string, string> {
  const codes = new Map<string, string>();
  const addName = (name: string, code: string): void => {
    const foldedName = foldCountryName(name);
    if (!codes.has(foldedName)) codes.set(foldedName, code);
  };
  for (const { code, name } of countries) addName(name, code);
  for (const [code, names] of Object.entries(otherCountryNames)) for (const name of names) addName(name, code);
  for (const language of otherLanguages) {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    for (const { code } of countries) addName(names.of(code) ?? code, code);
  }
  return codes;
}

const foldCountryName = (name: string): string =>
  foldText(name)
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the /, '')
    .replaceAll(' ', '');
