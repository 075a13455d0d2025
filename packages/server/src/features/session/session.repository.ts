import type { Db } from '#server/database/database.ts';

/** What signing in needs to know of an account; `loginFold` is the login without regard to case. */
export const findCredentials = (db: Db, loginFold: string) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'password_hash', 'profile_id', 'status'])
    .where('login_fold', '=', loginFold)
    .executeTakeFirst();

export const findCredentialsById = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'password_hash', 'profile_id', 'status'])
    .where('id', '=', userId)
    .executeTakeFirst();

type NewSession = {
  id: string;
  userId: number;
  signedInAt: number;
  at: number;
  expiresAt: number;
  userAgent: string;
  address: string;
};

export async function insertSession(trx: Db, session: NewSession): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      created_at: session.signedInAt,
      expires_at: session.expiresAt,
      ended_at: null,
      last_seen_at: session.at,
      user_agent: session.userAgent,
      address: session.address,
    })
    .execute();
}

/** The account behind a session that has neither ended nor run out, however that account stands. */
export const findSessionUser = (db: Db, sessionId: string, now: number) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.login',
      'users.profile_id',
      'users.status',
      'users.language',
      'sessions.created_at',
      'sessions.last_seen_at',
    ])
    .select((column) =>
      column
        .exists(
          column
            .selectFrom('second_factors')
            .select('second_factors.id')
            .whereRef('second_factors.user_id', '=', 'users.id')
            .where('second_factors.confirmed_at', 'is not', null),
        )
        .as('has_second_factor'),
    )
    .where('sessions.id', '=', sessionId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();

/** Ends a session and gives when it was signed in; null when it had ended before, so that of two callers one wins. */
export async function endSession(trx: Db, sessionId: string, now: number): Promise<{ signedInAt: number } | null> {
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('created_at')
    .executeTakeFirst();
  return ended ? { signedInAt: ended.created_at } : null;
}

/** Ends a session of this user; false when it is not his or not there any more. */
export async function endOwnSession(trx: Db, sessionId: string, userId: number, now: number): Promise<boolean> {
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** A user's sessions that can still be used, the one seen last first. */
export const findSessions = (db: Db, userId: number, now: number) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();

/** Notes that a session was used; `before` keeps one note for many requests. */
export async function noteSeen(db: Db, sessionId: string, now: number, before: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('id', '=', sessionId)
    .where('last_seen_at', '<=', before)
    .execute();
}
