import type { Db, Trx } from '#server/database/database.ts';
import { clockSkewMs, hours } from '#server/platform/clock.ts';
import { wrongPasswordKeys } from '#server/platform/security/throttle.repository.ts';

export type OverdueQuery = { id: number; requestDate: number | null };

/** Pending requests up to this time (Unix milliseconds), at most `most`, oldest first, after the given id. */
export const findOverdueRequests = (
  db: Db,
  { requestedUntil, behind, most }: { requestedUntil: number; behind: OverdueQuery | null; most: number },
): Promise<OverdueQuery[]> =>
  db
    .selectFrom('users')
    .select(['id', 'requestDate'])
    .where('status', '=', 'pending')
    .where('requestDate', '<=', requestedUntil)
    .where((where) =>
      behind
        ? where(where.refTuple('requestDate', 'id'), '>', where.tuple(behind.requestDate, behind.id))
        : where.lit(true),
    )
    .orderBy('requestDate')
    .orderBy('id')
    .limit(most)
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

export type UnverifiedQuery = { id: number };

/**
 * Accounts created up to this time (Unix milliseconds) whose address was never confirmed, at most `most`, after the
 * given id.
 */
export const findUnverified = (
  db: Db,
  { createdUntil, behind, most }: { createdUntil: number; behind: UnverifiedQuery | null; most: number },
): Promise<UnverifiedQuery[]> =>
  db
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'unverified')
    .where('createdAt', '<=', createdUntil)
    .where('id', '>', behind?.id ?? 0)
    .orderBy('id')
    .limit(most)
    .execute();

/** Whether a user is still unverified; locked until the transaction ends. */
export async function lockUnverified(trx: Trx, id: number): Promise<boolean> {
  const found = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'unverified')
    .forUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

export async function deleteUser(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

/** The number of rows that a statement changed; each statement below changes at most `most`. */
const countChanged = async (statement: {
  executeTakeFirst(): Promise<ChangeStatement | undefined>;
}): Promise<number> => {
  const result = await statement.executeTakeFirst();
  return Number(result?.numDeletedRows ?? result?.numUpdatedRows ?? 0);
};
type ChangeStatement = { numDeletedRows?: bigint; numUpdatedRows?: bigint };

/** Empties the sealed parts (links and secrets) of letters that were written up to this moment (Unix milliseconds). */
export const emptySealedParts = (db: Db, createdUntil: number, most: number): Promise<number> =>
  countChanged(
    db
      .updateTable('outbox')
      // Empty and not null: a letter that had a link must not go out with the word that hides it.
      .set({ sealed: '' })
      .where('id', 'in', (outbox) =>
        outbox
          .selectFrom('outbox')
          .select('id')
          .where('createdAt', '<=', createdUntil)
          .where('sealed', '!=', '')
          .limit(most),
      ),
  );

type LettersToDelete = { unsentUntil: number; most: number };

/** Deletes the letters to deleted users, or that name one, if they are finished or were written up to `unsentUntil`. */
export const deleteLettersOfDeleted = (db: Db, { unsentUntil, most }: LettersToDelete): Promise<number> => {
  const deleted = db.selectFrom('users').select('users.id').where('users.status', '=', 'deleted');
  const naming = db
    .selectFrom('letterPeople')
    .select('letterPeople.letterId')
    .where('letterPeople.userId', 'in', deleted);
  const due = db
    .selectFrom('outbox')
    .select('id')
    .where((where) => where.or([where('userId', 'in', deleted), where('id', 'in', naming)]))
    .where((where) => where.or([where('state', 'in', ['sent', 'failed']), where('createdAt', '<=', unsentUntil)]));
  return countChanged(db.deleteFrom('outbox').where('id', 'in', due.limit(most)));
};

/** Deletes the finished letters that were written up to this moment. */
export const deleteFinishedLetters = (db: Db, createdUntil: number, most: number): Promise<number> =>
  countChanged(
    db
      .deleteFrom('outbox')
      .where('id', 'in', (outbox) =>
        outbox
          .selectFrom('outbox')
          .select('id')
          .where('createdAt', '<=', createdUntil)
          .where('state', 'in', ['sent', 'failed'])
          .limit(most),
      ),
  );

/** Deletes new logins whose link has expired. */
export const deleteLoginChanges = (db: Db, expiredUntil: number, most: number): Promise<number> =>
  countChanged(
    db
      .deleteFrom('loginChanges')
      .where('hash', 'in', (changes) =>
        changes.selectFrom('loginChanges').select('hash').where('expiresAt', '<=', expiredUntil).limit(most),
      ),
  );

export const deleteEndedSessions = (db: Db, endedUntil: number, most: number): Promise<number> =>
  countChanged(
    db.deleteFrom('sessions').where('id', 'in', (sessions) =>
      sessions
        .selectFrom('sessions')
        .select('id')
        .where((where) => where.or([where('endedAt', '<=', endedUntil), where('expiresAt', '<=', endedUntil)]))
        .limit(most),
    ),
  );

export const deleteExpiredTokens = (db: Db, expiredUntil: number, most: number): Promise<number> =>
  countChanged(
    db.deleteFrom('oneTimeTokens').where('hash', 'in', (tokens) =>
      tokens
        .selectFrom('oneTimeTokens')
        .select('hash')
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
        .limit(most),
    ),
  );

/** Deletes PCs that no longer wait for a licence. */
export const deleteActivations = (db: Db, expiredUntil: number, most: number): Promise<number> =>
  countChanged(
    db
      .deleteFrom('activations')
      .where('id', 'in', (waiting) =>
        waiting.selectFrom('activations').select('id').where('expiresAt', '<=', expiredUntil).limit(most),
      ),
  );

/** Deletes devices on which nobody has signed in since that time. */
export const deleteKnownDevices = (db: Db, seenUntil: number, most: number): Promise<number> =>
  countChanged(
    db
      .deleteFrom('knownDevices')
      .where('hash', 'in', (devices) =>
        devices.selectFrom('knownDevices').select('hash').where('lastSeenAt', '<=', seenUntil).limit(most),
      )
      .where('lastSeenAt', '<=', seenUntil),
  );

export const deleteUsedChallenges = (db: Db, now: number, most: number): Promise<number> =>
  countChanged(
    db
      .deleteFrom('usedChallenges')
      .where('id', 'in', (used) =>
        used.selectFrom('usedChallenges').select('id').where('expiresAt', '<=', now).limit(most),
      ),
  );

type ThrottleQuery = { startedUntil: number; now: number; most: number };

/**
 * Deletes counters of attempts that began up to `startedUntil` and block nobody now, and those from a clock that was
 * ahead.
 */
export const deleteThrottles = (db: Db, { startedUntil, now, most }: ThrottleQuery): Promise<number> =>
  countChanged(
    db.deleteFrom('throttles').where('key', 'in', (throttles) =>
      throttles
        .selectFrom('throttles')
        .select('key')
        .where((where) =>
          where.or([
            where.and([where('windowStart', '<=', startedUntil), where('nextAllowedAt', '<=', now)]),
            where('lastAttemptAt', '>', now + clockSkewMs),
            where.and([
              where('key', '>=', wrongPasswordKeys.from),
              where('key', '<', wrongPasswordKeys.before),
              where('windowStart', '<=', now - hours(2)),
            ]),
          ]),
        )
        .limit(most),
    ),
  );

type OldImports = { abandonedUntil: number; finishedUntil: number; most: number };

/** Deletes imports that nobody has confirmed, and the reports of those that ended, up to these moments. */
export const deleteOldImports = (db: Db, { abandonedUntil, finishedUntil, most }: OldImports): Promise<number> =>
  countChanged(
    db.deleteFrom('largeImports').where('id', 'in', (imports) =>
      imports
        .selectFrom('largeImports')
        .select('id')
        .where((where) =>
          where.or([
            where('finishedAt', '<=', finishedUntil),
            where.and([where('state', 'in', ['receiving', 'checked']), where('createdAt', '<=', abandonedUntil)]),
          ]),
        )
        .limit(most),
    ),
  );
