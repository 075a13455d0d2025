import type { Database, Trx } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Actor, Origin } from '#server/platform/serve.ts';

/** Somebody who writes: with what, from where, and when (Unix milliseconds). */
export type Acting = {
  database: Database;
  queueLetter: QueueLetter;
  actor: Actor;
  origin: Origin;
  at: number;
};

type Change = {
  action: string;
  userId: number;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** The trace of a change to a user; the last statement of its transaction but letters. */
export const recordChange = (
  trx: Trx,
  { actor, origin, at }: Pick<Acting, 'actor' | 'origin' | 'at'>,
  { action, userId, before, after }: Change,
): Promise<void> =>
  recordAudit(trx, {
    at,
    actorId: actor.userId,
    requestId: origin.requestId,
    action,
    subject: { kind: 'user', id: userId },
    ...(before && { before }),
    ...(after && { after }),
  });
