import type { User, users } from '@basics/contract/users/users.ts';
import type { UserStatus } from '@basics/contract/users/user-lists.ts';
import { together } from '#server/database/database.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { toIsoTime } from '#server/platform/clock/clock.ts';
import { findContinent, continents, countries } from '#server/platform/countries/countries.ts';
import { parseTexts } from '#server/database/columns.ts';
import { toApiFields } from './user-fields.ts';
import {
  findGrantsOfUsers,
  findInvitations,
  findRequestedTools,
  findUserInScope,
  readUser,
  readUsers,
  findBrands,
  findTools,
} from './users.repository.ts';
import type { UserRow } from './users.repository.ts';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { languageIds, languages } from '@basics/contract/texts/texts.ts';
import { listAssignableProfiles, findRole } from '@basics/contract/calls/permissions.ts';
import type { AuditAction } from '@basics/contract/audit/audit-actions.ts';
import type { UserStatus as StoredStatus } from '#server/database/schema.ts';
import type { UndoableContext } from '#server/platform/undo/undo.repository.ts';
import { recordAudit, createAuditEntry, type AuditEntry, type AuditWriter } from '#server/platform/audit/audit.ts';
import type { WriteContext } from '#server/platform/writing.ts';

export type UserTool = User['tools'][number];

/** Reads a user in the actor's scope. Throws USER_NOT_FOUND. */
export async function readUserInScope({ db, actor }: Pick<CallContext, 'db' | 'actor'>, userId: number): Promise<User> {
  const [row, records] = await together(findUserInScope(db, actor, userId), readUserRecords(db, [userId]));
  if (!row) throw problem('USER_NOT_FOUND');
  return toUserWithTools(db, row, records);
}

/**
 * Reads a user after a change. The scope is not checked, because the change may have moved the user out of the actor's
 * scope.
 */
export async function readChangedUser(db: Db, userId: number): Promise<User> {
  const [row, records] = await together(readUser(db, userId), readUserRecords(db, [userId]));
  return toUserWithTools(db, row, records);
}

/** Reads users by their ids, with the records that `toUsers` needs; the caller must have checked the scope. */
export async function readUsersWithRecords(db: Db, userIds: readonly number[]) {
  const [rows, records] = await together(readUsers(db, userIds), readUserRecords(db, userIds));
  return rows.map((row) => ({ ...row, records }));
}

/** The tools and the invitations of some users. They do not depend on the rows of the users, so both are read at once. */
type UserRecords = Awaited<ReturnType<typeof readUserRecords>>;

async function readUserRecords(db: Db, userIds: readonly number[]) {
  const [grants, invitations] = await together(findGrantsOfUsers(db, userIds), findInvitations(db, userIds));
  return { grants, invitations };
}

/** Converts rows to the format of the API, with tools and, for invited users, the expiry of the invitation link. */
export async function toUsers(db: Db, rows: readonly UserRow[], records?: UserRecords): Promise<User[]> {
  const { grants, invitations } = records ?? (await readUserRecords(db, toIds(rows)));
  const tools = await findToolsOf(db, rows, grants);
  return rows.map((row) => {
    const user = toUser(row, tools.get(row.id) ?? []);
    if (row.status !== 'approved') return user;
    const invitedUntil = invitations.find(({ userId }) => userId === row.id)?.expiresAt ?? null;
    return { ...user, invitedUntil: invitedUntil === null ? null : toIsoTime(invitedUntil) };
  });
}

/** Converts one row to the format of the API. */
export async function toUserWithTools(db: Db, row: UserRow, records?: UserRecords): Promise<User> {
  const [user] = await toUsers(db, [row], records);
  if (!user) throw new Error('a user whose row was read was not converted');
  return user;
}

/** Returns the full name of a person; for a person without a name, the login. */
export const formatName = ({ firstName, lastName, login }: { firstName: string; lastName: string; login: string }) =>
  `${firstName} ${lastName}`.trim() || login;

/** Users with one of these statuses have no grants, so their requested tools are returned. */
const requestStatuses: readonly string[] = ['unverified', 'pending', 'rejected', 'expired', 'withdrawn'];

async function findToolsOf(
  db: Db,
  rows: readonly UserRow[],
  grants: UserRecords['grants'],
): Promise<Map<number, UserTool[]>> {
  const tools = new Map<number, UserTool[]>(rows.map(({ id }) => [id, []]));
  for (const grant of grants) tools.get(grant.userId)?.push(toGrantedTool(grant));
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

export const toGrantedTool = (
  row: Omit<Awaited<ReturnType<typeof findGrantsOfUsers>>[number], 'userId'>,
): UserTool => ({
  tool: row.toolId,
  brand: row.brandId,
  configTools: parseTexts(row.configTools),
  validFrom: row.validFrom,
  validTo: row.validTo,
  ...(row.pcs !== null && { pcs: row.pcs }),
});

function toUser(row: UserRow, tools: UserTool[]): User {
  return {
    userId: row.id,
    login: row.login,
    ...toApiFields(row),
    tools,
    continent: findContinent(row.country),
    userDomain: row.userDomain,
    ...(row.companyId !== null && { companyId: row.companyId, companyRole: row.companyRole }),
    status: toShownStatus(row.status),
    version: row.version,
    createdAt: toIsoTime(row.createdAt),
  };
}

function toShownStatus(status: UserRow['status']): UserStatus {
  if (status === 'deleted') throw new Error('a deleted user must not be shown');
  return status;
}

type Options = Reply<typeof users.options>;

/** Lists the options of the forms for users. The profiles are only the profiles that the actor may assign. */
export async function listUserOptions({ db, actor }: Pick<CallContext, 'db' | 'actor'>): Promise<Options> {
  const tools = await findTools(db);
  return {
    profiles: listAssignableProfiles(actor.permissions).map((id) => ({ id, name: findRole(id) })),
    brands: await findBrands(db),
    ...toOptionLists(tools.filter(isOffered)),
    retired: toOptionLists(tools.filter((tool) => !isOffered(tool))),
    countries: [...countries],
    continents: continents.map((name) => ({ id: name, name })),
    languages: languageIds.map((id) => ({ id, name: languages[id].name })),
  };
}

type Tool = Awaited<ReturnType<typeof findTools>>[number];

const toOptionLists = (tools: readonly Tool[]) => ({
  tools: tools.filter(({ parent }) => parent === null).map(({ id, name }) => ({ id, name })),
  configTools: tools.flatMap(({ id, name, parent }) => (parent === null ? [] : [{ id, name, tool: parent }])),
});

/** Returns whether a tool can be granted to a user who does not have it yet. */
export const isOffered = ({ retired }: Pick<Tool, 'retired'>): boolean => retired === 0;

/** The part of a call that a change of a user needs, with the outbox for e-mails to the changed user. */
export type UserChangeContext = WriteContext & UndoableContext & Pick<CallContext, 'queueLetter'>;

export type UserChange = {
  action: AuditAction;
  userId: number;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/**
 * Records the audit entry of a change to a user. Call this function at the end of the transaction, and only queue
 * e-mails after it.
 */
export const recordUserChange = (trx: Trx, context: AuditWriter, change: UserChange): Promise<void> =>
  recordAudit(trx, createUserAuditEntry(context, change));

/** Creates the audit entry of a change, for callers that record many entries at once. */
export const createUserAuditEntry = (context: AuditWriter, { userId, ...change }: UserChange): AuditEntry =>
  createAuditEntry(context, { ...change, subject: { kind: 'user', id: userId } });

/** The acts of staff on an account, with the problem that each status leads to. An act is allowed in the statuses that it does not list. */
const statusProblems = {
  suspend: { approved: 'SUSPEND_INVITED', suspended: 'ALREADY_SUSPENDED' },
  reinstate: { approved: 'ONLY_INVITED', active: 'NOT_SUSPENDED' },
  invite: { active: 'HAS_PASSWORD', suspended: 'STILL_SUSPENDED' },
  sendPasswordLink: { approved: 'ONLY_INVITED', suspended: 'STILL_SUSPENDED' },
  change: {},
} as const satisfies Record<string, Partial<Record<StoredStatus, AccountProblem>>>;

type AccountProblem =
  | 'ALREADY_SUSPENDED'
  | 'HAS_PASSWORD'
  | 'NOT_SUSPENDED'
  | 'ONLY_INVITED'
  | 'STILL_SUSPENDED'
  | 'SUSPEND_INVITED';

/** Throws the problem that says why the status of a user forbids an act, and what to do instead. */
export function requireStatus(act: keyof typeof statusProblems, status: StoredStatus): void {
  if (status === 'pending') throw problem('REQUEST_OPEN');
  const actProblems: Partial<Record<StoredStatus, AccountProblem>> = statusProblems[act];
  const code = actProblems[status];
  if (code) throw problem(code);
  if (status !== 'approved' && status !== 'active' && status !== 'suspended') throw problem('REQUEST_CLOSED');
}
