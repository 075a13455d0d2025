import { permissionsOf } from '@basics/contract/permissions.ts';
import type { Database } from '#server/database/database.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Passwords } from '#server/platform/passwords.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor, Origin } from '#server/platform/serve.ts';
import type { Tokens } from '#server/platform/token.ts';
import { checkCredentials } from './check-credentials.ts';
import { openSession } from './open-session.ts';
import { endSession, findSessionUser } from './session.repository.ts';

export type SessionNeeds = { database: Database; clock: Clock; tokens: Tokens; passwords: Passwords };

/** Signing in and out: sessions are rows, so that ending one holds at once on every server process. */
export function sessionService({ database, clock, tokens, passwords }: SessionNeeds) {
  const db = database.kysely;

  return {
    async signIn(asked: { login: string; password: string }, origin: Origin): Promise<{ token: string }> {
      const user = await checkCredentials({ database, clock, passwords }, asked, origin.address);
      return database.transact((trx) =>
        openSession(trx, { user, action: 'session.signIn', origin, at: clock(), tokens }),
      );
    },

    /** The actor behind a token, or null when its session is not good any more; asked at every request. */
    async admit(token: string): Promise<Actor | null> {
      const now = clock();
      const claims = tokens.read(token, now);
      if (!claims) return null;
      const user = await findSessionUser(db, claims.jti, now);
      // A token that speaks of another profile is from before a change of it, which ends the session.
      if (!user || String(user.id) !== claims.sub || user.profile_id !== claims.profileID) return null;
      return {
        userId: user.id,
        profileID: user.profile_id,
        login: user.login,
        sessionId: claims.jti,
        permissions: permissionsOf({ userId: user.id, profileID: user.profile_id }),
      };
    },

    /** A new session in place of the old one, so that a token that leaked before ends here. */
    extend(actor: Actor, origin: Origin): Promise<{ token: string }> {
      return database.transact(async (trx) => {
        if (!(await endSession(trx, actor.sessionId, clock()))) throw problem('NO_SESSION');
        return openSession(trx, { user: actor, action: 'session.extend', origin, at: clock(), tokens });
      });
    },

    signOut(actor: Actor, origin: Origin): Promise<void> {
      return database.transact(async (trx) => {
        await endSession(trx, actor.sessionId, clock());
        const subject = { kind: 'user', id: actor.userId };
        const { requestId } = origin;
        await recordAudit(trx, { at: clock(), actorId: actor.userId, requestId, action: 'session.signOut', subject });
      });
    },
  };
}

export type SessionService = ReturnType<typeof sessionService>;
