import { profiles, findRole } from '@basics/contract/calls/permissions.ts';
import type { User } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { readBrand, readCountry, readFlag } from '#server/platform/csv/cells.ts';
import type { Cell } from '#server/platform/csv/csv.ts';
import { readTools, formatTools } from './tools-text.ts';

/**
 * The result of reading a cell: the value of the field (null if a required cell is empty), or a message that says what
 * is wrong with the cell.
 */
export type CellReading = { value: unknown } | { message: string };

export type Brands = readonly { id: string; name: string }[];

/** How a field is written to a CSV file and read from one. `header` is the name of the column if it differs from the field's name. */
export type CsvCell<Value> = {
  header?: string;
  write: (value: Value) => Cell;
  read: (cell: string, brands: Brands) => CellReading;
};

const readNonEmpty = (cell: string, read: (text: string) => CellReading): CellReading => {
  const text = cell.trim();
  return text === '' ? { value: null } : read(text);
};

const requireValue = (value: unknown, message: string = fieldMessages.notAllowed): CellReading =>
  value === null ? { message } : { value };

export const textCell: CsvCell<string> = { write: (text) => text, read: (cell) => ({ value: cell.trim() }) };

export const nullableTextCell: CsvCell<string | null> = {
  write: (text) => text,
  read: (cell) => ({ value: cell.trim() || null }),
};

/**
 * The cell contains the name of a profile. For a profile that the portal does not know, it contains the number and not
 * its role "viewer".
 */
export const profileCell: CsvCell<number | null> = {
  header: 'profile',
  write: (profileID) => (findRole(profileID) === 'viewer' ? profileID : findRole(profileID)),
  read: (cell) => readNonEmpty(cell, (text) => requireValue(readProfile(text))),
};

export const brandCell: CsvCell<string | null> = {
  write: (brand) => brand,
  read: (cell, brands) => readNonEmpty(cell, (text) => requireValue(readBrand(text, brands))),
};

export const countryCell: CsvCell<string | null> = {
  write: (country) => country,
  read: (cell) => readNonEmpty(cell, (text) => requireValue(readCountry(text))),
};

export const toolsCell: CsvCell<User['tools']> = {
  write: formatTools,
  read: (cell) => readNonEmpty(cell, (text) => requireValue(readTools(text), fieldMessages.importTools)),
};

export const languageCell: CsvCell<string> = {
  write: (language) => language,
  read: (cell) => ({ value: cell.trim() || 'en' }),
};

export const yesNoCell: CsvCell<boolean> = {
  write: (value) => (value ? 'yes' : 'no'),
  read: (cell) => readNonEmpty(cell, (text) => requireValue(readFlag(text), fieldMessages.importYesNo)),
};

/** Finds a profile by its number, its name, or its name on the page, such as "Agent or distributor". */
function readProfile(text: string): number | null {
  const foldedName = text.toLowerCase().replaceAll(/\bor\b|[^a-z0-9]/g, '');
  const profile = Object.entries(profiles).find(([id, name]) => id === text || name.toLowerCase() === foldedName);
  return profile ? Number(profile[0]) : null;
}
