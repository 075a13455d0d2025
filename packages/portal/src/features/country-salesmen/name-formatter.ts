import type { Assignment } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import type { Options, Salesman } from './country-salesmen.queries.ts';

export const formatPerson = ({ firstName, lastName }: Salesman): string =>
  `${firstName} ${lastName}`.trim() || texts.noName;

/** Functions that return the name for an id. An unknown id is returned unchanged. */
export type NameFormatter = {
  country: (code: string) => string;
  brand: (id: string) => string;
  /** Describes a whole assignment in words. */
  assignment: (assignment: Assignment) => string;
};

export function createNameFormatter({ countries, brands }: Pick<Options, 'countries' | 'brands'>): NameFormatter {
  const countryNames = new Map(countries.map(({ code, name }) => [code, name]));
  const brandNames = new Map(brands.map(({ id, name }) => [id, name]));
  const country = (code: string): string => countryNames.get(code) ?? code;
  const brand = (id: string): string => brandNames.get(id) ?? id;
  return {
    country,
    brand,
    assignment: (row) => texts.name(country(row.country), brand(row.brand), formatPerson(row.salesman)),
  };
}
