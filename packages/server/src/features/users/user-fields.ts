import type { userFields } from '@basics/contract/user-fields.ts';
import type { User } from '@basics/contract/users.ts';
import type { Row } from '#server/database/schema.ts';
import type { CsvCell } from './user-cells.ts';
import {
  brandCell,
  countryCell,
  languageCell,
  nullableTextCell,
  profileCell,
  textCell,
  toolsCell,
  yesNoCell,
} from './user-cells.ts';

export type FieldName = keyof typeof userFields;
type Users = Row<'users'>;
type Column = keyof Users;
/** The column types that can store such a value: a boolean is stored as 0 or 1. */
type ColumnFor<Value> = { [Name in Column]: Users[Name] extends Stored<Value> ? Name : never }[Column];
type Stored<Value> = Value extends boolean ? 0 | 1 : Value;

type Field<Name extends FieldName> = {
  /** Whether users may change it in their own account. */
  own: boolean;
  cell: CsvCell<User[Name]>;
} & (Name extends 'tools'
  ? // Tools have their own table, whose rows are deleted with the person.
    { column: null }
  : { column: ColumnFor<User[Name]> });

/**
 * Every writable field of a user, in the order of the columns of a CSV file. Reading, storing, export, import, and the fields of users' own
 * accounts are derived from it.
 */
const declaredFields = {
  firstName: { column: 'firstName', own: false, cell: textCell },
  lastName: { column: 'lastName', own: false, cell: textCell },
  phone: { column: 'phone', own: true, cell: textCell },
  company: { column: 'company', own: false, cell: textCell },
  profileID: { column: 'profileId', own: false, cell: profileCell },
  brand: { column: 'brandId', own: false, cell: brandCell },
  country: { column: 'country', own: false, cell: countryCell },
  tools: { column: null, own: false, cell: toolsCell },
  language: { column: 'language', own: true, cell: languageCell },
  canReceiveMail: { column: 'canReceiveMail', own: true, cell: yesNoCell },
  crmAccount: { column: 'crmAccount', own: false, cell: nullableTextCell },
} as const satisfies { [Name in FieldName]: Field<Name> };

type FieldTable = typeof declaredFields;
export const fieldTable: { [Name in FieldName]: Field<Name> } = declaredFields;

const isFieldName = (name: string): name is FieldName => name in declaredFields;
export const fieldNames = Object.keys(declaredFields).filter(isFieldName);

type StoredName = Exclude<FieldName, 'tools'>;
type ColumnOf<Name extends StoredName> = FieldTable[Name]['column'];
type FieldColumn = ColumnOf<StoredName>;

const fields = Object.entries(declaredFields);
const storedNames = fields.flatMap(([name, { column }]) => (column === null ? [] : [{ name, column }]));

/** The columns of the fields. */
export const fieldColumns = storedNames.map(({ column }) => `users.${column}` as const);

export const ownFields: ReadonlySet<string> = new Set(fields.flatMap(([name, { own }]) => (own ? [name] : [])));

/** Columns that store a boolean as 1 or 0. */
const flagColumns: Record<ColumnFor<boolean>, true> = { canReceiveMail: true };

/** The fields of a row as the API returns them. */
export const toApiFields = (row: Pick<Users, FieldColumn>): Pick<User, StoredName> =>
  // `Field` guarantees that each column stores the type of its field, except for booleans.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(
    storedNames.map(({ name, column }) => [name, column in flagColumns ? row[column] === 1 : row[column]]),
  ) as Pick<User, StoredName>;

type Sent = { [Name in StoredName]?: User[Name] | undefined };
type ColumnsIn<Fields extends Sent> = {
  [Name in keyof Fields as Name extends StoredName ? ColumnOf<Name> : never]: Users[ColumnOf<Name & StoredName>];
};

/** The columns of the given fields; tools have their own table. */
export function toColumns<Fields extends Sent>(sent: Fields): ColumnsIn<Fields> {
  const values: Record<string, unknown> = { ...sent };
  const named = storedNames.filter(({ name }) => values[name] !== undefined);
  const columns = named.map(({ name, column }) => [column, toColumnValue(values[name])]);
  // As in `toApiFields`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(columns) as ColumnsIn<Fields>;
}

const toColumnValue = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value);
