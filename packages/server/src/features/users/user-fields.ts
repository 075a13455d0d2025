import type { userFields } from '@basics/contract/users/user-fields.ts';
import type { User } from '@basics/contract/users/users.ts';
import type { Row } from '#server/database/schema.ts';
import type { CsvCell } from './list/user-cells.ts';
import {
  brandCell,
  countryCell,
  languageCell,
  nullableTextCell,
  profileCell,
  textCell,
  toolsCell,
  yesNoCell,
} from './list/user-cells.ts';

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
