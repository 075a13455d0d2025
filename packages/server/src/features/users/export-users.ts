import type { Body } from '@basics/contract/endpoint.ts';
import type { User, users } from '@basics/contract/users.ts';
import type { Db } from '#server/database/database.ts';
import { createCsvName, createCsvTable, mapBatches } from '#server/platform/csv/csv.ts';
import type { Columns, CsvTable } from '#server/platform/csv/csv.ts';
import type { Viewer } from './scope.repository.ts';
import { findMatchingUsers } from './search-users.repository.ts';
import { csvColumns } from './csv-columns.ts';
import { toUsers } from './user.ts';

const columns: Columns<User> = {
  ...Object.fromEntries(csvColumns.map(({ name, write }) => [name, write])),
  userId: (user) => user.userId,
  status: (user) => user.status,
  continent: (user) => user.continent,
  createdAt: (user) => user.createdAt,
};

/**
 * Returns the users that match a search, as the table of an export: first the columns that the import reads, then more
 * columns for people.
 */
export async function createUsersExport(
  db: Db,
  viewer: Viewer,
  query: Body<typeof users.export>,
  at: number,
): Promise<CsvTable> {
  const userList = await findMatchingUsers(db, viewer, query);
  return createCsvTable(
    createCsvName('users', at),
    columns,
    mapBatches(userList.batches(), (rows) => toUsers(db, rows)),
  );
}
