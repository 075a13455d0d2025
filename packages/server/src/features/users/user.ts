import type { User, UserStatus } from '@basics/contract/users/users.ts';
import type { Db } from '#server/database/database.ts';
import type { CallContext } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import { toIsoTime } from '#server/platform/clock/clock.ts';
import { findContinent } from '#server/platform/countries/countries.ts';
import { parseTexts } from '#server/database/columns.ts';
import { toApiFields } from './user-fields.ts';
import {
  findGrantsOfUsers,
  findInvitations,
  findRequestedTools,
  findUserInScope,
  readUser,
} from './users.repository.ts';
import type { UserRow } from './users.repository.ts';

export type UserTool = User['tools'][number];

/** Reads a user in the actor's scope. Throws USER_NOT_FOUND. */
export async function readUserInScope({ db, actor }: Pick<CallContext, 'db' | 'actor'>, userId: number): Promise<User> {
  const row = await findUserInScope(db, actor, userId);
  if (!row) throw problem('USER_NOT_FOUND');
  return toUserWithTools(db, row);
}

/**
 * Reads a user after a change. The scope is not checked, because the change may have moved the user out of the actor's
 * scope.
 */
export const readChangedUser = async (db: Db, userId: number): Promise<User> =>
  toUserWithTools(db, await readUser(db, userId));

/** Converts rows to the format of the API, with tools and, for invited users, the expiry of the invitation link. */
export async function toUsers(db: Db, rows: readonly UserRow[]): Promise<User[]> {
  const tools = await findToolsOf(db, rows);
  const invitedUsers = rows.filter(({ status }) => status === 'approved');
  const invitations = await findInvitations(db, toIds(invitedUsers));
  return rows.map((row) => {
    const user = toUser(row, tools.get(row.id) ?? []);
    if (row.status !== 'approved') return user;
    const invitedUntil = invitations.find(({ userId }) => userId === row.id)?.expiresAt ?? null;
    return { ...user, invitedUntil: invitedUntil === null ? null : toIsoTime(invitedUntil) };
  });
}

/** Converts one row to the format of the API. */
export async function toUserWithTools(db: Db, row: UserRow): Promise<User> {
  const [user] = await toUsers(db, [row]);
  if (!user) throw new Error('a user whose row was read was not converted');
  return user;
}

/** Returns the full name of a person; for a person without a name, the login. */
export const formatName = ({ firstName, lastName, login }: { firstName: string; lastName: string; login: string }) =>
  `${firstName} ${lastName}`.trim() || login;

/** Users with one of these statuses have no grants, so their requested tools are returned. */
const requestStatuses: readonly string[] = ['unverified', 'pending', 'rejected', 'expired', 'withdrawn'];

async function findToolsOf(db: Db, rows: readonly UserRow[]): Promise<Map<number, UserTool[]>> {
  const tools = new Map<number, UserTool[]>(rows.map(({ id }) => [id, []]));
  const accounts = rows.filter((row) => !isRequest(row));
  for (const grant of await findGrantsOfUsers(db, toIds(accounts))) tools.get(grant.userId)?.push(toGrantedTool(grant));
  for (const tool of await findRequestedTools(db, toIds(rows.filter(isRequest))))
    tools.get(tool.userId)?.push(toRequestedTool(tool));
  return tools;
}

const isRequest = ({ status }: UserRow): boolean => requestStatuses.includes(status);

const toIds = (rows: readonly UserRow[]): number[] => rows.map(({ id }) => id);

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
    createdAt: toIsoTime(row.createdAt),
  };
}

function toShownStatus(status: UserRow['status']): UserStatus {
  if (status === 'deleted') throw new Error('a deleted user must not be shown');
  return status;
}
