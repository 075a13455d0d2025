import { limits } from '@basics/contract/calls/limits.ts';
import type { ExpressionBuilder } from 'kysely';
import { selectCompiled } from '#server/database/queries/compiled-queries.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { Tables } from '#server/database/schema.ts';
import { clockSkewMs, hours, maxSessionLeadMs, toUtcDay } from '#server/platform/clock/clock.ts';

/** Finds the data of an account that sign-in needs. `loginFold` is the login in a form that ignores case. */
export const findCredentials = (db: Db, loginFold: string) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'passwordHash', 'profileId', 'status'])
    .where('loginFold', '=', loginFold)
    .executeTakeFirst();

export const findCredentialsById = (db: Db, userId: number) => selectCredentials(db, userId).executeTakeFirst();

/** Finds the credentials of a user, and locks the row until the transaction ends, as `lockUser` does. */
export const lockCredentials = (trx: Trx, userId: number) =>
  selectCredentials(trx, userId).forNoKeyUpdate().executeTakeFirst();

const selectCredentials = (db: Db, userId: number) =>
  db.selectFrom('users').select(['id', 'login', 'passwordHash', 'profileId', 'status']).where('id', '=', userId);

type NewSession = {
  id: string;
  userId: number;
  signedInAt: number;
  at: number;
  expiresAt: number;
  userAgent: string;
  address: string;
  /** Whether the session is a view, in which an administrator sees the portal as another user. */
  isViewing?: boolean;
  /** Whether the identity provider of the operator has proven who the user is. */
  byWorkAccount?: boolean;
};

export async function insertSession(trx: Db, session: NewSession): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({
      id: session.id,
      userId: session.userId,
      createdAt: session.signedInAt,
      expiresAt: session.expiresAt,
      endedAt: null,
      lastSeenAt: session.at,
      userAgent: session.userAgent,
      address: session.address,
      isViewing: session.isViewing ? 1 : 0,
      byWorkAccount: session.byWorkAccount ? 1 : 0,
    })
    .execute();
}

type OpenSessionTimes = { now: number; latestStart: number; latestExpiry: number };

const findOpenSessionTimes = (now: number): OpenSessionTimes => ({
  now,
  latestStart: now + maxSessionLeadMs,
  latestExpiry: now + hours(limits.session.maxHours) + maxSessionLeadMs,
});

/**
 * Returns the SQL condition that a session has neither ended nor expired. Sessions with dates far in the future do not
 * count, because a wrong clock wrote them.
 */
export const isOpenSession = (now: number) => isOpenWithin(findOpenSessionTimes(now));

const isOpenWithin =
  ({ now, latestStart, latestExpiry }: OpenSessionTimes) =>
  (where: ExpressionBuilder<Tables, 'sessions'>) =>
    where.and([
      where('sessions.endedAt', 'is', null),
      where('sessions.expiresAt', '>', now),
      where('sessions.createdAt', '<=', latestStart),
      where('sessions.expiresAt', '<=', latestExpiry),
    ]);

/** Finds the account of an open session, whatever the status of the account. Each request runs this query. */
export async function findSessionUser(db: Db, sessionId: string, now: number) {
  const [user] = await selectSessionUser(db, { sessionId, today: toUtcDay(now), ...findOpenSessionTimes(now) });
  return user;
}

type OpenSession = OpenSessionTimes & { sessionId: string; today: string };

const selectSessionUser = selectCompiled((db, session: OpenSession) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select([
      'users.id',
      'users.login',
      'users.profileId',
      'users.status',
      'users.language',
      'users.country',
      'users.firstName',
      'users.lastName',
      'users.brandId',
      'users.companyId',
      'users.company',
      'users.companyRole',
      'sessions.createdAt',
      'sessions.lastSeenAt',
      'sessions.isViewing',
      'sessions.byWorkAccount',
    ])
    .select((column) =>
      column
        .exists(
          column
            .selectFrom('secondFactors')
            .select('secondFactors.id')
            .whereRef('secondFactors.userId', '=', 'users.id')
            .where('secondFactors.confirmedAt', 'is not', null),
        )
        .as('hasSecondFactor'),
    )
    .select((column) =>
      column
        .exists(
          column
            .selectFrom('permissionOverrides')
            .select('permissionOverrides.userId')
            .whereRef('permissionOverrides.userId', '=', 'users.id'),
        )
        .as('hasOverrides'),
    )
    .select((column) => hasAbsenceAs(column, 'deputyId', session.today).as('mayBeDeputy'))
    .select((column) => hasAbsenceAs(column, 'salesmanId', session.today).as('mayBeAbsent'))
    .where('sessions.id', '=', session.sessionId)
    .where(isOpenWithin(session)),
);

/** The condition that the user is the deputy or the salesman of an absence that has not ended. */
const hasAbsenceAs = (column: ExpressionBuilder<Tables, 'users'>, person: 'deputyId' | 'salesmanId', today: string) =>
  column.exists(
    column
      .selectFrom('absences')
      .select('absences.salesmanId')
      .whereRef(`absences.${person}`, '=', 'users.id')
      .where('absences.lastDay', '>=', today),
  );

/** Finds the time at which an open session began; null if the session has ended. */
export async function findSignedInAt(trx: Trx, sessionId: string): Promise<number | null> {
  const row = await trx
    .selectFrom('sessions')
    .select('createdAt')
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return row?.createdAt ?? null;
}

/** Extends a session, and never shortens it; returns false if it has ended meanwhile. */
export async function extendSessionRow(
  trx: Trx,
  { id, expiresAt }: { id: string; expiresAt: number },
): Promise<boolean> {
  const result = await trx
    .updateTable('sessions')
    .set((set) => ({
      expiresAt: set.case().when('expiresAt', '>', expiresAt).then(set.ref('expiresAt')).else(expiresAt).end(),
    }))
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function endSession(trx: Db, sessionId: string, now: number): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .execute();
}

/** Ends a session of the given user; returns false if the session belongs to another user or does not exist. */
export async function endOwnSession(trx: Db, sessionId: string, userId: number, now: number): Promise<boolean> {
  const result = await trx
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .where(isOpenSession(now))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Finds a user's open sessions, the most recently used first. */
export const findSessions = (db: Db, userId: number, now: number) =>
  db
    .selectFrom('sessions')
    .select(['id', 'userAgent', 'address', 'createdAt', 'lastSeenAt'])
    .where('userId', '=', userId)
    .where(isOpenSession(now))
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .execute();

/**
 * Records that a session was used, unless a use after `notSince` is already recorded. Many requests then need only one
 * write.
 */
export async function recordUse(db: Db, sessionId: string, now: number, notSince: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ lastSeenAt: now })
    .where('id', '=', sessionId)
    .where((where) => where.or([where('lastSeenAt', '<=', notSince), where('lastSeenAt', '>', now + clockSkewMs)]))
    .execute();
}
