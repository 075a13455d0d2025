import type { Db, Trx } from '#server/database/database.ts';
import { clockSkewMs } from '#server/platform/clock.ts';

export const findOverdueRequests = (db: Db, requestedUntil: number) =>
  db
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'pending')
    .where('requestDate', '<=', requestedUntil)
    .execute();

/** Undefined when the request is no longer pending. */
export async function expireRequest(trx: Trx, id: number, at: number) {
  const expired = await trx
    .updateTable('users')
    .set(({ eb }) => ({ status: 'expired', version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning(['login', 'brandId', 'firstName'])
    .executeTakeFirst();
  if (!expired) return undefined;
  await trx
    .insertInto('userHistory')
    .values({ userId: id, at, actorId: null, fromStatus: 'pending', toStatus: 'expired', reason: null })
    .execute();
  return expired;
}

export const findUnverified = (db: Db, createdUntil: number) =>
  db
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'unverified')
    .where('createdAt', '<=', createdUntil)
    .execute();

/** Deletes a user who is still unverified, and the letters to him; false when he has confirmed his address. */
export async function deleteUnverified(trx: Trx, id: number): Promise<boolean> {
  const stillIs = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'unverified')
    .forUpdate()
    .executeTakeFirst();
  if (!stillIs) return false;
  await trx.deleteFrom('outbox').where('userId', '=', id).execute();
  await trx.deleteFrom('users').where('id', '=', id).execute();
  return true;
}

/** Empties the sealed parts (links and secrets) of letters that were written up to this moment (Unix milliseconds). */
export async function emptySealedParts(db: Db, createdUntil: number): Promise<void> {
  await db
    .updateTable('outbox')
    // Empty and not null: a letter that had a link must not go out with the word that hides it.
    .set({ sealed: '' })
    .where('createdAt', '<=', createdUntil)
    .where('sealed', '!=', '')
    .execute();
}

/** Deletes the finished letters to deleted users, and those that were written up to this moment. */
export async function deleteFinishedLetters(db: Db, createdUntil: number): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('state', 'in', ['sent', 'failed'])
    .where('userId', 'in', (users) => users.selectFrom('users').select('id').where('status', '=', 'deleted'))
    .execute();
  await db
    .deleteFrom('outbox')
    .where('createdAt', '<=', createdUntil)
    .where('state', 'in', ['sent', 'failed'])
    .execute();
}

export async function deleteEndedSessions(db: Db, endedUntil: number): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((where) => where.or([where('endedAt', '<=', endedUntil), where('expiresAt', '<=', endedUntil)]))
    .execute();
}

/** Devices at which nobody has signed in since. */
export async function deleteKnownDevices(db: Db, seenUntil: number): Promise<void> {
  await db.deleteFrom('knownDevices').where('lastSeenAt', '<=', seenUntil).execute();
}

export async function deleteExpiredTokens(db: Db, expiredUntil: number): Promise<void> {
  await db
    .deleteFrom('oneTimeTokens')
    .where('expiresAt', '<=', expiredUntil)
    // An applicant can withdraw a pending request by the link that confirmed the address.
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('users')
            .select('users.id')
            .whereRef('users.id', '=', 'oneTimeTokens.userId')
            .where('users.status', '=', 'pending'),
        ),
      ),
    )
    .execute();
}

export async function deleteUsedChallenges(db: Db, now: number): Promise<void> {
  await db.deleteFrom('usedChallenges').where('expiresAt', '<=', now).execute();
}

/** Deletes the counts of attempts that began up to `startedUntil` and hold nobody back now, and those of a clock that was ahead. */
export async function deleteThrottles(db: Db, startedUntil: number, now: number): Promise<void> {
  await db
    .deleteFrom('throttles')
    .where((where) =>
      where.or([
        where.and([where('windowStart', '<=', startedUntil), where('nextAllowedAt', '<=', now)]),
        where('lastAttemptAt', '>', now + clockSkewMs),
      ]),
    )
    .execute();
}
