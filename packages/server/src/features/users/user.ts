import type { User, UserStatus } from '@basics/contract/users.ts';
import type { Db } from '#server/database/database.ts';
import { findContinent } from '#server/platform/countries/countries.ts';
import { parseTexts } from '#server/platform/json-column.ts';
import { toApiFields } from './user-fields.ts';
import { findGrantsOfUsers, findInvitations, findRequestedTools } from './users.repository.ts';
import type { UserRow } from './users.repository.ts';

export type UserTool = User['tools'][number];

/** Rows as the API returns them: with tools and, for invited users, the expiry of the link. */
export async function toUsers(db: Db, rows: readonly UserRow[]): Promise<User[]> {
  if (rows.length === 0) return [];
  const tools = await findToolsOf(db, rows);
  const invitations = await findInvitations(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const ends = invitations.find(({ userId }) => userId === row.id)?.expiresAt ?? null;
    return {
      ...toUser(row, tools.get(row.id) ?? []),
      ...(row.status === 'approved' && { invitedUntil: toIsoTime(ends) }),
    };
  });
}

/** One row as the API returns it. */
export async function toUserWithTools(db: Db, row: UserRow): Promise<User> {
  const [user] = await toUsers(db, [row]);
  if (!user) throw new Error('a user that was given is not there');
  return user;
}

export const toIsoTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** A user without grants: shows the requested tools. */
const requestStatuses: readonly string[] = ['unverified', 'pending', 'rejected', 'expired', 'withdrawn'];

async function findToolsOf(db: Db, rows: readonly UserRow[]): Promise<Map<number, UserTool[]>> {
  const ids = rows.map(({ id }) => id);
  const granted = await findGrantsOfUsers(db, ids);
  const requested = await findRequestedTools(db, ids);
  return new Map(
    rows.map(({ id, status }) => [
      id,
      requestStatuses.includes(status)
        ? requested.filter(({ userId }) => userId === id).map(toRequestedTool)
        : granted.filter(({ userId }) => userId === id).map(toGrantedTool),
    ]),
  );
}

const toRequestedTool = (row: { toolId: string; brandId: string }): UserTool => ({
  tool: row.toolId,
  brand: row.brandId,
  configTools: [],
  validFrom: null,
  validTo: null,
});

export const toGrantedTool = (row: Awaited<ReturnType<typeof findGrantsOfUsers>>[number]): UserTool => ({
  tool: row.toolId,
  brand: row.brandId,
  configTools: parseTexts(row.configTools),
  validFrom: row.validFrom,
  validTo: row.validTo,
});

function toUser(row: UserRow, tools: UserTool[]): User {
  return {
    userId: row.id,
    login: row.login,
    ...toApiFields(row),
    tools,
    continent: findContinent(row.country),
    userDomain: row.userDomain,
    status: toShownStatus(row.status),
    version: row.version,
    createdAt: new Date(row.createdAt).toISOString(),
  };
}

function toShownStatus(status: UserRow['status']): UserStatus {
  if (status === 'deleted') throw new Error('a deleted user is shown to nobody');
  return status;
}
