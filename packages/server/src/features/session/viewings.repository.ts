import type { Db, Trx } from '#server/database/foundation.ts';
import { isOpenSession } from './session.repository.ts';

type Viewing = { sessionId: string; parentId: string; userId: number };

export async function insertViewing(trx: Trx, view: Viewing): Promise<void> {
  await trx.insertInto('viewings').values(view).execute();
}

/** Ends the views that a session has started. */
export async function endViewingsOf(trx: Trx, parentId: string, now: number): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('endedAt', 'is', null)
    .where('id', 'in', trx.selectFrom('viewings').select('sessionId').where('parentId', '=', parentId))
    .execute();
}

/**
 * Finds the active account that a view shows; undefined if the account is not active, or if the session that started the view has ended.
 */
export const findViewedUser = (db: Db, sessionId: string, now: number) =>
  db
    .selectFrom('viewings')
    .innerJoin('sessions', 'sessions.id', 'viewings.parentId')
    .innerJoin('users', 'users.id', 'viewings.userId')
    .select(['users.id', 'users.login', 'users.profileId', 'users.language', 'users.country'])
    .where('viewings.sessionId', '=', sessionId)
    .where('users.status', '=', 'active')
    .where(isOpenSession(now))
    .executeTakeFirst();
