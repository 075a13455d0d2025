import { lockUser } from '#server/database/database.ts';
import type { Trx } from '#server/database/database.ts';
import { endOneTimeTokens } from './one-time-tokens.repository.ts';

/**
 * Ends every session and handoff of a user at the next request in every process: after a suspension, a deletion, a
 * change of profile or of password. `exceptSessionId` stays. Locks the user's row, so that a session that is being
 * extended at this moment also ends.
 */
export async function endAllSessions(trx: Trx, userId: number, now: number, exceptSessionId?: string): Promise<void> {
  await lockUser(trx, userId);
  await endOneTimeTokens(trx, { purposes: ['handoff', 'passkey'], userId, now });
  let endQuery = trx
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null);
  if (exceptSessionId !== undefined) endQuery = endQuery.where('id', '!=', exceptSessionId);
  await endQuery.execute();
}
