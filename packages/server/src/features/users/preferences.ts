import { preferences, units } from '@basics/contract/preferences.ts';
import type { PreferenceOptions, Preferences } from '@basics/contract/preferences.ts';
import { findContinent } from '#server/platform/countries/countries.ts';
import { parseObject } from '#server/platform/json-column.ts';
import { priceLists } from './price-lists.data.ts';

const defaultPreferences: Preferences = {
  temperature: 'C',
  weight: 'kg',
  measure: 'm',
  packed: false,
  priceList: null,
  graphThickness: 1,
};

/** A user's preferences, with the default for each that was never set or is no longer an option. */
export function readPreferences(json: string): Preferences {
  const stored = parseObject(json);
  const known = Object.fromEntries(Object.entries(stored).filter(([name]) => name in defaultPreferences));
  const parsed = preferences.safeParse({ ...defaultPreferences, ...known });
  return parsed.success ? parsed.data : defaultPreferences;
}

/** The options for a user of this brand and country. */
export const listPreferenceOptions = (owner: { brand: string | null; country: string | null }): PreferenceOptions => ({
  ...units,
  priceList: findPriceLists(owner),
});

/** The price lists that a brand publishes for a country. */
export function findPriceLists({ brand, country }: { brand: string | null; country: string | null }) {
  const continent = findContinent(country);
  return priceLists
    .filter((list) => list.brand === brand && continent !== null && list.continents.includes(continent))
    .map(({ id, name }) => ({ id, name }));
}
