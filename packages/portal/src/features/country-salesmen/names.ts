import type { Assignment } from '@basics/contract/country-salesmen.ts';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import type { Options, Salesman } from './country-salesmen.queries.ts';

export const formatPerson = ({ firstName, lastName }: Salesman): string =>
  `${firstName} ${lastName}`.trim() || texts.noName;

/** Returns the names of ids; an id that is not among the options is shown itself. */
export type Names = {
  country: (code: string) => string;
  brand: (id: string) => string;
  /** Describes a whole assignment in words. */
  assignment: (assignment: Assignment) => string;
};

export function createNames({ countries, brands }: Pick<Options, 'countries' | 'brands'>): Names {
  const byCode = new Map(countries.map(({ code, name }) => [code, name]));
  const byId = new Map(brands.map(({ id, name }) => [id, name]));
  const country = (code: string): string => byCode.get(code) ?? code;
  const brand = (id: string): string => byId.get(id) ?? id;
  return {
    country,
    brand,
    assignment: (row) => texts.name(country(row.country), brand(row.brand), formatPerson(row.salesman)),
  };
}
