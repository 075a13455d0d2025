import type { userFields } from '@basics/contract/users/user-fields.ts';
import type { User } from '@basics/contract/users/users.ts';
import type { ReactNode } from 'react';
import { userFields as labels } from '#portal/texts/user-fields.ts';
import { users as texts } from '#portal/texts/users.ts';
import { OneLine } from '#portal/ui/tables/cells.tsx';
import { formatProfile } from '#portal/messages/names.ts';
import type { UserOptions } from './users.queries.ts';

export type FieldName = keyof typeof userFields;
export type GrantValues = { tool: string; brand: string; configTools: string[]; validFrom: string; validTo: string };

/** The values of the form. A text field or a select field without a value is the empty string. */
export type FieldValues = Record<Exclude<FieldName, 'tools' | 'canReceiveMail'>, string> & {
  tools: GrantValues[];
  canReceiveMail: boolean | null;
};
export type UserValues = { login: string; email: string } & FieldValues;

/** A column of the list of users. */
export type FieldColumn = {
  /** The name of the column in the address. */
  id: string;
  sortable?: boolean;
  /** Whether the list shows the column by default. */
  isDefault?: boolean;
  cell: (user: User, options: UserOptions | undefined) => ReactNode;
};

type Field<Name extends FieldName> = {
  /** The value in the form of a new user. */
  empty: FieldValues[Name];
  toForm: (value: User[Name]) => FieldValues[Name];
  /** Returns the value for the body of a call, before the API contract validates it. */
  toBody: (value: FieldValues[Name]) => unknown;
  /** The properties of the text field in the form; null if the form has a special component for this field. */
  input: { type?: 'tel'; optional?: true } | null;
  /** The column of the list; null if the list has no column for this field. */
  column: FieldColumn | null;
};

export const emptyGrant: GrantValues = { tool: '', brand: '', configTools: [], validFrom: '', validTo: '' };

const textField = { empty: '', toForm: (value: string) => value, toBody: (value: string) => value.trim(), input: {} };
const choiceField = {
  empty: '',
  toForm: (value: string | null) => value ?? '',
  toBody: (value: string) => value,
  input: null,
};

/**
 * Every field of a user, in the order of the columns. The form, its request body and the list are derived from this table. If a field of
 * the API contract is missing in this table, the code does not compile.
 */
const declaredFields = {
  firstName: { ...textField, column: null },
  lastName: { ...textField, column: null },
  company: {
    ...textField,
    input: { optional: true },
    column: {
      id: 'company',
      isDefault: true,
      sortable: true,
      cell: ({ company }) => <OneLine>{company || texts.none}</OneLine>,
    },
  },
  profileID: {
    ...choiceField,
    toForm: (id: number | null) => (id === null ? '' : String(id)),
    toBody: (id: string) => (id === '' ? undefined : Number(id)),
    column: { id: 'profile', isDefault: true, cell: ({ profileID }) => <OneLine>{formatProfile(profileID)}</OneLine> },
  },
  brand: {
    ...choiceField,
    column: {
      id: 'brand',
      isDefault: true,
      cell: ({ brand }, options) => <OneLine>{findOptionName(options?.brands, brand)}</OneLine>,
    },
  },
  tools: {
    empty: [emptyGrant],
    toForm: (grants: User['tools']) =>
      grants.map((grant) => ({ ...grant, validFrom: grant.validFrom ?? '', validTo: grant.validTo ?? '' })),
    toBody: (grants: GrantValues[]) =>
      grants.map((grant) => ({ ...grant, validFrom: grant.validFrom || null, validTo: grant.validTo || null })),
    input: null,
    column: {
      id: 'tools',
      cell: ({ tools }, options) =>
        [...new Set(tools.map(({ tool }) => findOptionName(options?.tools, tool)))].join(', ') || texts.none,
    },
  },
  country: {
    ...choiceField,
    column: {
      id: 'country',
      isDefault: true,
      sortable: true,
      cell: ({ country }, options) => (
        <OneLine>{options?.countries.find(({ code }) => code === country)?.name ?? country ?? texts.none}</OneLine>
      ),
    },
  },
  phone: {
    ...textField,
    input: { type: 'tel', optional: true },
    column: { id: 'phone', cell: ({ phone }) => phone || texts.none },
  },
  crmAccount: {
    ...choiceField,
    toBody: (account: string) => account || null,
    column: { id: 'crmAccount', cell: ({ crmAccount }) => crmAccount ?? texts.none },
  },
  canReceiveMail: {
    empty: null,
    toForm: (value: boolean) => value,
    toBody: (value: boolean | null) => value ?? undefined,
    input: null,
    column: { id: 'mail', cell: ({ canReceiveMail }) => (canReceiveMail ? texts.yes : texts.no) },
  },
  language: { ...choiceField, empty: 'en', column: null },
} as const satisfies { [Name in FieldName]: Field<Name> };

export const fieldTable: { [Name in FieldName]: Field<Name> } = declaredFields;

export const isFieldName = (name: string): name is FieldName => name in declaredFields;
export const fieldNames = Object.keys(declaredFields).filter(isFieldName);

export const findLabel = (name: FieldName): string => labels[name];

/** The fields in the body of a call, before the API contract has validated them. */
export type BodyFields = Record<FieldName, unknown>;

const findOptionName = (options: readonly { id: string; name: string }[] | undefined, id: string | null): string =>
  options?.find((option) => option.id === id)?.name ?? id ?? texts.none;

/** The form values of a new user. */
export const emptyUserValues: UserValues = {
  login: '',
  email: '',
  ...mapFields<FieldValues>((name) => fieldTable[name].empty),
};

/** Returns the form values of a user. */
export function toFormValues(user: User): UserValues {
  const readValue = <Name extends FieldName>(name: Name) => fieldTable[name].toForm(user[name]);
  return { login: user.login, email: user.login, ...mapFields<FieldValues>(readValue) };
}

/** Returns the fields for the body of a call. The API contract has not validated them yet. */
export function toBodyFields(values: FieldValues): BodyFields {
  const readValue = <Name extends FieldName>(name: Name): BodyFields[Name] => fieldTable[name].toBody(values[name]);
  return mapFields<BodyFields>(readValue);
}

function mapFields<Values extends BodyFields>(readValue: <Name extends FieldName>(name: Name) => Values[Name]): Values {
  // The table has every field with the type of its value, but Object.fromEntries loses the names in its type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(fieldNames.map((name) => [name, readValue(name)])) as Values;
}

/** Returns the names of the fields that differ between two states of the form. */
export function findChangedFields(before: UserValues, after: UserValues): FieldName[] {
  const [valuesBefore, valuesAfter] = [toBodyFields(before), toBodyFields(after)];
  return fieldNames.filter((name) => JSON.stringify(valuesBefore[name]) !== JSON.stringify(valuesAfter[name]));
}

/** Returns the fields whose values differ. The server does not change a field that the body leaves out. */
export function pickChanges(before: UserValues, after: UserValues): Partial<BodyFields> {
  const fields = toBodyFields(after);
  return Object.fromEntries(findChangedFields(before, after).map((name) => [name, fields[name]]));
}

/** Whether any field, or the login or its repetition, differs between two states of the form. */
export const hasChangedValues = (before: UserValues, after: UserValues): boolean =>
  findChangedFields(before, after).length > 0 ||
  before.login !== after.login.trim() ||
  before.email !== after.email.trim();
