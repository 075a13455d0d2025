import type { CrmAccount } from '@basics/contract/crm.ts';
import type { Person } from './people.ts';

/** Two towns of each country with customers of the demo. */
const townsByCountry: Readonly<Record<string, readonly [string, string]>> = {
  AT: ['Graz', 'Linz'],
  AU: ['Brisbane', 'Perth'],
  BE: ['Gent', 'Antwerpen'],
  BR: ['Curitiba', 'Campinas'],
  CA: ['Hamilton', 'Calgary'],
  CH: ['Winterthur', 'Bern'],
  CZ: ['Brno', 'Plzeň'],
  DE: ['Kassel', 'Nürnberg'],
  DK: ['Odense', 'Aarhus'],
  ES: ['Bilbao', 'Zaragoza'],
  FI: ['Tampere', 'Oulu'],
  FR: ['Lyon', 'Nantes'],
  GB: ['Sheffield', 'Bristol'],
  IE: ['Cork', 'Galway'],
  IN: ['Pune', 'Chennai'],
  IT: ['Brescia', 'Torino'],
  JP: ['Nagoya', 'Kobe'],
  NL: ['Eindhoven', 'Zwolle'],
  NO: ['Drammen', 'Trondheim'],
  PL: ['Łódź', 'Poznań'],
  PT: ['Braga', 'Aveiro'],
  SE: ['Västerås', 'Malmö'],
  US: ['Columbus', 'Tulsa'],
};

/** Creates a CRM account for each company of the customers, numbered in the order of their names. */
export function createCrmAccounts(customers: readonly Person[]): CrmAccount[] {
  const countryByCompany = new Map(customers.map(({ company, country }) => [company, country]));
  return [...countryByCompany]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, country], index) => ({
      account: `C-${10_001 + index}`,
      name,
      city: townsByCountry[country]?.[index % 2] ?? '',
      country,
    }));
}
