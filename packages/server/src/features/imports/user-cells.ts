import { profiles } from '@basics/contract/permissions.ts';
import { words } from '@basics/contract/words.ts';
import { toolsIn } from '#server/features/users/tools-text.ts';
import { brandIn, countryIn, flagIn } from './cells.ts';

/** A cell as the field that it fills: its value (null where a field that is needed is empty), or what is wrong with it. */
type Read = { value: unknown } | { message: string };

type Brands = readonly { id: string; name: string }[];

const filled = (cell: string, read: (text: string) => Read): Read => {
  const text = cell.trim();
  return text === '' ? { value: null } : read(text);
};

const known = (value: unknown, message: string = words.notAllowed): Read => (value === null ? { message } : { value });

const plainText = (cell: string): Read => ({ value: cell.trim() });

/** The columns of a file of users: the field that each fills, and how its cells are read. */
export const userColumns = {
  login: { field: 'login', read: plainText },
  firstName: { field: 'firstName', read: plainText },
  lastName: { field: 'lastName', read: plainText },
  phone: { field: 'phone', read: plainText },
  company: { field: 'company', read: plainText },
  profile: { field: 'profileID', read: (cell) => filled(cell, (text) => known(profileIn(text))) },
  brand: { field: 'brand', read: (cell, brands) => filled(cell, (text) => known(brandIn(text, brands))) },
  country: { field: 'country', read: (cell) => filled(cell, (text) => known(countryIn(text))) },
  tools: { field: 'tools', read: (cell) => filled(cell, (text) => known(toolsIn(text), words.importTools)) },
  language: { field: 'language', read: (cell) => ({ value: cell.trim() || 'en' }) },
  canReceiveMail: {
    field: 'canReceiveMail',
    read: (cell) => filled(cell, (text) => known(flagIn(text), words.importYesNo)),
  },
  crmAccount: { field: 'crmAccount', read: (cell) => ({ value: cell.trim() || null }) },
} satisfies Record<string, { field: string; read: (cell: string, brands: Brands) => Read }>;

export type UserColumn = keyof typeof userColumns;

export const isUserColumn = (name: string): name is UserColumn => name in userColumns;

/** A profile by its name or its number. */
function profileIn(text: string): number | null {
  const named = Object.entries(profiles).find(([id, name]) => id === text || name.toLowerCase() === text.toLowerCase());
  return named ? Number(named[0]) : null;
}

/** The column that a field was read from: `tools` for `tools.0.brand`. */
export function columnOf(path: string): string {
  const [field = ''] = path.split('.');
  return Object.entries(userColumns).find(([, column]) => column.field === field)?.[0] ?? field;
}

/** The fields that these columns of a row fill, and the columns that cannot be read. */
export function fieldsIn(
  columns: readonly UserColumn[],
  cellOf: (column: UserColumn) => string,
  brands: Brands,
): { fields: Record<string, unknown>; faults: Record<string, string> } {
  const fields: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const column of columns) {
    const { field, read } = userColumns[column];
    const cell = read(cellOf(column), brands);
    if ('message' in cell) faults[column] = cell.message;
    else fields[field] = cell.value;
  }
  return { fields, faults };
}
