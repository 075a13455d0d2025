import { listImportColumns } from '@basics/contract/imports/import-columns.ts';
import { userFields } from '@basics/contract/users/user-fields.ts';
import type { ImportKind } from './imports.queries.ts';

/** The columns that the row of a new user may omit. The language is optional, because it has a default. */
const optionalForUsers = new Set([
  'language',
  ...Object.entries(userFields).flatMap(([name, schema]) => (schema.safeParse('').success ? [name] : [])),
]);

/** Returns the labels of the columns of a file by whether it must have them. */
export function describeColumns(kind: ImportKind) {
  const columns = listImportColumns(kind);
  const needed = columns.filter(({ isRequired }) => isRequired);
  const otherColumns = columns.filter(({ isRequired }) => !isRequired);
  const isNeededForNew = ({ name }: { name: string }): boolean => kind === 'users' && !optionalForUsers.has(name);
  return {
    needed: listLabels(needed),
    neededForNew: listLabels(otherColumns.filter(isNeededForNew)),
    optional: listLabels(otherColumns.filter((column) => !isNeededForNew(column))),
  };
}

/** The path of the page that lists and exports the records of each kind. */
export const listsByKind = {
  users: '/users',
  assignments: '/country-salesman',
  crmAccounts: '/admin/crm',
} as const satisfies Record<ImportKind, string>;

const listLabels = (columns: readonly { label: string }[]): string[] => columns.map(({ label }) => label);
