import { hours } from '#server/platform/clock.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { problem } from '#server/platform/problem.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { recordUserChange } from './acting.ts';
import type { UserChangeContext } from './acting.ts';
import { findUserInScope } from './users.repository.ts';
import { lockUserInScope } from './write-user.repository.ts';

/** Limits the invitations to one user to five an hour, so that the user does not get many e-mails. */
const invitationLimit: RateLimit = {
  freeAttempts: 5,
  windowMs: hours(1),
  firstWaitMs: hours(1),
  longestWaitMs: hours(1),
};

/** Sends a new link to set the password; the previous link stops working. Throws STALE if the account is already active. */
export async function inviteUser(context: UserChangeContext, userId: number): Promise<void> {
  const { database, queueLetter, actor, at } = context;
  const user = await findUserInScope(database.kysely, actor, userId);
  if (!user) throw problem('USER_NOT_FOUND');
  if (user.status !== 'approved') throw problem('STALE');
  await claimAttempt(database.kysely, `invite:${userId}`, invitationLimit, at);
  await database.transact(async (trx) => {
    const row = await lockUserInScope(trx, actor, userId);
    if (row?.status !== 'approved') throw problem('STALE');
    const link = await issueOneTimeToken(trx, { purpose: 'activate', userId, now: at });
    await recordUserChange(trx, context, { action: 'user.invite', userId });
    const { login, brandId, firstName } = row;
    await queueLetter(trx, { kind: 'invitationAgain', to: login, userId, brandId, firstName, ...link });
  });
}
