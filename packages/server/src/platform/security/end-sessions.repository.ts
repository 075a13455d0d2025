import { lockUser } from '#server/database/database.ts';
import type { Trx } from '#server/database/database.ts';
import { endOneTimeTokens } from './one-time-tokens.repository.ts';

/**
 * Ends every session of a user, and the hand-offs under way, from the very next request on in every process: after a suspension, a
 * deletion, a change of profile or of password. `exceptSessionId` is the one that stays. His row is locked, so that no session which is being
 * extended at this moment goes on under a new name.
 */
export async function endAllSessions(trx: Trx, userId: number, now: number, exceptSessionId?: string): Promise<void> {
  await lockUser(trx, userId);
  await endOneTimeTokens(trx, { purposes: ['handoff', 'passkey'], userId, now });
  let ending = trx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  if (exceptSessionId !== undefined) ending = ending.where('id', '!=', exceptSessionId);
  await ending.execute();
}
