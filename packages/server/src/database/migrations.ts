import { brandsAndTools } from './migrations/0001-brands-and-tools.ts';
import { users } from './migrations/0002-users.ts';
import { waysIn } from './migrations/0003-ways-in.ts';
import { licences } from './migrations/0004-licences.ts';
import { renewalsAndHelp } from './migrations/0005-renewals-and-help.ts';
import { mail } from './migrations/0006-mail.ts';
import { releaseNotes } from './migrations/0007-release-notes.ts';
import { imports } from './migrations/0008-imports.ts';
import { audit } from './migrations/0009-audit.ts';
import { operation } from './migrations/0010-operation.ts';
import { userLists } from './migrations/0011-user-lists.ts';
import { userSearch } from './migrations/0012-user-search.ts';
import { shippedRows } from './migrations/0013-shipped-rows.ts';
import { companies } from './migrations/0015-companies.ts';
import { notes } from './migrations/0016-notes.ts';
import { listFields } from './migrations/0017-list-fields.ts';
import { massActs } from './migrations/0018-mass-acts.ts';
import { integrations } from './migrations/0019-integrations.ts';
import { auditSealing } from './migrations/0020-audit-sealing.ts';
import { webhooks } from './migrations/0021-webhooks.ts';
import { orders } from './migrations/0022-orders.ts';
import { sharedViews } from './migrations/0023-shared-views.ts';
import { undoOfImports } from './migrations/0024-undo-of-imports.ts';
import { agents } from './migrations/0025-agents.ts';
import { workAccounts } from './migrations/0027-work-accounts.ts';
import { companyChanges } from './migrations/0028-company-changes.ts';
import { wideIds } from './migrations/0031-wide-ids.ts';
import { json, moment, optional } from './columns.ts';
import { addColumn, createIndex, runSql, type Migration } from './queries/statements.ts';

/**
 * A deleted user is a state of the account for 30 days. `account` contains the values that other accounts may need at once, such as the
 * login. The columns `schema_name`, `name` and `archive` belong to the encrypted archives of version 1.0.1; a later version drops them. The
 * archives are deleted: users who were deleted before this migration cannot be restored, and their data is erased already.
 */
const deletionAsAState = {
  name: '0014-deletion-as-a-state',
  steps: [addColumn('deleted_users', 'account', optional(json)), runSql('delete from deleted_users')],
} as const;

/** Until when one process verifies the audit log, so that several portals do not read it at the same time. */
const leasedVerification = {
  name: '0032-leased-verification',
  steps: [addColumn('audit_verifications', 'leased_until', optional(moment))],
} as const;

/** The index finds the PCs that a person removed, when the account of this person is erased. */
const releasesByPerson = {
  name: '0033-releases-by-person',
  steps: [createIndex('machine_releases', 'released_by')],
} as const;

/**
 * All migrations, in order. Add a new migration at the end: in a file of its own, or here if it has one short step. The row types of `schema.ts`
 * are derived from this list. CONTRIBUTING.md says what a new migration may change.
 */
export const migrations = [
  brandsAndTools,
  users,
  waysIn,
  licences,
  renewalsAndHelp,
  mail,
  releaseNotes,
  imports,
  audit,
  operation,
  userLists,
  userSearch,
  shippedRows,
  deletionAsAState,
  companies,
  notes,
  listFields,
  massActs,
  integrations,
  auditSealing,
  webhooks,
  orders,
  sharedViews,
  undoOfImports,
  agents,
  workAccounts,
  companyChanges,
  wideIds,
  leasedVerification,
  releasesByPerson,
] satisfies readonly Migration[];
