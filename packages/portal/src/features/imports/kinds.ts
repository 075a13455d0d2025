import type { ImportKind } from './imports.queries.ts';

type Columns = { needed: readonly string[]; neededForNew: readonly string[]; optional: readonly string[] };

/** The columns that a file of each kind has, by the names that exports write. */
export const columnsOf: Record<ImportKind, Columns> = {
  users: {
    needed: ['login'],
    neededForNew: ['firstName', 'lastName', 'profile', 'brand', 'country', 'tools', 'canReceiveMail'],
    optional: ['phone', 'company', 'language', 'crmAccount'],
  },
  assignments: { needed: ['country', 'brand', 'salesman'], neededForNew: [], optional: [] },
  crmAccounts: { needed: ['account', 'name'], neededForNew: [], optional: ['city', 'country'] },
};

/** The list that shows what an import of each kind writes, and exports it. */
export const listOf = {
  users: '/users',
  assignments: '/country-salesman',
  crmAccounts: '/admin/crm',
} as const satisfies Record<ImportKind, string>;
