import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { User, users } from '@basics/contract/users/users.ts';
import { together } from '#server/database/database.ts';
import type { Trx } from '#server/database/foundation.ts';
import type { Actor } from '#server/platform/http/call-context.ts';
import { invalid } from '#server/platform/problem.ts';
import { findSentId } from '#server/platform/writing.ts';
import { foldLogin, toLoginColumns } from '#server/platform/email-addresses.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { findRefusedFields } from './accept-fields.ts';
import { recordUserChange, readChangedUser, type UserChangeContext, type UserChange } from '../user.ts';
import { findTerritories, isInScope, keepInMachineScope } from '../scope.repository.ts';
import { writeSearchTexts } from '../list/search-users.repository.ts';
import {
  findBrands,
  lockTools,
  findUserByLogin,
  insertGrants,
  insertHistory,
  insertWithFreeLogins,
} from '../users.repository.ts';
import { toColumns } from '../user-fields.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { claimFirstCallOfDay } from '#server/platform/security/throttle.repository.ts';
import { findAdministrators } from '../access/administrators.repository.ts';

type SentUser = Body<typeof users.create>;
/** A new user with the names that the portal stores: `profileID` and `tools`. */
export type NewUser = Omit<SentUser, 'profile' | 'profileID' | 'tool' | 'tools'> & {
  profileID: number;
  tools: NonNullable<SentUser['tools']>;
};

/** Resolves the other names that the body of the call accepts. Throws INVALID if it has two values for one field. */
export function toNewUser({ profile, profileID, tool, tools, ...user }: SentUser): NewUser {
  if (tools !== undefined && tool !== undefined)
    throw invalid({ tools: serverMessages.twoValues, tool: serverMessages.twoValues });
  return {
    ...user,
    profileID: findSentId({ profileID, profile }) ?? 0,
    tools: tools ?? [{ tool: tool ?? '', brand: user.brand, configTools: [], validFrom: null, validTo: null }],
  };
}

/**
 * Creates an account that its owner activates with the link in an e-mail. Throws INVALID with a message
 * for each wrong field.
 */
export async function createUser(context: UserChangeContext, body: NewUser): Promise<User> {
  const { database, actor } = context;
  const id = await database.transact(async (trx) => {
    const [brands, tools] = await together(findBrands(trx), lockTools(trx));
    const refusedFields = findRefusedFields({
      fields: body,
      currentTools: [],
      permissions: actor.permissions,
      catalogue: { brands, tools },
    });
    if (Object.keys(refusedFields).length > 0) throw invalid(refusedFields);
    const [newUser] = await insertNewUsers(trx, context, [body]);
    if (!newUser) return null;
    await together(
      writeRecordsOf(trx, context, [newUser]),
      keepInMachineScope(trx, actor, newUser.id),
      inviteNewUser(trx, context, newUser.id, body),
      recordUserChange(trx, context, toCreationEntry(newUser.id, body)),
    );
    return newUser.id;
  });
  if (id !== null) return readChangedUser(database.kysely, id);
  throw invalid({ login: await findLoginRefusal(context, body.login) });
}

/** Inserts the rows of new accounts with validated fields. Returns their ids in the order of `bodies`, with null for a login in use. */
export async function writeNewUsers(
  trx: Trx,
  context: NewUsersContext,
  bodies: readonly NewUser[],
): Promise<(number | null)[]> {
  const newUsers = await insertNewUsers(trx, context, bodies);
  if (newUsers.length > 0) await writeRecordsOf(trx, context, newUsers);
  const ids = new Map(newUsers.map(({ body, id }) => [body, id]));
  return bodies.map((body) => ids.get(body) ?? null);
}

type NewUsersContext = Pick<UserChangeContext, 'actor' | 'at'>;
type InsertedUser = ReturnType<typeof toUserRow> & { id: number; body: NewUser };

/** Inserts accounts, without the accounts whose login is in use. */
async function insertNewUsers(
  trx: Trx,
  { actor, at }: NewUsersContext,
  bodies: readonly NewUser[],
): Promise<InsertedUser[]> {
  const findCreator = await createCreatorLookUp(trx, actor);
  const rows = bodies.map((body) => ({
    body,
    row: toUserRow(body, findCreator(body), { decidedBy: actor.userId, at }),
  }));
  const ids = await insertWithFreeLogins(trx, rows.map(({ row }) => row)); // oxfmt-ignore
  return rows.flatMap(({ body, row }) => {
    const id = ids.get(row.loginFold);
    return id === undefined ? [] : [{ ...row, id, body }];
  });
}

/** Writes the grants, the search texts and the history of new accounts. */
async function writeRecordsOf(trx: Trx, { actor, at }: NewUsersContext, newUsers: readonly InsertedUser[]) {
  const historyEntry = { at, actorId: actor.userId, fromStatus: null, toStatus: 'approved', reason: null } as const;
  await together(
    insertGrants(trx, newUsers.map(({ id, body }) => ({ userId: id, tools: body.tools }))), // oxfmt-ignore
    writeSearchTexts(trx, newUsers),
    insertHistory(trx, ...newUsers.map(({ id }) => ({ userId: id, ...historyEntry }))),
  );
}

export async function inviteNewUser(
  trx: Trx,
  { queueLetter, at }: UserChangeContext,
  id: number,
  body: NewUser,
): Promise<void> {
  const link = await issueOneTimeToken(trx, { purpose: 'activate', userId: id, now: at });
  const { brand: brandId, firstName } = body;
  await queueLetter(trx, { kind: 'accountCreated', to: body.login.trim(), userId: id, brandId, firstName, ...link });
}

/** Creates the audit entry of a new account. */
export const toCreationEntry = (id: number, body: NewUser): UserChange => ({
  action: 'user.create',
  userId: id,
  after: { ...body, status: 'approved' },
});

/**
 * Returns a function that finds whose customer a new user is. A user in the territory of an absent salesman is the customer of that salesman,
 * so that the deputy does not keep the customer after the absence.
 */
async function createCreatorLookUp(trx: Trx, { userId, deputyFor = [] }: Actor): Promise<(body: NewUser) => number> {
  if (deputyFor.length === 0) return () => userId;
  const pairs = await findTerritories(trx, [userId, ...deputyFor]);
  return ({ country, brand }) => {
    const holders = pairs.filter((pair) => pair.country === country && pair.brandId === brand);
    const [firstHolder] = holders;
    return firstHolder && !holders.some(({ salesmanId }) => salesmanId === userId) ? firstHolder.salesmanId : userId;
  };
}

function toUserRow(body: NewUser, createdBy: number, { decidedBy, at }: { decidedBy: number; at: number }) {
  return {
    ...toColumns(body),
    ...toLoginColumns(body.login),
    passwordHash: null,
    status: 'approved' as const,
    preferences: '{}',
    createdBy,
    createdAt: at,
    requestDate: null,
    reason: null,
    comment: null,
    decidedBy,
    decidedAt: at,
  };
}

/**
 * Returns the message for a login that another account already has. If the actor may not see the other account, the
 * message does not name its owner, and the administrators get an e-mail, once a day for each account and actor.
 */
export async function findLoginRefusal(context: UserChangeContext, login: string): Promise<string> {
  const { database, actor } = context;
  const holder = await findUserByLogin(database.kysely, foldLogin(login));
  // If no account has the login any more, the account was deleted meanwhile, and a second attempt can succeed.
  if (!holder || (await isInScope(database.kysely, actor, holder.id))) return serverMessages.loginTaken;
  await reportOutOfScope(context, holder);
  return serverMessages.loginOutOfScope;
}

async function reportOutOfScope(
  { database, actor, origin, at, queueLetter }: UserChangeContext,
  holder: { id: number; login: string },
): Promise<void> {
  if (!(await claimFirstCallOfDay(database, `login:${holder.id}:${actor.userId}`, at))) return;
  await database.transact(async (trx) => {
    const names = {
      account: { userId: holder.id, name: holder.login },
      by: { userId: actor.userId, name: actor.login },
    };
    for (const administrator of await findAdministrators(trx))
      // A transaction has one connection, so its statements run one after the other.
      // oxlint-disable-next-line no-await-in-loop
      await queueLetter(trx, { kind: 'accountOutOfScope', ...administrator, ...names });
    await recordAction(
      trx,
      { actor, origin, at },
      { action: 'user.refuseLogin', subject: { kind: 'user', id: holder.id } },
    );
  });
}
