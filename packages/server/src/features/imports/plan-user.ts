import type { RowChange, RowError } from '@basics/contract/imports/imports.ts';
import { listAssignableProfiles, findRole } from '@basics/contract/calls/permissions.ts';
import { createUserBody, updateUserBody } from '@basics/contract/users/user-fields.ts';
import type { User } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { findRefusedFields, findChangedFields, toUserValues } from '#server/features/users/write/accept-fields.ts';
import type { Catalogue } from '#server/features/users/write/accept-fields.ts';
import { toNewUser, type NewUser } from '#server/features/users/write/create-user.ts';
import { findCsvColumn, csvColumns, findCsvColumns, readFields } from '#server/features/users/list/export-users.ts';
import type { CsvColumn } from '#server/features/users/list/export-users.ts';
import { hasAccount, requireAcceptable, type UserUpdate } from '#server/features/users/write/update-user.ts';
import type { LockedUser } from '#server/features/users/users.repository.ts';
import { parseShape } from '#server/platform/http/parse-input.ts';
import { Problem } from '#server/platform/problem.ts';
import type { CsvRow } from '#server/platform/csv/read-csv.ts';
import type { Actor } from '#server/platform/http/call-context.ts';
import type { ReferencedCompany } from '#server/features/companies/companies.repository.ts';
import type { ImportStep } from './plan.ts';
import { applyChanges } from '#server/platform/writing.ts';
import { explainRefusedCell } from './refused-cell.ts';

/** The user whose login is in a row of the file: as stored in the database, and as an export would write the user. */
export type ExistingUser = { row: LockedUser; user: User };

/** `existing` is the stored user whom the row is about, and `company` the company that the user joins. */
export type UserStep = ImportStep & {
  body: NewUser | null;
  update: UserUpdate | null;
  existing: LockedUser | null;
  company: ReferencedCompany | null;
};

type PlanContext = { actor: Actor; catalogue: Catalogue & { brands: readonly { id: string; name: string }[] } };
type RowContext = { row: CsvRow; columns: readonly string[]; existing: ExistingUser | null };

/** Plans the import of one row by the same rules as the pages of the portal, or returns the errors of the row. */
export function planUser(context: PlanContext, { row, columns, existing }: RowContext): UserStep | RowError[] {
  const fileColumns = findCsvColumns(columns);
  if (existing && hasAccount(existing.row.status)) return planChange(context, row, fileColumns, existing);
  const hasOpenRequest = existing?.row.status === 'pending' || existing?.row.status === 'unverified';
  return hasOpenRequest
    ? toRowErrors(context, row, { login: serverMessages.importOpenRequest })
    : planCreation(context, row);
}

function planCreation(context: PlanContext, row: CsvRow): UserStep | RowError[] {
  const { actor, catalogue } = context;
  // Columns that are not in the file are treated as empty.
  const readCellText = ({ name }: CsvColumn): string => row.cells.get(name) ?? '';
  const { fields, faults } = readFields(csvColumns, readCellText, catalogue.brands);
  const parsedBody = parseShape(createUserBody, fields);
  if (!('value' in parsedBody)) return toRowErrors(context, row, { ...toColumnFaults(parsedBody.fields), ...faults });
  const body = toNewUser(parsedBody.value);
  const refusedFields = findRefusedFields({
    fields: body,
    currentTools: [],
    permissions: actor.permissions,
    catalogue,
  });
  const errors = { ...toColumnFaults(refusedFields), ...faults };
  if (Object.keys(errors).length > 0) return toRowErrors(context, row, errors);
  return {
    row: row.row,
    name: body.login,
    label: `${body.firstName} ${body.lastName}`,
    outcome: 'created',
    fields: csvColumns.flatMap((column) => describeNewValue(column, row, body)),
    stamp: null,
    body,
    update: null,
    existing: null,
    company: null,
  };
}

/** Describes a value of a new user as an export writes it, so that the reader sees how the cell was understood. */
function describeNewValue({ name, write }: CsvColumn, row: CsvRow, body: NewUser): RowChange['fields'] {
  if (name === 'login' || (row.cells.get(name) ?? '').trim() === '') return [];
  // A new user has all the fields of the columns, except those that only exist for stored users.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const after = String(write(body as NewUser & User) ?? '');
  return after === '' ? [] : [{ field: name, before: '', after }];
}

function planChange(
  context: PlanContext,
  row: CsvRow,
  columns: readonly CsvColumn[],
  { row: storedUser, user }: ExistingUser,
): UserStep | RowError[] {
  const { actor, catalogue } = context;
  const currentValues = toUserValues(storedUser, user.tools);
  const writeExportedText = (column: CsvColumn): string => String(column.write(user) ?? '');
  const readCellText = ({ name }: CsvColumn): string => row.cells.get(name) ?? '';
  // A cell that is the same as in an export of this user is not a change, even if its value would be refused.
  const differingColumns = columns.filter(
    (column) => column.name !== 'login' && readCellText(column) !== writeExportedText(column),
  );
  const { fields, faults } = readFields(differingColumns, readCellText, catalogue.brands);
  const parsedBody = parseShape(updateUserBody, fields);
  if (!('value' in parsedBody)) return toRowErrors(context, row, { ...toColumnFaults(parsedBody.fields), ...faults });
  const changes = findChangedFields(currentValues, parsedBody.value);
  const refusedFields = catchRefusal(() =>
    requireAcceptable(actor, { row: storedUser, before: currentValues, changes }, catalogue),
  );
  const errors = { ...refusedFields, ...faults };
  if (Object.keys(errors).length > 0) return toRowErrors(context, row, errors);
  const isChanged = Object.keys(changes).length > 0;
  return {
    row: row.row,
    name: user.login,
    label: `${user.firstName} ${user.lastName}`.trim(),
    outcome: isChanged ? 'changed' : 'unchanged',
    fields: differingColumns
      .filter(({ field }) => field in changes)
      .map((column) => ({
        field: column.name,
        before: writeExportedText(column),
        // As an export would write it, so that the reader sees how the cell was understood.
        after: String(column.write(applyChanges(user, changes)) ?? ''),
      })),
    stamp: `${storedUser.id} ${storedUser.version}`,
    body: null,
    update: isChanged ? { row: storedUser, before: currentValues, changes } : null,
    existing: storedUser,
    company: null,
  };
}

/** Runs a check. If the check throws a problem, returns the messages of the problem by column. */
function catchRefusal(checkFields: () => void): Record<string, string> {
  try {
    checkFields();
    return {};
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.fields) return toColumnFaults(error.fields);
    return { [error.code === 'OWN_ACCOUNT' ? 'profile' : 'login']: error.message };
  }
}

const toColumnFaults = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([path, message]) => [findCsvColumn(path), message]));

/** Creates the errors of a row. The message for a refused value contains the value and the allowed values, so that the file can be corrected. */
function toRowErrors(
  { actor, catalogue }: PlanContext,
  { row, cells }: CsvRow,
  faults: Record<string, string>,
): RowError[] {
  const choices = {
    brands: catalogue.brands,
    profiles: listAssignableProfiles(actor.permissions).map(findRole),
  };
  const columns = csvColumns.map(({ name }) => name);
  const faultsInOrder = Object.entries(faults).toSorted(([a], [b]) => columns.indexOf(a) - columns.indexOf(b));
  return faultsInOrder.map(([column, message]) => ({
    row,
    column,
    message:
      message === fieldMessages.notAllowed
        ? explainRefusedCell(column, cells.get(column) ?? '', choices)
        : `${message}${isOnlyName(column, faults) ? ` ${fieldMessages.oneName}` : ''}`,
  }));
}

/** Returns whether one name is missing and the other one is there: the person may have only one name. */
const isOnlyName = (column: string, { firstName, lastName }: Record<string, string>): boolean =>
  (column === 'firstName' && firstName === fieldMessages.firstName && lastName === undefined) ||
  (column === 'lastName' && lastName === fieldMessages.lastName && firstName === undefined);
