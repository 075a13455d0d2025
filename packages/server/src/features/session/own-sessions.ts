import type { OwnSession } from '@basics/contract/session.ts';
import type { Database } from '#server/database/database.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Clock } from '#server/platform/clock.ts';
import { endAllSessions } from '#server/platform/security/end-sessions.repository.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { describeDevice } from './device.ts';
import { endOwnSession, findSessions } from './session.repository.ts';

/** Lists and ends the user's own sessions. */
export function ownSessionsService({ database, clock }: { database: Database; clock: Clock }) {
  return {
    async list(actor: Actor): Promise<{ items: OwnSession[] }> {
      const sessions = await findSessions(database.kysely, actor.userId, clock());
      return {
        items: sessions.map((session) => ({
          id: session.id,
          device: describeDevice(session.userAgent),
          address: session.address,
          signedInAt: new Date(session.createdAt).toISOString(),
          lastSeenAt: new Date(session.lastSeenAt).toISOString(),
          current: session.id === actor.sessionId,
        })),
      };
    },

    /** Ends one of the user's own sessions, or all except the current one if `sessionId` is `others`. */
    end(actor: Actor, sessionId: string, { requestId }: Origin): Promise<void> {
      return database.transact(async (trx) => {
        const at = clock();
        if (sessionId === 'others') await endAllSessions(trx, actor.userId, at, actor.sessionId);
        else if (!(await endOwnSession(trx, sessionId, actor.userId, at))) throw problem('RESULTS_NOT_FOUND');
        const action = sessionId === 'others' ? 'session.endOthers' : 'session.end';
        const auditSubject = { kind: 'user', id: actor.userId } as const;
        await recordAudit(trx, { at, actorId: actor.userId, requestId, action, subject: auditSubject });
      });
    },
  };
}

export type OwnSessionsService = ReturnType<typeof ownSessionsService>;
