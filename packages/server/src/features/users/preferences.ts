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

/**
 * Reads a user's preferences from JSON. A preference that was never set has its default. If one stored value is no
 * longer allowed, all preferences have their defaults.
 */
export function readPreferences(json: string): Preferences {
  const storedValues = parseObject(json);
  const knownPreferences = Object.fromEntries(
    Object.entries(storedValues).filter(([name]) => name in defaultPreferences),
  );
  const parsedPreferences = preferences.safeParse({ ...defaultPreferences, ...knownPreferences });
  return parsedPreferences.success ? parsedPreferences.data : defaultPreferences;
}

/** Lists the options for a user of the given brand and country. */
export const listPreferenceOptions = (user: { brand: string | null; country: string | null }): PreferenceOptions => ({
  ...units,
  priceList: findPriceLists(user),
});

/** Finds the price lists that a brand publishes for a country. */
export function findPriceLists({ brand, country }: { brand: string | null; country: string | null }) {
  const continent = findContinent(country);
  return priceLists
    .filter((list) => list.brand === brand && continent !== null && list.continents.includes(continent))
    .map(({ id, name }) => ({ id, name }));
}
