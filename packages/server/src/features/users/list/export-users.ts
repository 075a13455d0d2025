import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import type { User, users } from '@basics/contract/users/users.ts';
import { readRows } from '#server/database/personal/read-rows.ts';
import type { Db } from '#server/database/foundation.ts';
import { createCsvName, createCsvTable, mapBatches } from '#server/platform/csv/csv.ts';
import type { Columns, CsvTable, Cell } from '#server/platform/csv/csv.ts';
import { countExport, startExport } from '#server/platform/csv/start-export.ts';
import type { Actor } from '#server/platform/http/call-context.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { readReferences } from '#server/features/companies/companies.repository.ts';
import { findReadableLetters, requireInScope } from '../scope.repository.ts';
import { findMatchingUsers } from './search-users.repository.ts';
import { toUsers } from '../user.ts';
import { textCell, fieldNames, fieldTable } from '../user-fields.ts';
import type { Brands, CsvCell, CellReading, FieldName } from '../user-fields.ts';

/** A column of a CSV file of users: its field, and the functions with which exports write it and imports read it. */
export type CsvColumn = {
  name: string;
  field: string;
  write: (user: User) => Cell;
  read: (cell: string, brands: Brands) => CellReading;
};

// The type parameter tells the compiler that the cell and the value belong to the same field.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
function createColumn<Name extends FieldName>(field: Name): CsvColumn {
  const { cell }: { cell: CsvCell<User[Name]> } = fieldTable[field];
  return {
    name: cell.header ?? field,
    field,
    write: (user) => cell.write(user[field]),
    read: cell.read,
  };
}

/**
 * The columns that exports write and imports read, in the order of the file. Exports add more columns, which imports
 * ignore.
 */
export const csvColumns: readonly CsvColumn[] = [
  { name: 'login', field: 'login', write: ({ login }) => login, read: textCell.read },
  ...fieldNames.map(createColumn),
];

/** Finds the columns with the given names; unknown names are ignored. */
export const findCsvColumns = (names: readonly string[]): CsvColumn[] =>
  csvColumns.filter(({ name }) => names.includes(name));

/** Finds the name of the column for a field path: `tools` for `tools.0.brand`. */
export function findCsvColumn(path: string): string {
  const [field = ''] = path.split('.');
  return csvColumns.find((column) => column.field === field)?.name ?? field;
}

/** Reads the fields of a row from its columns. Returns the values, and a message for each column that cannot be read. */
export function readFields(
  columns: readonly CsvColumn[],
  readCellText: (column: CsvColumn) => string,
  brands: Brands,
): { fields: Record<string, unknown>; faults: Record<string, string> } {
  const fields: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const column of columns) {
    const cellReading = column.read(readCellText(column), brands);
    if ('message' in cellReading) faults[column.name] = cellReading.message;
    else fields[column.field] = cellReading.value;
  }
  return { fields, faults };
}

type ExportedUser = User & { companyRef: string };

const exportedColumns: Columns<ExportedUser> = {
  ...Object.fromEntries(csvColumns.map(({ name, write }) => [name, write])),
  companyRef: (user) => user.companyRef,
  userId: (user) => user.userId,
  status: (user) => user.status,
  continent: (user) => user.continent,
  createdAt: (user) => user.createdAt,
};

/**
 * Exports the users that match a search: first the columns that the import reads, then more columns for people. Throws
 * TOO_MANY_ATTEMPTS.
 */
export async function exportUsers(context: WriteContext, query: Body<typeof users.export>): Promise<CsvTable> {
  const db = await startExport(context, { kind: 'user', query });
  const userList = await findMatchingUsers(db, context.actor, query, context.at);
  return createCsvTable(
    createCsvName('users', context.at),
    exportedColumns,
    mapBatches(userList.batches(), async (rows) => addCompanyRefs(db, await toUsers(db, rows))),
  );
}

/** Adds the reference of the company to which each user belongs; the text is empty for a user who belongs to none. */
export async function addCompanyRefs<Listed extends User>(
  db: Db,
  listedUsers: readonly Listed[],
): Promise<(Listed & { companyRef: string })[]> {
  const ids = new Set(listedUsers.flatMap(({ companyId }) => companyId ?? []));
  const refs = new Map((await readReferences(db, [...ids])).map(({ id, ref }) => [id, ref]));
  return listedUsers.map((user) => ({
    ...user,
    companyRef: user.companyId === undefined ? '' : (refs.get(user.companyId) ?? ''),
  }));
}

/**
 * Returns all data about a person as a JSON file, which docs/personal-data.md describes. The call counts for the limit
 * on exports, and is recorded in the audit log. Throws USER_NOT_FOUND, TOO_MANY_ATTEMPTS.
 */
export async function exportPerson(
  { database, ...writer }: WriteContext,
  userId: number,
): Promise<Reply<typeof users.personalData>> {
  const { actor, at } = writer;
  await requireInScope(database.kysely, actor, userId);
  await countExport(database, actor, at);
  await database.transact((trx) =>
    recordAction(trx, writer, { action: 'user.exportPersonalData', subject: { kind: 'user', id: userId } }),
  );
  const exportedAt = new Date(at).toISOString();
  const content = {
    format: 'basics-portal-person',
    version: 1,
    userId,
    exportedAt,
    ...(await selectReadableTables(database.kysely, actor, {
      userId,
      tables: await readRows(database.kysely, userId),
    })),
  };
  return {
    bytes: new TextEncoder().encode(`${JSON.stringify(content, null, 2)}\n`),
    name: `personal-data-${userId}-${exportedAt.slice(0, 10)}.json`,
    type: 'application/json',
  };
}

type Tables = Awaited<ReturnType<typeof readRows>>;

/** The tables that say when, from where and with what a person signs in or activates a PC. */
const signInTables: readonly string[] = [
  'sessions',
  'knownDevices',
  'listedUserFacts',
  'secondFactors',
  'recoveryCodes',
  'loginChanges',
  'oneTimeTokens',
  'linkCodes',
  'workAccounts',
  'workSignIns',
  'activations',
];

/** The actions of the audit log that say the same. Their entries have network addresses. */
const signInActions = /^(?:activation|session|secondFactor|workAccount)\./;

/**
 * Salesmen do not see how a customer signs in, neither in the timeline nor here: the tables and the audit entries about it, the e-mails about
 * security, and the e-mails that name customers out of their scope are left out, and `leftOut` says so.
 */
async function selectReadableTables(
  db: Db,
  actor: Actor,
  { userId, tables }: { userId: number; tables: Tables },
): Promise<{ tables: Tables; leftOut?: readonly string[] }> {
  if (actor.userId === userId || findRole(actor.profileID) === 'Administrator') return { tables };
  const otherTables = Object.entries(tables).filter(([table]) => !signInTables.includes(table));
  const ids = new Set<unknown>(await findReadableLetters(db, actor, userId));
  const audit = (tables['audit'] ?? []).filter(({ action }) => !signInActions.test(String(action)));
  const auditIds = new Set(audit.map(({ id }) => id));
  return {
    tables: {
      ...Object.fromEntries(otherTables),
      outbox: (tables['outbox'] ?? []).filter(({ id }) => ids.has(id)),
      audit,
      auditValues: (tables['auditValues'] ?? []).filter(({ auditId }) => auditIds.has(auditId)),
    },
    leftOut: [
      ...signInTables,
      'audit: entries about signing in and activating PCs',
      'outbox: e-mails about security',
      'outbox: e-mails that name other customers',
    ],
  };
}
