import type { deletedUsers } from '@basics/contract/users/deleted-users.ts';
import type { Query, Reply } from '@basics/contract/calls/endpoint.ts';
import { addOnGuards, listAssignableProfiles, staffProfiles } from '@basics/contract/calls/permissions.ts';
import { phrases } from '@basics/contract/texts/phrases.ts';
import { lockUser } from '#server/database/database.ts';
import { isUniqueViolation } from '#server/database/failures.ts';
import type { Trx } from '#server/database/foundation.ts';
import { parseRowsAside, returnRowsAside, type RowsAside } from '#server/database/personal/bin-rows.ts';
import { restorableMs, toUtcDay } from '#server/platform/clock/clock.ts';
import { parseTexts } from '#server/database/columns.ts';
import type { Actor, CallContext } from '#server/platform/http/call-context.ts';
import { erasePerson } from '#server/platform/audit/erasure.repository.ts';
import { problem } from '#server/platform/problem.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import type { Restore } from '#server/platform/undo/undo.repository.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { findAdministrators } from '../access/administrators.repository.ts';
import { rewriteSearchTexts } from '../list/search-users.repository.ts';
import { formatName, toUserWithTools, type UserChangeContext } from '../user.ts';
import {
  clearPassword,
  deleteFromBin,
  deleteRecoveryCodes,
  findDeletedUser,
  findDeletedUsers,
  findAssignedPairs,
  isLoginTaken,
  returnPasskeys,
  undoRevocations,
} from './users-bin.repository.ts';
import type { BinViewer } from './users-bin.repository.ts';
import { readUser, freeLogin, insertHistory, lockTools } from '../users.repository.ts';
import { hasAccount } from '../write/update-user.ts';

/**
 * A user who may delete only requests sees only deleted requests. A deleted user is hidden after 30 days, even if the
 * job has not erased the user yet. A deputy sees nothing more, because a deputy may not delete the requests of the
 * absent salesman.
 */
const toBinViewer = ({ actor, at }: { actor: Actor; at: number }): BinViewer => ({
  ...actor,
  deputyFor: [],
  seesOnlyRequests: !actor.permissions.includes('users.delete'),
  deletedAfter: at - restorableMs,
});

/** Lists the deleted users that the actor may restore. */
export async function listDeleted(
  { db, ...viewer }: Pick<CallContext, 'db' | 'actor' | 'at'>,
  { most }: Query<typeof deletedUsers.listDeleted>,
): Promise<Reply<typeof deletedUsers.listDeleted>> {
  const rows = await findDeletedUsers(db, toBinViewer(viewer), most + 1);
  const items = rows.slice(0, most).map(({ id, account, deletedAt, deleterStatus, ...deleter }) => {
    const { firstName, lastName, login, company } = readAccount(parseRowsAside(account));
    return {
      userId: id,
      name: `${firstName} ${lastName}`.trim(),
      login: String(login),
      company: String(company),
      deletedAt: new Date(deletedAt).toISOString(),
      deletedBy: formatDeleter(deleterStatus, deleter),
      keptUntil: toUtcDay(deletedAt + restorableMs),
    };
  });
  return { items, hasMore: rows.length > most };
}

type DeleterName = { firstName: string | null; lastName: string | null; login: string | null };

const formatDeleter = (status: string | null, { firstName, lastName, login }: DeleterName): string | null =>
  status === null || status === 'deleted'
    ? null
    : formatName({ firstName: firstName ?? '', lastName: lastName ?? '', login: login ?? '' });

/** Deletes a user in the bin for good. Throws USER_NOT_FOUND. */
export function removeDeleted(context: WriteContext, userId: number): Promise<void> {
  return context.database.transact(async (trx) => {
    await lockUser(trx, userId);
    if (!(await findDeletedUser(trx, toBinViewer(context), userId))) throw problem('USER_NOT_FOUND');
    await recordAction(trx, context, {
      action: 'user.deleteForGood',
      subject: { kind: 'user', id: userId, personId: null },
      after: await erasePerson(trx, userId, context.at),
    });
  });
}

/**
 * Restores a deleted user with the same id. Throws USER_NOT_FOUND, LOGIN_TAKEN if another account has the login now, or
 * NOT_PERMITTED if the actor may not assign the profile or an add-on of the user.
 */
export async function restoreDeleted(
  context: UserChangeContext,
  userId: number,
): Promise<Reply<typeof deletedUsers.restoreDeleted>> {
  const { database } = context;
  try {
    const { needsPassword, lostAddOns, lostRows } = await database.transact((trx) => restore(trx, context, userId));
    const lostGrants = [...(lostRows.toolGrants ?? []), ...(lostRows.requestedTools ?? [])];
    return {
      user: await toUserWithTools(database.kysely, await readUser(database.kysely, userId)),
      lostAssignments: (lostRows.countryBrandSalesmen ?? []).map(({ country, brandId }) => ({
        country: String(country),
        brand: String(brandId),
      })),
      needsPassword,
      lostTools: [...new Set([...lostGrants.map(({ toolId }) => String(toolId)), ...lostAddOns])],
    };
  } catch (error) {
    // Another call has created an account with this login after the login was checked.
    if (isUniqueViolation(error, 'users', ['loginFold'])) throw problem('LOGIN_TAKEN', { cause: error });
    throw error;
  }
}

/** Undoes the deletion of a user within minutes. */
export const restoreDeletion: Restore = async (trx, context, { userId }) => {
  await restore(trx, context, userId);
  const { companyId } = await readUser(trx, userId);
  return companyId === null ? [] : [phrases().pcsStayWithCompany()];
};

type Restoration = { needsPassword: boolean; lostAddOns: readonly string[]; lostRows: RowsAside };

async function restore(trx: Trx, context: UserChangeContext, userId: number): Promise<Restoration> {
  const { actor, at } = context;
  await lockUser(trx, userId);
  const row = await findDeletedUser(trx, toBinViewer(context), userId);
  if (!row) throw problem('USER_NOT_FOUND');
  const { status, deletedAt } = row;
  const aside = parseRowsAside(row.account);
  const account = readAccount(aside);
  requireAssignable(actor, aside, status);
  const loginFold = String(account['loginFold']);
  await freeLogin(trx, loginFold);
  if (await isLoginTaken(trx, loginFold)) throw problem('LOGIN_TAKEN');
  await deleteFromBin(trx, userId);
  const { free, taken } = await splitAssignments(trx, aside);
  const { toolGrants, lostAddOns } = await removeLostAddOns(trx, aside);
  const lostRows = await returnRowsAside(trx, userId, { ...aside, toolGrants, countryBrandSalesmen: free });
  const lostAssignments = [...taken, ...(lostRows.countryBrandSalesmen ?? [])];
  const lostPasskeys = await returnPasskeys(trx, userId);
  // Someone else may know the password and the recovery codes of staff after 30 days. The second factors return, so a new
  // password alone is not enough to sign in. If a second factor is lost, the former password alone must not be enough either.
  const isStaff = staffProfiles.some((profile) => profile === account['profileId']);
  if (isStaff || lostPasskeys > 0) await clearPassword(trx, userId);
  if (isStaff) await deleteRecoveryCodes(trx, userId);
  const needsPassword = account['passwordHash'] !== null && (isStaff || lostPasskeys > 0);
  if (status === 'suspended') await undoRevocations(trx, userId, deletedAt);
  await rewriteSearchTexts(trx, [userId]);
  const statusChange = { userId, at, actorId: actor.userId, fromStatus: 'deleted', toStatus: status } as const;
  await insertHistory(trx, { ...statusChange, reason: null });
  const lostCounts = {
    ...countRows({ ...lostRows, countryBrandSalesmen: lostAssignments }),
    ...(lostPasskeys > 0 && { secondFactors: lostPasskeys }),
    ...(lostAddOns.length > 0 && { addOns: lostAddOns.length }),
  };
  await recordAction(trx, context, {
    action: 'user.restore',
    subject: { kind: 'user', id: userId, personId: null },
    before: { status: 'deleted' },
    after: {
      status,
      ...(needsPassword && { needsPassword }),
      ...(Object.keys(lostCounts).length > 0 && { lostRows: lostCounts }),
    },
  });
  if (hasAccount(status)) await queueRestorationLetters(trx, context, { userId, isStaff, needsPassword });
  return { needsPassword, lostAddOns, lostRows: { ...lostRows, countryBrandSalesmen: lostAssignments } };
}

/** Reads the values of the account itself from the values that were put aside. */
const readAccount = ({ users }: RowsAside) => users?.[0] ?? {};

/**
 * Throws NOT_PERMITTED if the actor could not give the former profile, or a former add-on that needs a permission, to a
 * new user. A request without an approval has no profile and no add-ons.
 */
function requireAssignable(actor: Actor, aside: RowsAside, status: string): void {
  if (status === 'pending' || status === 'rejected') return;
  const profileId = readAccount(aside)['profileId'] ?? null;
  const isAssignable = profileId === null || listAssignableProfiles(actor.permissions).includes(Number(profileId));
  const addOns = (aside.toolGrants ?? []).flatMap(({ configTools }) => parseTexts(String(configTools)));
  const hasGuardedAddOn = addOnGuards.some(
    ({ addOn, toAdd }) => addOns.includes(addOn) && !actor.permissions.includes(toAdd),
  );
  if (!isAssignable || hasGuardedAddOn) throw problem('NOT_PERMITTED');
}

type RestoredAccount = { userId: number; isStaff: boolean; needsPassword: boolean };

/**
 * Queues the e-mail to the owner of a restored account. If the owner is staff, the other administrators get an e-mail
 * too.
 */
async function queueRestorationLetters(
  trx: Trx,
  { actor, at, queueLetter }: Pick<UserChangeContext, 'actor' | 'at' | 'queueLetter'>,
  { userId, isStaff, needsPassword }: RestoredAccount,
): Promise<void> {
  const { login, brandId, firstName } = await readUser(trx, userId);
  await queueLetter(trx, { kind: 'accountRestored', to: login, userId, brandId, firstName, needsPassword, at });
  if (!isStaff) return;
  const names = { account: { userId, name: login }, by: { userId: actor.userId, name: actor.login } };
  for (const administrator of await findAdministrators(trx)) {
    if (administrator.userId === userId) continue;
    // A transaction has one connection, so its statements run one after the other.
    // oxlint-disable-next-line no-await-in-loop
    await queueLetter(trx, { kind: 'staffRestored', ...administrator, ...names, at });
  }
}

/** Counts the rows of each table that has rows, for the audit entry. */
const countRows = (rows: RowsAside): Record<string, number> =>
  Object.fromEntries(Object.entries(rows).flatMap(([table, { length }]) => (length > 0 ? [[table, length]] : [])));

/**
 * Splits the assignments of a deleted salesman into the assignments that nobody has now and those that another salesman
 * has now.
 */
async function splitAssignments(trx: Trx, { countryBrandSalesmen: assignments = [] }: RowsAside) {
  const countries = assignments.map(({ country }) => String(country));
  const territories = countries.length > 0 ? await findAssignedPairs(trx, countries) : [];
  const isTaken = ({ country, brandId }: (typeof assignments)[number]) =>
    territories.some((territory) => territory.country === country && territory.brandId === brandId);
  return {
    free: assignments.filter((assignment) => !isTaken(assignment)),
    taken: assignments.filter(isTaken),
  };
}

/** Removes add-ons that were deleted meanwhile from the grants of a deleted user, and returns the ids of these add-ons. */
async function removeLostAddOns(trx: Trx, { toolGrants: grants = [] }: RowsAside) {
  const toolIds = new Set((await lockTools(trx)).map(({ id }) => id));
  const readAddOns = ({ configTools }: (typeof grants)[number]) => parseTexts(String(configTools));
  return {
    toolGrants: grants.map((grant) => ({
      ...grant,
      configTools: JSON.stringify(readAddOns(grant).filter((id) => toolIds.has(id))),
    })),
    lostAddOns: [...new Set(grants.flatMap(readAddOns))].filter((id) => !toolIds.has(id)),
  };
}
