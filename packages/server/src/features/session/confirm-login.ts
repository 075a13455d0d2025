import { isUniqueViolation } from '#server/database/failures.ts';
import type { Trx } from '#server/database/foundation.ts';
import { loginLinkMs, hashLoginToken } from '#server/features/users/access/change-login.ts';
import {
  findActiveProfile,
  isLoginChangeReplaced,
  lockLoginOwner,
  setLogin,
  consumeLoginChange,
} from '#server/features/users/access/login-changes.repository.ts';
import { isInScope } from '#server/features/users/scope.repository.ts';
import { writeSearchText } from '#server/features/users/list/search-users.repository.ts';
import { freeLogin, insertHistory } from '#server/features/users/users.repository.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { endAllSessions } from '#server/platform/security/end-sessions.repository.ts';
import { toLoginColumns } from '#server/platform/email-addresses.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { endOneTimeTokens } from '#server/platform/security/one-time-tokens.repository.ts';
import { claimLinkAttempt } from '#server/platform/security/link-limits.ts';
import { linkPurposes } from './passwords/new-password.ts';

type LoginContext = Pick<CallContext, 'database' | 'db' | 'origin' | 'at' | 'queueLetter'>;

/** Changes a login when its owner opens the link that was sent to the new address. Throws LINK_NOT_VALID, LINK_REPLACED, TOO_MANY_ATTEMPTS. */
export async function confirmLogin(context: LoginContext, token: string): Promise<{ userId: number; login: string }> {
  const { database, db, origin, at } = context;
  const attempt = await claimLinkAttempt(db, origin.address, at);
  try {
    const changed = await database.transact((trx) => changeLogin(trx, context, token));
    await attempt.giveBack();
    return changed;
  } catch (error) {
    // Another account got this login meanwhile: logins are unique in the database.
    if (isUniqueViolation(error)) throw problem('LINK_NOT_VALID');
    throw error;
  }
}

async function changeLogin(trx: Trx, { origin, at, queueLetter }: LoginContext, token: string) {
  const change = await consumeLoginChange(trx, { hash: hashLoginToken(token), now: at, lifetimeMs: loginLinkMs });
  if (!change && (await isLoginChangeReplaced(trx, hashLoginToken(token)))) throw problem('LINK_REPLACED');
  const user = change && (await lockLoginOwner(trx, change.userId));
  if (!user || (user.status !== 'active' && user.status !== 'approved' && user.status !== 'suspended'))
    throw problem('LINK_NOT_VALID');
  const { id: userId, status, brandId, firstName } = user;
  const { askedBy: actorId } = change;
  if (actorId !== userId && !(await isStillInScope(trx, actorId, userId))) throw problem('LINK_NOT_VALID');
  const loginColumns = toLoginColumns(change.login);
  const { login, loginFold } = loginColumns;
  await freeLogin(trx, loginFold);
  await setLogin(trx, userId, loginColumns);
  await writeSearchText(trx, userId, { ...user, login });
  await endAllSessions(trx, userId, at);
  // Links that were sent to the old address must stop working.
  await endOneTimeTokens(trx, { purposes: linkPurposes, userId, now: at });
  await insertHistory(trx, { userId, at, actorId, fromStatus: status, toStatus: status, reason: null });
  await queueLetter(trx, { kind: 'loginChanged', to: user.login, userId, brandId, firstName, at });
  if (status === 'approved') {
    const link = await issueOneTimeToken(trx, { purpose: 'activate', userId, now: at });
    await queueLetter(trx, { kind: 'invitationAgain', to: login, userId, brandId, firstName, ...link });
  }
  await recordAudit(trx, {
    at,
    actorId,
    requestId: origin.requestId,
    action: 'user.changeLogin',
    subject: { kind: 'user', id: userId },
    before: { login: user.login },
    after: { login },
  });
  return { userId, login };
}

/**
 * Returns whether the staff member who requested the change still has an active account, and the user is still in their
 * scope.
 */
async function isStillInScope(trx: Trx, actorId: number, userId: number): Promise<boolean> {
  const actor = await findActiveProfile(trx, actorId);
  return actor !== null && isInScope(trx, { userId: actorId, profileID: actor.profileId }, userId);
}
