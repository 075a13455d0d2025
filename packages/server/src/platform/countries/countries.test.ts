import { expect, test } from 'vitest';
import { findContinent, continents, countries, findCountries, findCountryName, isCountry } from './countries.ts';

test('the list of countries contains the 249 codes of ISO 3166-1, each once', () => {
  expect(countries).toHaveLength(249);
  expect(new Set(countries.map(({ code }) => code)).size).toBe(249);
});

test('a country has the continent that UN M49 gives it', () => {
  expect(['DE', 'CY', 'RU', 'MX', 'EG', 'GL', 'TR', 'NZ', 'AQ'].map(findContinent)).toEqual([
    'Europe',
    'Asia',
    'Europe',
    'Americas',
    'Africa',
    'Americas',
    'Asia',
    'Oceania',
    'Antarctica',
  ]);
  expect(continents).toEqual(['Africa', 'Americas', 'Antarctica', 'Asia', 'Europe', 'Oceania']);
});

test('every country has an English name, and the list is sorted by these names without regard to accents', () => {
  expect(countries.filter(({ code, name }) => code === name)).toEqual([]);
  const names = countries.map(({ name }) => name);
  expect(names.indexOf('Åland Islands')).toBeLessThan(names.indexOf('Albania'));
});

test('an unknown country code has no continent, and its name is the code itself', () => {
  expect([isCountry('XX'), isCountry('de'), findContinent('XX'), findContinent(null), findCountryName('XX')]).toEqual([
    false,
    false,
    null,
    null,
    'XX',
  ]);
});

test('a search finds a country by a part of its name, without regard to accents and letter case, or by its code', () => {
  expect(findCountries('ALAND IS')).toEqual(['AX']);
  expect(findCountries('germ')).toEqual(['DE']);
  expect(findCountries('de')).toContain('DE');
});
