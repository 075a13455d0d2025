import type { Database } from '#server/database/database.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { minutes, seconds } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import { findNetwork } from '#server/platform/http/network-of.ts';
import { issueOneTimeToken, useOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { claimAttempt, returnAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import type { Tokens } from '#server/platform/security/session-token.ts';
import { openSession } from './open-session.ts';
import { findSessionUser } from './session.repository.ts';

type Dependencies = { database: Database; clock: Clock; tokens: Tokens };

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

/** The handoff opens the portal from the desktop tool. The token in the address is valid once, for one minute and for one path. */
export function handoffService({ database, clock, tokens }: Dependencies) {
  return {
    async handoff(actor: Actor, path: string, { requestId }: Origin): Promise<{ token: string }> {
      const now = clock();
      await claimAttempt(database.kysely, `handoff:user:${actor.userId}`, handoffLimit, now);
      return database.transact(async (trx) => {
        // The id of the original session is stored, so that the token is refused if that session has ended.
        const originalSession = actor.sessionId;
        const handoffToken = await issueOneTimeToken(trx, {
          purpose: 'handoff',
          userId: actor.userId,
          path,
          challenge: originalSession,
          now,
        });
        const auditSubject = { kind: 'user', id: actor.userId } as const;
        await recordAudit(trx, {
          at: now,
          actorId: actor.userId,
          requestId,
          action: 'session.handoff',
          subject: auditSubject,
        });
        return { token: handoffToken.token };
      });
    },

    /**
     * Exchanges the token for a session in the browser. Throws TOKEN_NOT_FOUND if the token was used or has expired, or if the
     * original session has ended.
     */
    async exchange(token: string, origin: Origin): Promise<{ token: string; path: string }> {
      const at = clock();
      const rateLimitKey = `exchange:address:${findNetwork(origin.address)}`;
      await claimAttempt(database.kysely, rateLimitKey, exchangeLimit, at);
      const openedSession = await database.transact(async (trx) => {
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
          tokens,
        });
        return { token: sessionToken, path: usedToken.path ?? '/' };
      });
      await returnAttempt(database.kysely, rateLimitKey);
      return openedSession;
    },
  };
}

export type HandoffService = ReturnType<typeof handoffService>;
