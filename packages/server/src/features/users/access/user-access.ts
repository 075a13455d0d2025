import * as z from 'zod/mini';
import { holdLetters } from '#server/mail/queue-letter.ts';
import { recordUndo, type Restore } from '#server/platform/undo/undo.repository.ts';
import { hours } from '#server/platform/clock/clock.ts';
import { endOneTimeTokens, reviveOneTimeTokens } from '#server/platform/security/one-time-tokens.repository.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { problem } from '#server/platform/problem.ts';
import { claimAttempt, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import { recordUserChange, requireStatus, type UserChangeContext } from '../user.ts';
import {
  findInvitations,
  findUserInScope,
  lockUserInScope,
  changeUser,
  insertHistory,
  lockAdministrators,
} from '../users.repository.ts';
import { phrases } from '@basics/contract/texts/phrases.ts';
import type { UserStatus } from '#server/database/schema.ts';
import { endAllSessions } from '#server/platform/security/end-sessions.repository.ts';
import type { Actor } from '#server/platform/http/call-context.ts';

/** Limits the invitations to one user to five an hour, so that the user does not get many e-mails. */
const invitationLimit: RateLimit = {
  freeAttempts: 5,
  windowMs: hours(1),
  firstWaitMs: hours(1),
  longestWaitMs: hours(1),
};

/** Sends a new link to set the password; the previous link stops working. Throws the problem of a status without an invitation. */
export async function inviteUser(context: UserChangeContext, userId: number): Promise<void> {
  const { database, actor, at } = context;
  await claimInvitation(context, userId);
  await database.transact(async (trx) => {
    const { holdLetter, letterIds } = holdLetters(context);
    const row = await lockUserInScope(trx, actor, userId);
    if (!row) throw problem('USER_NOT_FOUND');
    requireStatus('invite', row.status);
    const link = await issueOneTimeToken(trx, { purpose: 'activate', userId, now: at });
    await recordUserChange(trx, context, { action: 'user.invite', userId, after: { status: row.status } });
    const { login, brandId, firstName } = row;
    await holdLetter(trx, { kind: 'invitationAgain', to: login, userId, brandId, firstName, ...link });
    const payload = { endedAt: at, validUntil: link.validUntil };
    await recordUndo(trx, context, { kind: 'invitation', userId, letterIds, payload });
  });
}

/** Counts an invitation, and throws the problem with which `inviteUser` would refuse it. */
export async function claimInvitation({ database, actor, at }: UserChangeContext, userId: number): Promise<void> {
  const user = await findUserInScope(database.kysely, actor, userId);
  if (!user) throw problem('USER_NOT_FOUND');
  requireStatus('invite', user.status);
  await claimAttempt(database.kysely, `invite:${userId}`, invitationLimit, at);
}

const storedInvitation = z.strictObject({ endedAt: z.int(), validUntil: z.int() });

/** Undoes an invitation: its link stops working, and the previous link works again until it expires. */
export const restoreInvitation: Restore = async (trx, context, { userId, payload }) => {
  const { actor, at } = context;
  const { endedAt, validUntil } = storedInvitation.parse(JSON.parse(payload));
  const row = await lockUserInScope(trx, actor, userId);
  if (!row) throw problem('USER_NOT_FOUND');
  if (row.status === 'active') throw problem('ALREADY_ACTIVE');
  const [invitation] = await findInvitations(trx, [userId]);
  if (row.status !== 'approved' || invitation?.expiresAt !== validUntil) throw problem('CHANGED_SINCE');
  await endOneTimeTokens(trx, { purposes: ['activate'], userId, now: at });
  await reviveOneTimeTokens(trx, { purpose: 'activate', userId, endedAt });
  await recordUserChange(trx, context, { action: 'user.undo', userId, after: { status: row.status } });
  return [];
};

/**
 * Staff can send at most three password links an hour to one user. The links that the user requests are counted
 * separately. Otherwise a stranger could request many links, and staff could then send none.
 */
const passwordLinkLimit: RateLimit = {
  freeAttempts: 3,
  windowMs: hours(1),
  firstWaitMs: hours(1),
  longestWaitMs: hours(1),
};

/**
 * One member of staff can send at most 30 password links an hour, so that nobody with a stolen session can send links
 * to all customers.
 */
const senderLimit: RateLimit = { freeAttempts: 30, windowMs: hours(1), firstWaitMs: hours(1), longestWaitMs: hours(1) };

/**
 * Sends a link to set a new password to the e-mail address of an active user. The link is only in the e-mail, never in
 * a reply. Throws the problem of a status without a password. A user who never had a password gets a new invitation instead.
 */
export async function sendPasswordLink(context: UserChangeContext, userId: number): Promise<void> {
  const { database, queueLetter, actor, at } = context;
  const user = await findUserInScope(database.kysely, actor, userId);
  if (!user) throw problem('USER_NOT_FOUND');
  if (userId === actor.userId) throw problem('OWN_ACCOUNT');
  requireStatus('sendPasswordLink', user.status);
  await claimAttempt(database.kysely, `passwordLink:by:${actor.userId}`, senderLimit, at);
  await claimAttempt(database.kysely, `passwordLink:${userId}`, passwordLinkLimit, at);
  await database.transact(async (trx) => {
    const row = await lockUserInScope(trx, actor, userId);
    if (!row) throw problem('USER_NOT_FOUND');
    requireStatus('sendPasswordLink', row.status);
    const link = await issueOneTimeToken(trx, { purpose: 'reset', userId, now: at });
    await recordUserChange(trx, context, { action: 'user.passwordLink', userId });
    const { login, brandId, firstName } = row;
    await queueLetter(trx, { kind: 'passwordReset', to: login, userId, brandId, firstName, sentBy: 'staff', ...link });
  });
}

type Suspension = { userId: number; version?: number | undefined };

/** Suspends an active user, whose sessions end at once. */
export function suspendUser(
  context: UserChangeContext,
  { userId, version, reason }: Suspension & { reason: string },
): Promise<void> {
  requireOther(context.actor, userId);
  return changeStatus(context, { userId, version, reason, from: 'active', to: 'suspended' });
}

/** Throws the problem with which `suspendUser` would refuse to suspend this user. `administrators` are the ids of the active administrators. */
export function requireSuspendable(
  actor: Actor,
  { id, status }: { id: number; status: UserStatus },
  administrators: readonly number[],
): void {
  requireOther(actor, id);
  requireStatus('suspend', status);
  if (administrators.includes(id) && administrators.length === 1) throw problem('LAST_ADMINISTRATOR');
}

function requireOther(actor: Actor, userId: number): void {
  if (userId === actor.userId) throw problem('OWN_ACCOUNT');
}

/** Lets a suspended user sign in again, with the same password. */
export const reinstateUser = (context: UserChangeContext, { userId, version }: Suspension): Promise<void> =>
  changeStatus(context, { userId, version, reason: null, from: 'suspended', to: 'active' });

type StatusChange = Suspension & { reason: string | null; from: UserStatus; to: 'active' | 'suspended' };

function changeStatus(context: UserChangeContext, { userId, version, reason, from, to }: StatusChange): Promise<void> {
  const { database, actor, at } = context;
  return database.transact(async (trx) => {
    const { holdLetter, letterIds } = holdLetters(to === 'suspended' ? context : { ...context, undoUntil: undefined });
    const administrators = await lockAdministrators(trx);
    const row = await lockUserInScope(trx, actor, userId);
    if (!row) throw problem('USER_NOT_FOUND');
    if (to === 'suspended') requireSuspendable(actor, row, administrators);
    else requireStatus('reinstate', row.status);
    const expectedRow = { id: userId, version: version ?? row.version, status: from };
    if (!(await changeUser(trx, expectedRow, { status: to }))) throw problem('STALE');
    await insertHistory(trx, { userId, at, actorId: actor.userId, fromStatus: from, toStatus: to, reason });
    await endAllSessions(trx, userId, at);
    await endOneTimeTokens(trx, { purposes: ['reset'], userId, now: at });
    await recordUserChange(trx, context, {
      action: to === 'suspended' ? 'user.suspend' : 'user.reinstate',
      userId,
      before: { status: from },
      after: { status: to, ...(reason !== null && { reason }) },
    });
    const kind = to === 'suspended' ? 'accountSuspended' : 'accountReinstated';
    const { login, brandId, firstName } = row;
    await holdLetter(trx, { kind, to: login, userId, brandId, firstName });
    const payload = { version: expectedRow.version + 1 };
    if (to === 'suspended') await recordUndo(trx, context, { kind: 'suspension', userId, letterIds, payload });
  });
}

const storedSuspension = z.strictObject({ version: z.int() });

/** Undoes a suspension. The sessions stay ended, so the user has to sign in again. */
export const restoreSuspended: Restore = async (trx, context, { userId, payload }) => {
  const { actor, at } = context;
  const { version } = storedSuspension.parse(JSON.parse(payload));
  const row = await lockUserInScope(trx, actor, userId);
  if (!row) throw problem('USER_NOT_FOUND');
  if (!(await changeUser(trx, { id: userId, version, status: 'suspended' }, { status: 'active' })))
    throw problem('CHANGED_SINCE');
  const statuses = { fromStatus: 'suspended', toStatus: 'active' } as const;
  await insertHistory(trx, { userId, at, actorId: actor.userId, ...statuses, reason: null });
  await recordUserChange(trx, context, {
    action: 'user.undo',
    userId,
    before: { status: 'suspended' },
    after: { status: 'active' },
  });
  return [phrases().signedOutBySuspension()];
};
