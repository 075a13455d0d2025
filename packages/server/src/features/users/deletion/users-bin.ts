import type { deletedUsers } from '@basics/contract/users/deleted-users.ts';
import type { Query, Reply } from '@basics/contract/calls/endpoint.ts';
import { addOnGuards, listAssignableProfiles, staffProfiles } from '@basics/contract/calls/permissions.ts';
import { isUniqueViolation } from '#server/database/failures.ts';
import type { Trx } from '#server/database/foundation.ts';
import type { ArchivedRow, PersonArchive } from '#server/database/personal/archive-rows.ts';
import { restoreRows } from '#server/database/personal/restore-rows.ts';
import { restorableMs, toUtcDay } from '#server/platform/clock/clock.ts';
import { parseTexts } from '#server/database/columns.ts';
import type { Actor, CallContext } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import { sealPurposes } from '#server/platform/security/seal.ts';
import type { Seal } from '#server/platform/security/seal.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import type { UserChangeContext } from '../user.ts';
import { findAdministrators } from '../access/administrators.repository.ts';
import { openArchive, openName } from './remove-users.ts';
import type { UserArchive } from './remove-users.ts';
import { rewriteSearchTexts } from '../list/search-users.repository.ts';
import { formatName, toUserWithTools } from '../user.ts';
import {
  clearPassword,
  deleteFromBin,
  findDeletedUser,
  findDeletedUsers,
  findAssignedPairs,
  isLoginTaken,
  undoRevocations,
} from './users-bin.repository.ts';
import type { BinViewer } from './users-bin.repository.ts';
import { readUser, freeLogin, insertHistory } from '../users.repository.ts';

/** The part of a call that the bin needs, with the keys that decrypt the bin. */
type BinContext = UserChangeContext & Pick<CallContext, 'seal'>;

/**
 * A user who may delete only requests sees only deleted requests. A deleted user is hidden after 30 days, even if the
 * job has not deleted the archive yet.
 */
const toBinViewer = ({ actor, at }: { actor: Actor; at: number }): BinViewer => ({
  ...actor,
  seesOnlyRequests: !actor.permissions.includes('users.delete'),
  deletedAfter: at - restorableMs,
});

/** Lists the deleted users that the actor may restore. Only the names of the listed users are decrypted. */
export async function listDeleted(
  { db, seal, ...viewer }: Pick<CallContext, 'db' | 'seal' | 'actor' | 'at'>,
  { most }: Query<typeof deletedUsers.listDeleted>,
): Promise<Reply<typeof deletedUsers.listDeleted>> {
  const rows = await findDeletedUsers(db, toBinViewer(viewer), most + 1);
  const items = rows.slice(0, most).map(async ({ id, name: sealedName, deletedAt, deleterStatus, ...deleter }) => {
    const { name, login, company } = (await openName(seal, id, sealedName)) ?? {
      name: null,
      login: null,
      company: null,
    };
    return {
      userId: id,
      name,
      login,
      company,
      deletedAt: new Date(deletedAt).toISOString(),
      deletedBy: formatDeleter(deleterStatus, deleter),
      keptUntil: toUtcDay(deletedAt + restorableMs),
    };
  });
  return { items: await Promise.all(items), hasMore: rows.length > most };
}

type DeleterName = { firstName: string | null; lastName: string | null; login: string | null };

const formatDeleter = (status: string | null, { firstName, lastName, login }: DeleterName): string | null =>
  status === null || status === 'deleted'
    ? null
    : formatName({ firstName: firstName ?? '', lastName: lastName ?? '', login: login ?? '' });

/** Deletes a user in the bin for good. Throws USER_NOT_FOUND. */
export function removeDeleted(context: WriteContext, userId: number): Promise<void> {
  return context.database.transact(async (trx) => {
    const row = await findDeletedUser(trx, toBinViewer(context), userId);
    if (!row || !(await deleteFromBin(trx, userId))) throw problem('USER_NOT_FOUND');
    await recordAction(trx, context, {
      action: 'user.deleteForGood',
      subject: { kind: 'user', id: userId, personId: null },
    });
  });
}

/**
 * Restores a deleted user with the same id. Throws USER_NOT_FOUND, LOGIN_TAKEN if another account has the login now,
 * BIN_NOT_READABLE, NOT_PERMITTED if the actor may not assign the profile or an add-on of the user, or STALE if a
 * change of the sealing key encrypted the archive again meanwhile.
 */
export async function restoreDeleted(
  context: BinContext,
  userId: number,
): Promise<Reply<typeof deletedUsers.restoreDeleted>> {
  const { database, seal, actor } = context;
  const row = await findDeletedUser(database.kysely, toBinViewer(context), userId);
  if (!row) throw problem('USER_NOT_FOUND');
  // The archive is decrypted before the transaction, because a transaction must wait only for the database.
  const archive = await openArchive(seal, userId, row.archive);
  if (!archive) throw problem('BIN_NOT_READABLE');
  requireAssignable(actor, archive, row.status);
  try {
    const restoration = await database.transact((trx) => restore(trx, context, { row, archive }));
    return {
      user: await toUserWithTools(database.kysely, await readUser(database.kysely, userId)),
      lostAssignments: restoration.assignments.map(({ country, brandId }) => ({
        country: String(country),
        brand: String(brandId),
      })),
      needsPassword: restoration.needsPassword,
      lostTools: [...new Set(restoration.grants.map(({ toolId }) => String(toolId)))],
    };
  } catch (error) {
    // Another call has created an account with this login after the login was checked.
    if (isUniqueViolation(error, 'users', ['loginFold'])) throw problem('LOGIN_TAKEN', { cause: error });
    throw error;
  }
}

type DeletedUserRow = NonNullable<Awaited<ReturnType<typeof findDeletedUser>>>;
type Restoration = {
  needsPassword: boolean;
  assignments: readonly ArchivedRow[];
  grants: readonly ArchivedRow[];
};

async function restore(
  trx: Trx,
  context: BinContext,
  {
    row: { id: userId, status, archive: sealedArchive, deletedAt },
    archive,
  }: { row: DeletedUserRow; archive: UserArchive },
): Promise<Restoration> {
  const { seal, actor, at } = context;
  if (!(await deleteFromBin(trx, userId, sealedArchive))) throw problem('STALE');
  const loginFold = archive.rows.users?.[0]?.['loginFold'];
  if (typeof loginFold === 'string') {
    await freeLogin(trx, loginFold);
    if (await isLoginTaken(trx, loginFold)) throw problem('LOGIN_TAKEN');
  }
  const { free, taken } = await splitAssignments(trx, archive);
  const lostRows = await restoreRows(trx, userId, {
    ...selectRowsToRestore(archive),
    countryBrandSalesmen: free,
    secondFactors: sealSecrets(seal, userId, archive),
  });
  const lostAssignments = [...taken, ...(lostRows.countryBrandSalesmen ?? [])];
  // If one of the second factors cannot be restored, the former password alone must not be enough to sign in.
  const hasLostFactor = (lostRows.secondFactors ?? []).length > 0;
  if (hasLostFactor) await clearPassword(trx, userId);
  const isStaff = isStaffArchive(archive);
  const hadPassword = (archive.rows.users?.[0]?.['passwordHash'] ?? null) !== null;
  const needsPassword = hadPassword && (isStaff || hasLostFactor);
  if (status === 'suspended') await undoRevocations(trx, userId, deletedAt);
  await rewriteSearchTexts(trx, [userId]);
  const historyEntry = {
    userId,
    at,
    actorId: actor.userId,
    fromStatus: 'deleted',
    toStatus: status,
    reason: null,
  } as const;
  await insertHistory(trx, historyEntry);
  await recordAction(trx, context, {
    action: 'user.restore',
    subject: { kind: 'user', id: userId, personId: null },
    before: { status: 'deleted' },
    after: {
      status,
      ...(needsPassword && { needsPassword }),
      ...countLostRows({ ...lostRows, countryBrandSalesmen: lostAssignments }),
    },
  });
  if (status !== 'pending' && status !== 'rejected')
    await queueRestorationLetters(trx, context, { userId, isStaff, needsPassword });
  return {
    needsPassword,
    assignments: lostAssignments,
    grants: [...(lostRows.toolGrants ?? []), ...(lostRows.requestedTools ?? [])],
  };
}

/**
 * Throws NOT_PERMITTED if the actor could not give the archived profile, or an archived add-on that needs a permission,
 * to a new user. A request without an approval has no profile and no add-ons.
 */
function requireAssignable(actor: Actor, { rows }: UserArchive, status: string): void {
  if (status === 'pending' || status === 'rejected') return;
  const profileId = rows.users?.[0]?.['profileId'] ?? null;
  const isAssignable = profileId === null || listAssignableProfiles(actor.permissions).includes(Number(profileId));
  const addOns = (rows.toolGrants ?? []).flatMap(({ configTools }) => parseTexts(String(configTools)));
  const hasGuardedAddOn = addOnGuards.some(
    ({ addOn, toAdd }) => addOns.includes(addOn) && !actor.permissions.includes(toAdd),
  );
  if (!isAssignable || hasGuardedAddOn) throw problem('NOT_PERMITTED');
}

/** Returns whether the archived user is a member of staff. */
const isStaffArchive = ({ rows }: UserArchive): boolean =>
  staffProfiles.some((profile) => profile === rows.users?.[0]?.['profileId']);

/**
 * Returns the archived rows to restore. Additional permissions are left out, because their reasons may be over. For
 * staff, the password and the recovery codes are left out, because someone else may know them after 30 days. The second
 * factors are restored, so a new password alone is not enough to sign in.
 */
const selectRowsToRestore = (archive: UserArchive): UserArchive['rows'] => ({
  ...archive.rows,
  permissionOverrides: [],
  ...(isStaffArchive(archive) && {
    users: (archive.rows.users ?? []).map((row) => ({ ...row, passwordHash: null })),
    recoveryCodes: [],
  }),
});

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

/** Returns the number of rows of each table that could not be restored, for the audit entry. */
function countLostRows(lostRows: PersonArchive): { lostRows?: Record<string, number> } {
  const counts = Object.entries(lostRows).flatMap(([table, rows]) => (rows.length > 0 ? [[table, rows.length]] : []));
  return counts.length > 0 ? { lostRows: Object.fromEntries(counts) } : {};
}

/**
 * Splits the assignments of a deleted salesman into the assignments that nobody has now and those that another salesman
 * has now.
 */
async function splitAssignments(trx: Trx, { rows }: UserArchive) {
  const assignments = rows.countryBrandSalesmen ?? [];
  const countries = assignments.map(({ country }) => String(country));
  const territories = countries.length > 0 ? await findAssignedPairs(trx, countries) : [];
  const isTaken = ({ country, brandId }: ArchivedRow) =>
    territories.some((territory) => territory.country === country && territory.brandId === brandId);
  return {
    free: assignments.filter((assignment) => !isTaken(assignment)),
    taken: assignments.filter(isTaken),
  };
}

/** Seals the secrets of authenticator apps with the current key. */
const sealSecrets = (seal: Seal, userId: number, { rows, authenticatorSecrets }: UserArchive): ArchivedRow[] =>
  (rows.secondFactors ?? []).map((row) => {
    const secret = authenticatorSecrets[String(row['id'])];
    return secret === undefined ? row : { ...row, secret: seal.close(sealPurposes.authenticatorApp(userId), secret) };
  });
