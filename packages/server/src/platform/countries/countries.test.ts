import { expect, test } from 'vitest';
import { findContinent, continents, countries, findCountries, findCountryName, isCountry } from './countries.ts';

test('the list contains the 249 codes of ISO 3166-1, each once', () => {
  expect(countries).toHaveLength(249);
  expect(new Set(countries.map(({ code }) => code)).size).toBe(249);
});

test('a country has the continent of UN M49', () => {
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

test('every country has an English name, and accents do not change its alphabetical position', () => {
  expect(countries.filter(({ code, name }) => code === name)).toEqual([]);
  const names = countries.map(({ name }) => name);
  expect(names.indexOf('Åland Islands')).toBeLessThan(names.indexOf('Albania'));
});

test('an unknown code has no continent, and its name is the code itself', () => {
  expect([isCountry('XX'), isCountry('de'), findContinent('XX'), findContinent(null), findCountryName('XX')]).toEqual([
    false,
    false,
    null,
    null,
    'XX',
  ]);
});

test('a country is found by part of its name, without accents and case, or by its code', () => {
  expect(findCountries('ALAND IS')).toEqual(['AX']);
  expect(findCountries('germ')).toEqual(['DE']);
  expect(findCountries('de')).toContain('DE');
});
