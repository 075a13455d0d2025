import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import type { users } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { Trx } from '#server/database/foundation.ts';
import { hours } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { requireCurrentPassword } from '#server/platform/passwords/current-password.ts';
import { foldLogin, toLoginColumns } from '#server/platform/email-addresses.ts';
import { claimLinkMail } from '#server/platform/security/link-limits.ts';
import { claimAttempt, toFalseIfLimited, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import { recordUserChange, requireStatus, type UserChangeContext } from '../user.ts';
import { replaceLoginChange, mustWaitWithSignInChange } from './login-changes.repository.ts';
import { isSeenOnlyAsDeputy } from '../scope.repository.ts';
import { findLoginHolder, findPasswordHash, findUserInScope, lockUserInScope } from '../users.repository.ts';

/** The time after which the link that confirms a new login expires. */
export const loginLinkMs = hours(limits.link.confirmHours);

/** Limits how often a new login can be requested for one account. */
const accountRateLimit: RateLimit = {
  freeAttempts: 5,
  windowMs: hours(1),
  firstWaitMs: hours(1),
  longestWaitMs: hours(1),
};

type LoginRequest = Body<typeof users.changeLogin>;

/**
 * Sends a link to the new address, and a notice to the old address. The login changes when the user opens the link. If
 * the new address already has an account, its owner gets an e-mail instead of a link. The reply is the same, so no one
 * learns which addresses have accounts.
 */
export async function requestLoginChange(
  context: UserChangeContext & Pick<CallContext, 'passwords'>,
  userId: number,
  request: LoginRequest,
): Promise<Reply<typeof users.changeLogin>> {
  const { database, passwords, actor, at } = context;
  const db = database.kysely;
  const { login } = toLoginColumns(request.login);
  const user = await findUserInScope(db, actor, userId);
  if (!user) throw problem('USER_NOT_FOUND');
  requireStatus('change', user.status);
  // A deputy cannot change the login of a customer of the absent salesman, because the absence may be over when the link is opened.
  if (await isSeenOnlyAsDeputy(db, actor, userId)) throw invalid({ login: fieldMessages.notAllowed });
  const passwordInput = {
    userId: actor.userId,
    storedHash: await findPasswordHash(db, actor.userId),
    typed: request.currentPassword,
  };
  await requireCurrentPassword({ db, at, passwords }, passwordInput);
  if (foldLogin(user.login) === foldLogin(login)) throw invalid({ login: serverMessages.loginSame });
  await claimAttempt(db, `login:user:${userId}`, accountRateLimit, at);
  const linkRequest = { purpose: 'login', address: login, ipAddress: context.origin.address, at } as const;
  // The reply to the client is the same with and without an e-mail.
  const mayMailAddress = await claimLinkMail(db, linkRequest).catch(toFalseIfLimited);
  await database.transact((trx) => storeLoginChange(trx, context, { userId, login, mayMailAddress }));
  return { received: true };
}

type NewLoginChange = { userId: number; login: string; mayMailAddress: boolean };

async function storeLoginChange(
  trx: Trx,
  context: UserChangeContext,
  { userId, login, mayMailAddress }: NewLoginChange,
): Promise<void> {
  const { actor, at, queueLetter } = context;
  const row = await lockUserInScope(trx, actor, userId);
  if (!row) throw problem('USER_NOT_FOUND');
  requireStatus('change', row.status);
  if (await mustWaitWithSignInChange(trx, actor, { userId, actions: ['secondFactor.reset'], at }))
    throw invalid({ login: serverMessages.changedByStaff });
  const holder = await findLoginHolder(trx, foldLogin(login));
  const token = randomBytes(32).toString('base64url');
  const validUntil = at + loginLinkMs;
  // The token is also stored if the address is in use and no one gets the token, so that the call takes the same time
  // for every address.
  const change = { userId, login, askedBy: actor.userId, createdAt: at, expiresAt: validUntil };
  await replaceLoginChange(trx, { hash: hashLoginToken(token), ...change });
  const { brandId, firstName } = row;
  await queueLetter(trx, { kind: 'loginChangeAsked', to: row.login, userId, brandId, firstName, at });
  if (mayMailAddress && holder)
    await queueLetter(trx, { kind: 'loginInUse', to: holder.login, userId: holder.id, brandId: holder.brandId, firstName: holder.firstName, token, validUntil }); // oxfmt-ignore
  if (mayMailAddress && !holder)
    await queueLetter(trx, { kind: 'confirmLogin', to: login, userId, brandId, firstName, token, validUntil });
  await recordUserChange(trx, context, {
    action: 'user.askLogin',
    userId,
    before: { login: row.login },
    after: { login },
  });
}

export const hashLoginToken = (token: string): string => createHash('sha256').update(token).digest('hex');
