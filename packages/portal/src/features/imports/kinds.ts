import { userFields } from '@basics/contract/user-fields.ts';
import type { ImportKind } from './imports.queries.ts';

type FileColumns = { needed: readonly string[]; neededForNew: readonly string[]; optional: readonly string[] };

/**
 * The columns of a file of users, and whether the row of a new user may omit each column. The language is optional,
 * because it has a default.
 */
const userColumns = Object.entries(userFields).map(([name, schema]) => ({
  column: name === 'profileID' ? 'profile' : name,
  isOptional: name === 'language' || schema.safeParse('').success,
}));

/** The columns for each kind of file. The exported files of the portal have columns with the same names. */
export const columnsByKind: Record<ImportKind, FileColumns> = {
  users: {
    needed: ['login'],
    neededForNew: userColumns.filter(({ isOptional }) => !isOptional).map(({ column }) => column),
    optional: userColumns.filter(({ isOptional }) => isOptional).map(({ column }) => column),
  },
  assignments: { needed: ['country', 'brand', 'salesman'], neededForNew: [], optional: [] },
  crmAccounts: { needed: ['account', 'name'], neededForNew: [], optional: ['city', 'country'] },
};

/** The path of the page that lists and exports the records of each kind. */
export const listsByKind = {
  users: '/users',
  assignments: '/country-salesman',
  crmAccounts: '/admin/crm',
} as const satisfies Record<ImportKind, string>;
