import { accountTables } from './account-tables.ts';
import type { ImpersonalTable } from '../schema.ts';
import type { Declaration, TableName } from './declaration.ts';
import { impersonalTables } from './impersonal-tables.ts';
import { licenseTables } from './license-tables.ts';

/**
 * The only declaration of personal data: which columns of which tables contain personal data. The deletion (`erase-rows.ts`) and the export
 * (`read-rows.ts`) use this declaration. A table or column that is missing here does not compile, unless its migration calls
 * `createImpersonalTable`.
 */
export const personalData: { [Table in Exclude<TableName, ImpersonalTable>]: Declaration<Table> } = {
  ...accountTables,
  ...licenseTables,
  ...impersonalTables,
};
