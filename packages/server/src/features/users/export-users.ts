import type { Body } from '@basics/contract/endpoint.ts';
import { roleOf } from '@basics/contract/permissions.ts';
import type { User, users } from '@basics/contract/users.ts';
import type { Db } from '#server/database/database.ts';
import { csvName, tableOf, through } from '#server/platform/csv/csv.ts';
import type { Cell, Columns, CsvTable } from '#server/platform/csv/csv.ts';
import type { Viewer } from './scope.repository.ts';
import { matchingUsers } from './search-users.repository.ts';
import { toolsText } from './tools-text.ts';
import { usersOf } from './user.ts';

/** The columns that the import of users reads, by their names; the others of an export are for people. */
export const writtenColumns = {
  login: (user: User) => user.login,
  firstName: (user) => user.firstName,
  lastName: (user) => user.lastName,
  phone: (user) => user.phone,
  company: (user) => user.company,
  profile: (user) => profileName(user.profileID),
  brand: (user) => user.brand,
  country: (user) => user.country,
  tools: (user) => toolsText(user.tools),
  language: (user) => user.language,
  canReceiveMail: (user) => (user.canReceiveMail ? 'yes' : 'no'),
  crmAccount: (user) => user.crmAccount,
} satisfies Columns<User>;

const columns = {
  ...writtenColumns,
  userId: (user: User) => user.userId,
  status: (user) => user.status,
  continent: (user) => user.continent,
  createdAt: (user) => user.createdAt,
} satisfies Columns<User>;

/** What a search for users finds, as a table: first what the import takes, then what only people read. */
export const usersTable = (db: Db, viewer: Viewer, asked: Body<typeof users.export>, at: number): CsvTable =>
  tableOf(
    csvName('users', at),
    columns,
    through(matchingUsers(db, viewer, asked).batches(), (rows) => usersOf(db, rows)),
  );

/** A profile by its name; one that is none of the nine, by its number, because a viewer is what it makes and not what it is. */
export function profileName(profileID: number | null): Cell {
  const role = roleOf(profileID);
  return role === 'viewer' ? profileID : role;
}
