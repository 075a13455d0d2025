import { minutes, seconds } from '#server/platform/clock/clock.ts';
import type { ReadCookie } from '#server/platform/http/mount.ts';
import { findNetwork } from '#server/platform/http/request-origin.ts';
import { issueOneTimeToken, useOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { problem } from '#server/platform/problem.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { claimAttempt, returnAttempt, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import type { Tokens } from '#server/platform/security/session-token.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import type { WriteAndReadContext } from '#server/platform/writing.ts';
import { useWorkSignIn, type WorkAccounts } from '../work-account/work-sign-in.ts';
import { openSession } from './open-session.ts';
import { findSessionUser } from '../session.repository.ts';

const handoffLimit: RateLimit = {
  freeAttempts: 20,
  windowMs: minutes(5),
  firstWaitMs: seconds(5),
  longestWaitMs: minutes(1),
};
const exchangeLimit: RateLimit = {
  freeAttempts: 30,
  windowMs: minutes(15),
  firstWaitMs: seconds(5),
  longestWaitMs: minutes(5),
};

/**
 * Creates the token with which the desktop tool opens the portal. The token in the address is valid once, for one minute and for one path.
 * Throws TOO_MANY_ATTEMPTS.
 */
export async function createHandoff(context: WriteAndReadContext, path: string): Promise<{ token: string }> {
  const { database, db, actor, at } = context;
  await claimAttempt(db, `handoff:user:${actor.userId}`, handoffLimit, at);
  return database.transact(async (trx) => {
    // The id of the original session is stored, so that the token is refused if that session has ended.
    const originalSession = actor.sessionId;
    const { token } = await issueOneTimeToken(trx, {
      purpose: 'handoff',
      userId: actor.userId,
      path,
      challenge: originalSession,
      now: at,
    });
    await recordAction(trx, context, { action: 'session.handoff', subject: { kind: 'user', id: actor.userId } });
    return { token };
  });
}

type ExchangeContext = Pick<CallContext, 'database' | 'db' | 'origin' | 'at'> & {
  tokens: Tokens;
  workAccounts: WorkAccounts | null;
  readCookie: ReadCookie;
};

/**
 * Exchanges the token of a hand-off, or of a sign-in with a work account, for a session in the browser. Throws TOKEN_NOT_FOUND if the token was used
 * or has expired, or if the original session has ended.
 */
export async function exchangeHandoff(
  { database, db, origin, at, tokens, workAccounts, readCookie }: ExchangeContext,
  token: string,
): Promise<{ token: string; path: string }> {
  const rateLimitKey = `exchange:address:${findNetwork(origin.address)}`;
  await claimAttempt(db, rateLimitKey, exchangeLimit, at);
  const openedSession = await database.transact(async (trx) => {
    const workSignIn = workAccounts && (await useWorkSignIn(trx, workAccounts, { token, readCookie, at }));
    if (workSignIn) {
      const { user, path } = workSignIn;
      const opening = { user, action: 'session.signIn', origin, at, byWorkAccount: true, tokens } as const;
      return { ...(await openSession(trx, opening)), path };
    }
    const usedToken = await useOneTimeToken(trx, { purposes: ['handoff'], token, now: at });
    if (!usedToken) throw problem('TOKEN_NOT_FOUND');
    const originalSession = await findSessionUser(trx, usedToken.challenge ?? '', at);
    if (originalSession?.status !== 'active' || originalSession.id !== usedToken.userId)
      throw problem('TOKEN_NOT_FOUND');
    const user = { userId: originalSession.id, login: originalSession.login, profileID: originalSession.profileId };
    const signedInAt = originalSession.createdAt;
    const { token: sessionToken } = await openSession(trx, {
      user,
      action: 'session.exchange',
      origin,
      at,
      signedInAt,
      byWorkAccount: originalSession.byWorkAccount === 1,
      tokens,
    });
    return { token: sessionToken, path: usedToken.path ?? '/' };
  });
  await returnAttempt(db, rateLimitKey);
  return openedSession;
}
