import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { User, users } from '@basics/contract/users/users.ts';
import { readRows } from '#server/database/personal/read-rows.ts';
import { createCsvName, createCsvTable, mapBatches } from '#server/platform/csv/csv.ts';
import type { Columns, CsvTable } from '#server/platform/csv/csv.ts';
import { countExport, startExport } from '#server/platform/csv/start-export.ts';
import { recordAction } from '#server/platform/writing.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { requireInScope } from '../scope.repository.ts';
import { findMatchingUsers } from './search-users.repository.ts';
import { csvColumns } from './csv-columns.ts';
import { toUsers } from '../user.ts';

const columns: Columns<User> = {
  ...Object.fromEntries(csvColumns.map(({ name, write }) => [name, write])),
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
  const userList = await findMatchingUsers(db, context.actor, query);
  return createCsvTable(
    createCsvName('users', context.at),
    columns,
    mapBatches(userList.batches(), (rows) => toUsers(db, rows)),
  );
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
    tables: await readRows(database.kysely, userId),
  };
  return {
    bytes: new TextEncoder().encode(`${JSON.stringify(content, null, 2)}\n`),
    name: `personal-data-${userId}-${exportedAt.slice(0, 10)}.json`,
    type: 'application/json',
  };
}
