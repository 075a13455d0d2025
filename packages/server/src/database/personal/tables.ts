import { accountTables } from './account-tables.ts';
import type { Declaration, TableName } from './declaration.ts';
import { impersonalTables } from './impersonal-tables.ts';
import { licenseTables } from './license-tables.ts';

/**
 * Which columns of which tables hold personal data: the only declaration. Deletion (`erase-rows.ts`) and export (`read-rows.ts`) derive from
 * it. A table or column that is missing here does not compile.
 */
export const personalData: { [Table in TableName]: Declaration<Table> } = {
  ...accountTables,
  ...licenseTables,
  ...impersonalTables,
};
