import type { User, UserStatus } from '@basics/contract/users.ts';
import type { Db } from '#server/database/database.ts';
import { continentOf } from '#server/platform/countries/countries.ts';
import { textsIn } from '#server/platform/json-column.ts';
import { storedFields } from './user-fields.ts';
import { findGrantsOf, findInvitations, findRequestedOf } from './users.repository.ts';
import type { UserRow } from './users.repository.ts';

export type UserTool = User['tools'][number];

/** Rows as the API returns them: with tools and, for invited users, the expiry of the link. */
export async function usersOf(db: Db, rows: readonly UserRow[]): Promise<User[]> {
  if (rows.length === 0) return [];
  const tools = await toolsOf(db, rows);
  const invitations = await findInvitations(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const ends = invitations.find(({ userId }) => userId === row.id)?.expiresAt ?? null;
    return {
      ...userOf(row, tools.get(row.id) ?? []),
      ...(row.status === 'approved' && { invitedUntil: momentOf(ends) }),
    };
  });
}

/** One row as the API returns it. */
export async function userWithTools(db: Db, row: UserRow): Promise<User> {
  const [user] = await usersOf(db, [row]);
  if (!user) throw new Error('a user that was given is not there');
  return user;
}

export const momentOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** A user without grants: shows the requested tools. */
const asking: readonly string[] = ['unverified', 'pending', 'rejected', 'expired', 'withdrawn'];

async function toolsOf(db: Db, rows: readonly UserRow[]): Promise<Map<number, UserTool[]>> {
  const ids = rows.map(({ id }) => id);
  const granted = await findGrantsOf(db, ids);
  const requested = await findRequestedOf(db, ids);
  return new Map(
    rows.map(({ id, status }) => [
      id,
      asking.includes(status)
        ? requested.filter(({ userId }) => userId === id).map(requestedTool)
        : granted.filter(({ userId }) => userId === id).map(grantedTool),
    ]),
  );
}

const requestedTool = (row: { toolId: string; brandId: string }): UserTool => ({
  tool: row.toolId,
  brand: row.brandId,
  configTools: [],
  validFrom: null,
  validTo: null,
});

export const grantedTool = (row: Awaited<ReturnType<typeof findGrantsOf>>[number]): UserTool => ({
  tool: row.toolId,
  brand: row.brandId,
  configTools: textsIn(row.configTools),
  validFrom: row.validFrom,
  validTo: row.validTo,
});

function userOf(row: UserRow, tools: UserTool[]): User {
  return {
    userId: row.id,
    login: row.login,
    ...storedFields(row),
    tools,
    continent: continentOf(row.country),
    userDomain: row.userDomain,
    status: shownStatus(row.status),
    version: row.version,
    createdAt: new Date(row.createdAt).toISOString(),
  };
}

function shownStatus(status: UserRow['status']): UserStatus {
  if (status === 'deleted') throw new Error('a deleted user is shown to nobody');
  return status;
}
