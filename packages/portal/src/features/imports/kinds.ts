import { userFields } from '@basics/contract/user-fields.ts';
import type { ImportKind } from './imports.queries.ts';

type Columns = { needed: readonly string[]; neededForNew: readonly string[]; optional: readonly string[] };

/** The columns of a file of users: a new user may omit optional fields, and the language, which has a default. */
const userColumns = Object.entries(userFields).map(([name, schema]) => ({
  column: name === 'profileID' ? 'profile' : name,
  isOptional: name === 'language' || schema.safeParse('').success,
}));

/** The columns of a file of each kind, with the names that exports use. */
export const columnsByKind: Record<ImportKind, Columns> = {
  users: {
    needed: ['login'],
    neededForNew: userColumns.filter(({ isOptional }) => !isOptional).map(({ column }) => column),
    optional: userColumns.filter(({ isOptional }) => isOptional).map(({ column }) => column),
  },
  assignments: { needed: ['country', 'brand', 'salesman'], neededForNew: [], optional: [] },
  crmAccounts: { needed: ['account', 'name'], neededForNew: [], optional: ['city', 'country'] },
};

/** The list that shows the imported records of each kind, and exports them. */
export const listsByKind = {
  users: '/users',
  assignments: '/country-salesman',
  crmAccounts: '/admin/crm',
} as const satisfies Record<ImportKind, string>;
