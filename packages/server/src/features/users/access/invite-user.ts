import * as z from 'zod/mini';
import { holdLetters } from '#server/mail/queue-letter.ts';
import { recordUndo } from '#server/platform/undo/record-undo.ts';
import type { Restore } from '#server/platform/undo/record-undo.ts';
import { hours } from '#server/platform/clock/clock.ts';
import { endOneTimeTokens, reviveOneTimeTokens } from '#server/platform/security/one-time-tokens.repository.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { problem } from '#server/platform/problem.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { recordUserChange, requireStatus } from '../acting.ts';
import type { UserChangeContext } from '../acting.ts';
import { findInvitations, findUserInScope } from '../users.repository.ts';
import { lockUserInScope } from '../write-user.repository.ts';

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
