import type { userFields } from '@basics/contract/users/user-fields.ts';
import type { User } from '@basics/contract/users/users.ts';
import type { Row } from '#server/database/schema.ts';
import { profiles, findRole } from '@basics/contract/calls/permissions.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { readBrand, readCountry, readFlag } from '#server/platform/csv/cells.ts';
import type { Cell } from '#server/platform/csv/csv.ts';

export type FieldName = keyof typeof userFields;
type UserRow = Row<'users'>;
type Column = keyof UserRow;
/** The names of the columns that can store a value of this type. A boolean is stored as 0 or 1. */
type ColumnFor<Value> = { [Name in Column]: UserRow[Name] extends Stored<Value> ? Name : never }[Column];
type Stored<Value> = Value extends boolean ? 0 | 1 : Value;

type Field<Name extends FieldName> = {
  /** Whether users may change the field in their own account. */
  isOwn: boolean;
  /** Whether the keyword of the lists is searched in this field. The names of these fields and of their columns are equal. */
  isSearched: boolean;
  cell: CsvCell<User[Name]>;
} & (Name extends 'tools'
  ? // Tools have their own table, whose rows are deleted with the person.
    { column: null }
  : { column: ColumnFor<User[Name]> });

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

const nullableTextCell: CsvCell<string | null> = {
  write: (text) => text,
  read: (cell) => ({ value: cell.trim() || null }),
};

/**
 * The cell contains the name of a profile. For a profile that the portal does not know, it contains the number and not
 * its role "viewer".
 */
const profileCell: CsvCell<number | null> = {
  header: 'profile',
  write: (profileID) => (findRole(profileID) === 'viewer' ? profileID : findRole(profileID)),
  read: (cell) => readNonEmpty(cell, (text) => requireValue(readProfile(text))),
};

const brandCell: CsvCell<string | null> = {
  write: (brand) => brand,
  read: (cell, brands) => readNonEmpty(cell, (text) => requireValue(readBrand(text, brands))),
};

const countryCell: CsvCell<string | null> = {
  write: (country) => country,
  read: (cell) => readNonEmpty(cell, (text) => requireValue(readCountry(text))),
};

type UserTool = User['tools'][number];

/**
 * Writes the tools of a user as one cell of a CSV file: `tool:brand`, then optional add-ons such as
 * `:configRail+other`, then an optional first and last day such as `:2026-01-01..2026-12-31`, one of which may be
 * missing, then an optional number of PCs bought. Several tools are separated by `; `.
 */
export const formatTools = (tools: readonly UserTool[]): string => tools.map(formatGrant).join('; ');

function formatGrant({ tool, brand, configTools, validFrom, validTo, pcs }: UserTool): string {
  const days = validFrom === null && validTo === null ? '' : `${validFrom ?? ''}..${validTo ?? ''}`;
  const cellParts = [tool, brand, configTools.join('+'), days, pcs == null ? '' : String(pcs)];
  while (cellParts.at(-1) === '') cellParts.pop();
  return cellParts.join(':');
}

/** Reads the tools of a user from a cell, without a check that the tools exist; null if the cell cannot be read. */
export function readTools(text: string): UserTool[] | null {
  const grants = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(readGrant);
  return grants.every((grant) => grant !== null) ? grants : null;
}

const idPattern = /^\S+$/;
const pcsPattern = /^\d{0,6}$/;
const daysPattern = /^(\d{4}-\d\d-\d\d)?\s*\.\.\s*(\d{4}-\d\d-\d\d)?$/;

/**
 * The text is split before it is parsed, because one regular expression for all parts would be slow for a text with
 * many spaces.
 */
function readGrant(text: string): UserTool | null {
  const [tool = '', brand = '', addOns = '', days, pcs = '', ...extraParts] = text
    .split(':')
    .map((part) => part.trim());
  const daysMatch = daysPattern.exec(days === undefined || (days === '' && pcs !== '') ? '..' : days);
  if (!idPattern.test(tool) || !idPattern.test(brand) || !daysMatch || !pcsPattern.test(pcs) || extraParts.length > 0)
    return null;
  const [, validFrom = null, validTo = null] = daysMatch;
  const configTools = addOns === '' ? [] : addOns.split('+').map((addOn) => addOn.trim());
  return { tool, brand, configTools, validFrom, validTo, ...(pcs !== '' && { pcs: Number(pcs) }) };
}

const toolsCell: CsvCell<User['tools']> = {
  write: formatTools,
  read: (cell) => readNonEmpty(cell, (text) => requireValue(readTools(text), serverMessages.importTools)),
};

const languageCell: CsvCell<string> = {
  write: (language) => language,
  read: (cell) => ({ value: cell.trim() || 'en' }),
};

const yesNoCell: CsvCell<boolean> = {
  write: (value) => (value ? 'yes' : 'no'),
  read: (cell) => readNonEmpty(cell, (text) => requireValue(readFlag(text), serverMessages.importYesNo)),
};

/** Finds a profile by its number, its name, or its name on the page, such as "Agent or distributor". */
function readProfile(text: string): number | null {
  const foldedName = text.toLowerCase().replaceAll(/\bor\b|[^a-z0-9]/g, '');
  const profile = Object.entries(profiles).find(([id, name]) => id === text || name.toLowerCase() === foldedName);
  return profile ? Number(profile[0]) : null;
}

/**
 * Every writable field of a user, in the order of the columns of a CSV file. The code that reads, stores, exports and
 * imports users, and that decides which fields users may change in their own account, uses this table.
 */
const declaredFields = {
  firstName: { column: 'firstName', isOwn: false, isSearched: true, cell: textCell },
  lastName: { column: 'lastName', isOwn: false, isSearched: true, cell: textCell },
  phone: { column: 'phone', isOwn: true, isSearched: true, cell: textCell },
  company: { column: 'company', isOwn: false, isSearched: true, cell: textCell },
  profileID: { column: 'profileId', isOwn: false, isSearched: false, cell: profileCell },
  brand: { column: 'brandId', isOwn: false, isSearched: false, cell: brandCell },
  country: { column: 'country', isOwn: false, isSearched: false, cell: countryCell },
  tools: { column: null, isOwn: false, isSearched: false, cell: toolsCell },
  language: { column: 'language', isOwn: true, isSearched: false, cell: languageCell },
  canReceiveMail: { column: 'canReceiveMail', isOwn: true, isSearched: false, cell: yesNoCell },
  crmAccount: { column: 'crmAccount', isOwn: false, isSearched: true, cell: nullableTextCell },
} as const satisfies { [Name in FieldName]: Field<Name> };

type FieldTable = typeof declaredFields;
export const fieldTable: { [Name in FieldName]: Field<Name> } = declaredFields;

const isFieldName = (name: string): name is FieldName => name in declaredFields;
export const fieldNames = Object.keys(declaredFields).filter(isFieldName);

type StoredName = Exclude<FieldName, 'tools'>;
type ColumnOf<Name extends StoredName> = FieldTable[Name]['column'];
type FieldColumn = ColumnOf<StoredName>;

/** The columns that store a boolean as 1 or 0. */
const flagColumns: Record<ColumnFor<boolean>, true> = { canReceiveMail: true };

const fields = Object.entries(declaredFields);
const storedNames = fields.flatMap(([name, { column }]) =>
  column === null ? [] : [{ name, column, isFlag: column in flagColumns }],
);

/** The names of the columns that store the fields of a user. */
export const fieldColumns = storedNames.map(({ column }) => `users.${column}` as const);

export const ownFields: ReadonlySet<string> = new Set(fields.flatMap(([name, { isOwn }]) => (isOwn ? [name] : [])));

export type SearchedName = {
  [Name in FieldName]: FieldTable[Name]['isSearched'] extends true ? Name : never;
}[FieldName];
const isSearchedName = (name: string): name is SearchedName => isFieldName(name) && declaredFields[name].isSearched;

/** The fields of a user in which the keyword of the lists is searched. */
export const searchedNames: readonly SearchedName[] = Object.keys(declaredFields).filter(isSearchedName);

const emptyFields = Object.fromEntries(storedNames.map(({ name }) => [name, null]));

/**
 * Returns the fields of a row as the API returns them. The function runs for each row of a list, so it creates only one
 * object.
 */
export function toApiFields(row: Pick<UserRow, FieldColumn>): Pick<User, StoredName> {
  // To copy an object that has all fields takes less time than to add the fields one by one.
  const values: Record<string, unknown> = { ...emptyFields };
  for (const { name, column, isFlag } of storedNames) values[name] = isFlag ? row[column] === 1 : row[column];
  // `Field` guarantees that each column stores the type of its field, except for booleans.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return values as Pick<User, StoredName>;
}

type StoredFields = { [Name in StoredName]?: User[Name] | undefined };
type ColumnsIn<Fields extends StoredFields> = {
  [Name in keyof Fields as Name extends StoredName ? ColumnOf<Name> : never]: UserRow[ColumnOf<Name & StoredName>];
};

/** Converts the fields of a user to the values of their columns. Tools are left out, because they are stored in a table of their own. */
export function toColumns<Fields extends StoredFields>(values: Fields): ColumnsIn<Fields> {
  const valueByName: Record<string, unknown> = { ...values };
  const sentFields = storedNames.filter(({ name }) => valueByName[name] !== undefined);
  const columns = sentFields.map(({ name, column }) => [column, toColumnValue(valueByName[name])]);
  // As in `toApiFields`, `Field` guarantees that each column stores the type of its field.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(columns) as ColumnsIn<Fields>;
}

const toColumnValue = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value);

/**
 * The columns of `users` with the name of a person, the data for e-mails to the person, and the country and brand that
 * decide which staff are responsible.
 */
export const contactColumns = [
  'users.login',
  'users.firstName',
  'users.lastName',
  'users.company',
  'users.country',
  'users.brandId',
] as const;
