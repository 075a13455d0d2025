import type { Continent } from '#server/platform/countries/countries.ts';

type PriceList = { id: string; name: string; brand: string; continents: readonly Continent[] };

const allContinents: readonly Continent[] = ['Africa', 'Americas', 'Antarctica', 'Asia', 'Europe', 'Oceania'];

/** The price lists of Basics, each with its brand and the continents where it is valid. */
export const priceLists: readonly PriceList[] = [
  { id: 'blue-eur', name: 'Basics Blue Europe (EUR)', brand: 'blue', continents: ['Europe'] },
  { id: 'blue-usd', name: 'Basics Blue International (USD)', brand: 'blue', continents: allContinents },
  { id: 'red-eur', name: 'Basics Red Europe (EUR)', brand: 'red', continents: ['Europe'] },
  { id: 'red-usd', name: 'Basics Red International (USD)', brand: 'red', continents: allContinents },
];
