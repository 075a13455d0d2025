import { hours } from '#server/platform/clock/clock.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { problem } from '#server/platform/problem.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { recordUserChange, requireStatus } from '../acting.ts';
import type { UserChangeContext } from '../acting.ts';
import { findUserInScope } from '../users.repository.ts';
import { lockUserInScope } from '../write-user.repository.ts';

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
