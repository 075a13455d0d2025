import type { Db } from '#server/database/database.ts';

/** What signing in needs to know of an account; `loginFold` is the login without regard to case. */
export const findCredentials = (db: Db, loginFold: string) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'password_hash', 'profile_id', 'status'])
    .where('login_fold', '=', loginFold)
    .executeTakeFirst();

type NewSession = { id: string; userId: number; at: number; expiresAt: number; userAgent: string; address: string };

export async function insertSession(trx: Db, session: NewSession): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      created_at: session.at,
      expires_at: session.expiresAt,
      ended_at: null,
      last_seen_at: session.at,
      user_agent: session.userAgent,
      address: session.address,
    })
    .execute();
}

/** The account behind a session that has neither ended nor run out, if that account may still be used. */
export const findSessionUser = (db: Db, sessionId: string, now: number) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.login', 'users.profile_id'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.status', '=', 'active')
    .executeTakeFirst();

/** Ends a session; false when it had ended before, so that of two callers one wins. */
export async function endSession(trx: Db, sessionId: string, now: number): Promise<boolean> {
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** Forgets the sessions that had run out by `before`; the audit keeps who signed in when. */
export async function deleteSessions(db: Db, before: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', before).execute();
}
