import { otherCountryNames } from '@basics/contract/fields/country-names.ts';
import { foldText } from '#server/platform/search/search-text.ts';

export type Continent = keyof typeof codesByContinent;
export type Country = { code: string; name: string; continent: Continent };

const isContinent = (name: string): name is Continent => name in codesByContinent;
const regionNames = new Intl.DisplayNames('en', { type: 'region' });

/**
 * The country codes of ISO 3166-1 (alpha-2) by their continent in UN M49. Taiwan, which M49 does not list, is under
 * Asia.
 */
export const codesByContinent = {
  Africa: `DZ EG LY MA SD TN EH IO BI KM DJ ER ET TF KE MG MW MU YT MZ RE RW SC SO SS UG TZ ZM ZW AO CM CF TD CG CD GQ GA ST BW SZ LS
    NA ZA BJ BF CV CI GM GH GN GW LR ML MR NE NG SH SN SL TG`,
  Americas: `AI AG AW BS BB BQ VG KY CU CW DM DO GD GP HT JM MQ MS PR BL KN LC MF VC SX TT TC VI BZ CR SV GT HN MX NI PA AR BO BV BR CL
    CO EC FK GF GY PY PE GS SR UY VE BM CA GL PM US`,
  Antarctica: 'AQ',
  Asia: `KZ KG TJ TM UZ CN HK MO KP JP MN KR TW BN KH ID LA MY MM PH SG TH TL VN AF BD BT IN IR MV NP PK LK AM AZ BH CY GE IQ IL JO KW
    LB OM QA SA PS SY TR AE YE`,
  Europe: `BY BG CZ HU PL MD RO RU SK UA AX GG JE DK EE FO FI IS IE IM LV LT NO SJ SE GB AL AD BA HR GI GR VA IT MT ME MK PT SM RS SI ES
    AT BE FR DE LI LU MC NL CH`,
  Oceania: 'AU CX CC HM NZ NF FJ NC PG SB VU GU KI MH FM NR MP PW UM AS CK PF NU PN WS TK TO TV WF',
} as const;

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
