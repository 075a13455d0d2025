import type { Reply } from '@basics/contract/endpoint.ts';
import { limits } from '@basics/contract/limits.ts';
import type { viewAs } from '@basics/contract/view-as.ts';
import { randomBytes } from 'node:crypto';
import type { Database } from '#server/database/database.ts';
import { findPermissions } from '#server/features/users/overrides.repository.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { minutes } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import type { Tokens } from '#server/platform/security/session-token.ts';
import { endSession, findCredentialsById, insertSession } from './session.repository.ts';
import { findViewPermissions } from './view-as.ts';
import { endViewingsOf, insertViewing } from './viewings.repository.ts';

/**
 * Lets an administrator see the portal as another user. The database stores the view as a session of the administrator.
 * `authenticate` returns the viewed user for this session, and `mount` refuses every call that could change data.
 */
export function viewAsService({ database, clock, tokens }: { database: Database; clock: Clock; tokens: Tokens }) {
  return {
    /**
     * Starts a view, and ends an earlier view that the same session started. Throws USER_NOT_FOUND, OWN_ACCOUNT, or
     * VIEW_REFUSED.
     */
    begin(actor: Actor, userId: number, origin: Origin): Promise<Reply<typeof viewAs.viewAs>> {
      return database.transact(async (trx) => {
        const at = clock();
        await requireInScope(trx, actor, userId);
        if (userId === actor.userId) throw problem('OWN_ACCOUNT');
        const user = await findCredentialsById(trx, userId);
        if (user?.status !== 'active') throw problem('VIEW_REFUSED');
        if (findViewPermissions(actor.permissions, user, await findPermissions(trx, [user], at)) === null)
          throw problem('VIEW_REFUSED');
        await endViewingsOf(trx, actor.sessionId, at);
        const id = randomBytes(24).toString('base64url');
        // The time of expiry is rounded to whole seconds, because the token contains whole seconds.
        const expiresAt = Math.floor((at + minutes(limits.session.viewMinutes)) / 1000) * 1000;
        const { userAgent, address, requestId } = origin;
        const session = { id, userId: actor.userId, signedInAt: at, at, expiresAt, userAgent, address };
        await insertSession(trx, { ...session, isViewing: true });
        await insertViewing(trx, { sessionId: id, parentId: actor.sessionId, userId });
        const until = new Date(expiresAt).toISOString();
        const auditSubject = { kind: 'user', id: userId } as const;
        const auditValues = { until };
        await recordAudit(trx, {
          at,
          actorId: actor.userId,
          requestId,
          action: 'session.viewAs',
          subject: auditSubject,
          after: auditValues,
        });
        const { profileID } = actor;
        const tokenTimes = { exp: expiresAt / 1000, iat: Math.floor(at / 1000) };
        return {
          token: tokens.write({ sub: String(actor.userId), userName: user.login, jti: id, profileID, ...tokenTimes }),
          until,
        };
      });
    },

    /** Ends the view as another user. Throws RESULTS_NOT_FOUND if the session is not a view. */
    end(actor: Actor, { requestId }: Origin): Promise<undefined> {
      const { viewedBy, userId, sessionId } = actor;
      if (viewedBy === undefined) throw problem('RESULTS_NOT_FOUND');
      return database.transact(async (trx) => {
        const at = clock();
        await endSession(trx, sessionId, at);
        const auditSubject = { kind: 'user', id: userId } as const;
        await recordAudit(trx, {
          at,
          actorId: viewedBy,
          requestId,
          action: 'session.endViewAs',
          subject: auditSubject,
        });
        return undefined;
      });
    },
  };
}

export type ViewAsService = ReturnType<typeof viewAsService>;
