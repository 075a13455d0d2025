import type { RowError } from '@basics/contract/imports.ts';
import { listAssignableProfiles, findRole } from '@basics/contract/permissions.ts';
import { createUserBody, updateUserBody } from '@basics/contract/user-fields.ts';
import type { User } from '@basics/contract/users.ts';
import { words } from '@basics/contract/words.ts';
import { findRefusedFields } from '#server/features/users/accept-fields.ts';
import type { Catalogue } from '#server/features/users/accept-fields.ts';
import type { NewUser } from '#server/features/users/create-user.ts';
import { findCsvColumn, csvColumns, findCsvColumns, readFields } from '#server/features/users/csv-columns.ts';
import type { CsvColumn } from '#server/features/users/csv-columns.ts';
import { hasAccount, requireAcceptable } from '#server/features/users/update-user.ts';
import type { UserUpdate } from '#server/features/users/update-user.ts';
import { changedFields, toUserValues } from '#server/features/users/user-changes.ts';
import type { LockedUser } from '#server/features/users/write-user.repository.ts';
import { parseShape } from '#server/platform/http/parse-input.ts';
import { Problem } from '#server/platform/problem.ts';
import type { CsvRow } from '#server/platform/csv/read-csv.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import type { Step } from './plan.ts';
import { explainRefusedCell } from './refused-cell.ts';

/** A user with the login of a row: as stored, and as an export would write it. */
export type ExistingUser = { row: LockedUser; user: User };

export type UserStep = Step & { body: NewUser | null; update: UserUpdate | null };

type PlanContext = { actor: Actor; catalogue: Catalogue & { brands: readonly { id: string; name: string }[] } };
type RowContext = { row: CsvRow; columns: readonly string[]; existing: ExistingUser | null };

/** The plan for one row of users, by the rules of the pages; or what is wrong with it. */
export function planUser(context: PlanContext, { row, columns, existing }: RowContext): UserStep | RowError[] {
  const named = findCsvColumns(columns);
  if (existing && hasAccount(existing.row.status)) return planChange(context, row, named, existing);
  const isOpen = existing?.row.status === 'pending' || existing?.row.status === 'unverified';
  return isOpen ? toRowErrors(context, row, { login: words.importOpenRequest }) : planCreation(context, row);
}

function planCreation(context: PlanContext, row: CsvRow): UserStep | RowError[] {
  const { actor, catalogue } = context;
  // Treats columns that are not in the file as empty.
  const { fields, faults } = readFields(csvColumns, ({ name }) => row.cells.get(name) ?? '', catalogue.brands);
  const read = parseShape(createUserBody, { ...fields, email: fields['login'] });
  if (!('value' in read)) return toRowErrors(context, row, { ...toColumnFaults(read.fields), ...faults });
  const body = read.value;
  const refused = findRefusedFields({
    requested: body,
    currentTools: [],
    permissions: actor.permissions,
    catalogue,
  });
  const all = { ...toColumnFaults(refused), ...faults };
  if (Object.keys(all).length > 0) return toRowErrors(context, row, all);
  return { row: row.row, name: body.login, outcome: 'created', fields: [], stamp: null, body, update: null };
}

function planChange(
  context: PlanContext,
  row: CsvRow,
  columns: readonly CsvColumn[],
  { row: stored, user }: ExistingUser,
): UserStep | RowError[] {
  const { actor, catalogue } = context;
  const before = toUserValues(stored, user.tools);
  const shown = (column: CsvColumn): string => String(column.write(user) ?? '');
  const cellOf = ({ name }: CsvColumn): string => row.cells.get(name) ?? '';
  // A cell that equals the export of this user is no change, whatever it contains.
  const other = columns.filter((column) => column.name !== 'login' && cellOf(column) !== shown(column));
  const { fields, faults } = readFields(other, cellOf, catalogue.brands);
  const read = parseShape(updateUserBody, { ...fields, version: stored.version });
  if (!('value' in read)) return toRowErrors(context, row, { ...toColumnFaults(read.fields), ...faults });
  const { version, ...sent } = read.value;
  const changes = changedFields(before, sent);
  const refused = catchRefusal(() => requireAcceptable(actor, { row: stored, before, changes }, catalogue));
  const all = { ...refused, ...faults };
  if (Object.keys(all).length > 0) return toRowErrors(context, row, all);
  const isChanged = Object.keys(changes).length > 0;
  return {
    row: row.row,
    name: user.login,
    outcome: isChanged ? 'changed' : 'unchanged',
    fields: other
      .filter(({ field }) => field in changes)
      .map((column) => ({ field: column.name, before: shown(column), after: cellOf(column).trim() })),
    stamp: `${stored.id} ${version}`,
    body: null,
    update: isChanged ? { row: stored, before, changes } : null,
  };
}

/** What the rules of the pages refuse, by column. */
function catchRefusal(check: () => void): Record<string, string> {
  try {
    check();
    return {};
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.fields) return toColumnFaults(error.fields);
    return { [error.code === 'OWN_ACCOUNT' ? 'profile' : 'login']: error.message };
  }
}

/** On the pages the address is typed twice; in a file the login stands for both. */
const toColumnFaults = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([path, message]) => (path === 'email' ? [] : [[findCsvColumn(path), message]])),
  );

/** The message names the current value and the allowed values, so that the file can be corrected. */
function toRowErrors(
  { actor, catalogue }: PlanContext,
  { row, cells }: CsvRow,
  faults: Record<string, string>,
): RowError[] {
  const choices = {
    brands: catalogue.brands,
    profiles: listAssignableProfiles(actor.permissions).map(findRole),
  };
  return Object.entries(faults).map(([column, message]) => ({
    row,
    column,
    message: message === words.notAllowed ? explainRefusedCell(column, cells.get(column) ?? '', choices) : message,
  }));
}
