import { accountTables } from './account-tables.ts';
import type { ImpersonalTable } from '../schema.ts';
import type { Declaration, TableName } from './declaration.ts';
import { impersonalTables } from './impersonal-tables.ts';
import { licenseTables } from './license-tables.ts';

/**
 * The only declaration of personal data: which columns of which tables hold it. Deletion (`erase-rows.ts`) and export (`read-rows.ts`) derive from
 * it. A table or column that is missing here does not compile, unless its migration calls `createImpersonalTable`.
 */
export const personalData: { [Table in Exclude<TableName, ImpersonalTable>]: Declaration<Table> } = {
  ...accountTables,
  ...licenseTables,
  ...impersonalTables,
};
