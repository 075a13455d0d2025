import { json, optional } from '../columns.ts';
import { addColumn, runSql } from '../queries/statements.ts';

/**
 * A deleted user is a state of the account for 30 days. `account` contains the values that other accounts may need at once, such as the
 * login. The columns `schema_name`, `name` and `archive` belong to the encrypted archives of version 1.0.1; a later version drops them. The
 * archives are deleted: users who were deleted before this migration cannot be restored, and their data is erased already.
 */
export const deletionAsAState = {
  name: '0014-deletion-as-a-state',
  steps: [addColumn('deleted_users', 'account', optional(json)), runSql('delete from deleted_users')],
} as const;
