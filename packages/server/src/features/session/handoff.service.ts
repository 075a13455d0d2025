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

const handoffLimit: RateLimit = { free: 20, windowMs: minutes(5), firstWaitMs: seconds(5), longestWaitMs: minutes(1) };
const exchangeLimit: RateLimit = {
  free: 30,
  windowMs: minutes(15),
  firstWaitMs: seconds(5),
  longestWaitMs: minutes(5),
};

/** The handoff from the desktop tool to the portal: a token in the address, valid once, for one minute and one path. */
export function handoffService({ database, clock, tokens }: Dependencies) {
  return {
    async handoff(actor: Actor, path: string, { requestId }: Origin): Promise<{ token: string }> {
      const now = clock();
      await claimAttempt(database.kysely, `handoff:user:${actor.userId}`, handoffLimit, now);
      return database.transact(async (trx) => {
        // Stores the original session: when it ends, the new session ends too.
        const from = actor.sessionId;
        const issued = await issueOneTimeToken(trx, {
          purpose: 'handoff',
          userId: actor.userId,
          path,
          challenge: from,
          now,
        });
        const subject = { kind: 'user', id: actor.userId } as const;
        await recordAudit(trx, { at: now, actorId: actor.userId, requestId, action: 'session.handoff', subject });
        return { token: issued.token };
      });
    },

    /**
     * A session for the browser. Throws TOKEN_NOT_FOUND if the token was used, has expired, or its original session has
     * ended.
     */
    async exchange(token: string, origin: Origin): Promise<{ token: string; path: string }> {
      const at = clock();
      const key = `exchange:address:${findNetwork(origin.address)}`;
      await claimAttempt(database.kysely, key, exchangeLimit, at);
      const opened = await database.transact(async (trx) => {
        const used = await useOneTimeToken(trx, { purposes: ['handoff'], token, now: at });
        if (!used) throw problem('TOKEN_NOT_FOUND');
        const from = await findSessionUser(trx, used.challenge ?? '', at);
        if (from?.status !== 'active' || from.id !== used.userId) throw problem('TOKEN_NOT_FOUND');
        const user = { userId: from.id, login: from.login, profileID: from.profileId };
        const signedInAt = from.createdAt;
        const { token: session } = await openSession(trx, {
          user,
          action: 'session.exchange',
          origin,
          at,
          signedInAt,
          tokens,
        });
        return { token: session, path: used.path ?? '/' };
      });
      await returnAttempt(database.kysely, key);
      return opened;
    },
  };
}

export type HandoffService = ReturnType<typeof handoffService>;
