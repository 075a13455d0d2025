import type { Reply } from '@basics/contract/endpoint.ts';
import { preferences } from '@basics/contract/users.ts';
import type { Preferences, users } from '@basics/contract/users.ts';
import { continentOf } from '#server/platform/countries.ts';
import { objectIn } from '#server/platform/json-column.ts';
import { priceLists } from './price-lists.data.ts';

type Options = Reply<typeof users.preferences>['options'];

const usual: Preferences = {
  temperature: 'C',
  weight: 'kg',
  measure: 'm',
  packed: false,
  priceList: null,
  graphThickness: 1,
};

/** A user's preferences, with the usual value for each that he never set or that is no option any more. */
export function preferencesIn(json: string): Preferences {
  const stored = objectIn(json);
  const known = Object.fromEntries(Object.entries(stored).filter(([name]) => name in usual));
  const parsed = preferences.safeParse({ ...usual, ...known });
  return parsed.success ? parsed.data : usual;
}

/** What a user of this brand and country can choose from. */
export function preferenceOptions(owner: { brand: string | null; country: string | null }): Options {
  return {
    temperature: [
      { id: 'C', name: '°C' },
      { id: 'F', name: '°F' },
      { id: 'K', name: 'K' },
    ],
    weight: [
      { id: 'kg', name: 'kg' },
      { id: 'lb', name: 'lb' },
    ],
    measure: [
      { id: 'm', name: 'm, m², m³' },
      { id: 'mm', name: 'mm, mm², mm³' },
      { id: 'in', name: 'in, ft², ft³' },
    ],
    priceList: priceListsFor(owner),
    graphThickness: { least: 0.5, most: 5, step: 0.25 },
  };
}

/** The price lists that a brand publishes for a country. */
export function priceListsFor({ brand, country }: { brand: string | null; country: string | null }) {
  const continent = continentOf(country);
  return priceLists
    .filter((list) => list.brand === brand && continent !== null && list.continents.includes(continent))
    .map(({ id, name }) => ({ id, name }));
}
