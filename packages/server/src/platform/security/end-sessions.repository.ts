import { lockUser } from '#server/database/database.ts';
import { type Trx } from '#server/database/foundation.ts';
import { endOneTimeTokens } from './one-time-tokens.repository.ts';

/**
 * Ends all sessions, handoffs and the calendar address of a user, after a suspension, a deletion, or a change of profile, login or password.
 * The sessions have ended for every process from its next request on. If `exceptSessionId` stays, the user ended the others, and the calendar
 * address stays too. The function locks the user's row, so that a session that is being extended at this moment ends too.
 */
export async function endAllSessions(trx: Trx, userId: number, now: number, exceptSessionId?: string): Promise<void> {
  await lockUser(trx, userId);
  await endOneTimeTokens(trx, { purposes: ['handoff', 'passkey'], userId, now });
  let endQuery = trx
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null);
  if (exceptSessionId === undefined) await trx.deleteFrom('calendarFeeds').where('userId', '=', userId).execute();
  else endQuery = endQuery.where('id', '!=', exceptSessionId);
  await endQuery.execute();
}
