import * as z from 'zod/mini';
import { createListFilters, type ListField, type ListFields, type ListFilter } from './list-fields.ts';

/**
 * The filters of a list as one text, for the address of its page: `country.oneOf.PL.DE*neverSignedIn.yes`. Values are encoded like the values
 * of a query string, with their points and asterisks.
 */
export const writeFilters = (filters: readonly ListFilter[]): string | undefined =>
  filters.length === 0
    ? undefined
    : filters.map(({ field, op, values }) => [field, op, ...values.map(encodeValue)].join('.')).join('*');

/** Reads the text of `writeFilters`. Returns null if the list does not accept the filters. */
export function readFilters<Fields extends ListFields>(
  fields: Fields,
  text: string,
): ListFilter<keyof Fields & string>[] | null {
  const filters = text.split('*').map((part) => {
    const [name = '', op, ...values] = part.split('.');
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return { field: name, op, values: values.map((value) => readValue(field, decodeValue(value))) };
  });
  return createListFilters(fields).safeParse(filters).data ?? null;
}

/** The schema of the filters in an address, which stay a text. */
export const createFilterText = (fields: ListFields) =>
  z.string().check(z.refine((text) => readFilters(fields, text) !== null));

const encodeValue = (value: string | number): string =>
  encodeURIComponent(value).replaceAll(/[.*]/g, (sign) => (sign === '.' ? '%2E' : '%2A'));

function decodeValue(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Somebody has typed the text into the address, so it is taken as it is.
    return text;
  }
}

/** Reads a value as a number if the field does not accept it as a text. */
const readValue = (field: ListField | undefined, text: string): string | number =>
  field?.value.safeParse(text).success || !/^\d{1,15}$/.test(text) ? text : Number(text);
