import { lockUser } from '#server/database/database.ts';
import type { Database } from '#server/database/database.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import type { Clock } from '#server/platform/clock.ts';
import { endAllSessions } from '#server/platform/security/end-sessions.repository.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { reportChange } from './report-change.ts';
import { deleteAllFactors } from './second-factor.repository.ts';

type Dependencies = { database: Database; clock: Clock; queueLetter: QueueLetter };
type Reset = { actor: Actor; userId: number; origin: Origin };

/**
 * Deletes all factors of a user who has lost them, and ends the user's sessions. Staff cannot reset the factors of their own account, where
 * they can use the password or the factor.
 */
export async function resetFactors(dependencies: Dependencies, { actor, userId, origin }: Reset): Promise<void> {
  const { database, clock, queueLetter } = dependencies;
  await requireInScope(database.kysely, actor, userId);
  if (userId === actor.userId) throw problem('OWN_ACCOUNT');
  await database.transact(async (trx) => {
    const at = clock();
    await lockUser(trx, userId);
    if ((await deleteAllFactors(trx, userId)) === 0) return;
    await endAllSessions(trx, userId, at);
    const { requestId } = origin;
    const [change, action] = ['off', 'secondFactor.reset'] as const;
    await reportChange(trx, queueLetter, { userId, actorId: actor.userId, requestId, at, change, action });
  });
}
