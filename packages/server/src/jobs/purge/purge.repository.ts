import type { Db } from '#server/database/foundation.ts';
import { clockSkewMs, hours } from '#server/platform/clock/clock.ts';
import { wrongPasswordKeys } from '#server/platform/security/throttle.repository.ts';

/**
 * Runs a statement and returns the number of rows that it changed. Each statement in this file changes at most `limit`
 * rows.
 */
const countChanged = async (statement: {
  executeTakeFirst(): Promise<ChangeStatement | undefined>;
}): Promise<number> => {
  const result = await statement.executeTakeFirst();
  return Number(result?.numDeletedRows ?? result?.numUpdatedRows ?? 0);
};
type ChangeStatement = { numDeletedRows?: bigint; numUpdatedRows?: bigint };

/**
 * Deletes the sealed parts (links and secrets) of e-mails that were created up to `createdUntil` (Unix milliseconds).
 */
export const deleteSealedParts = (db: Db, createdUntil: number, limit: number): Promise<number> =>
  countChanged(
    db
      .updateTable('outbox')
      // The column gets an empty text and not null. With null, an e-mail would be sent with the placeholder in place of
      // its link.
      .set({ sealed: '' })
      .where('id', 'in', (outbox) =>
        outbox
          .selectFrom('outbox')
          .select('id')
          .where('createdAt', '<=', createdUntil)
          .where('sealed', '!=', '')
          .limit(limit),
      ),
  );

type LettersToDelete = { unsentUntil: number; limit: number };

/**
 * Deletes the e-mails that are addressed to deleted users or name them, if these e-mails are sent or failed, or were
 * created up to `unsentUntil` (Unix milliseconds).
 */
export const deleteLettersAboutDeletedUsers = (db: Db, { unsentUntil, limit }: LettersToDelete): Promise<number> => {
  const deletedUsers = db.selectFrom('users').select('users.id').where('users.status', '=', 'deleted');
  const lettersNamingDeleted = db
    .selectFrom('letterPeople')
    .select('letterPeople.letterId')
    .where('letterPeople.userId', 'in', deletedUsers);
  const deletableLetters = db
    .selectFrom('outbox')
    .select('id')
    .where((where) => where.or([where('userId', 'in', deletedUsers), where('id', 'in', lettersNamingDeleted)]))
    .where((where) => where.or([where('state', 'in', ['sent', 'failed']), where('createdAt', '<=', unsentUntil)]));
  return countChanged(db.deleteFrom('outbox').where('id', 'in', deletableLetters.limit(limit)));
};

/** Deletes the sent and failed e-mails that were created up to `createdUntil` (Unix milliseconds). */
export const deleteFinishedLetters = (db: Db, createdUntil: number, limit: number): Promise<number> =>
  countChanged(
    db
      .deleteFrom('outbox')
      .where('id', 'in', (outbox) =>
        outbox
          .selectFrom('outbox')
          .select('id')
          .where('createdAt', '<=', createdUntil)
          .where('state', 'in', ['sent', 'failed'])
          .limit(limit),
      ),
  );

/**
 * Creates a function that deletes the rows of expired links from one of these tables: login changes, links that end the
 * reminders of a second contact, codes that replace links, or sign-ins with a work account.
 */
const createLinkDeletion =
  (table: 'loginChanges' | 'reminderStops' | 'linkCodes' | 'workSignIns') =>
  (db: Db, expiredUntil: number, limit: number): Promise<number> =>
    countChanged(
      db
        .deleteFrom(table)
        .where('hash', 'in', (links) =>
          links.selectFrom(table).select('hash').where('expiresAt', '<=', expiredUntil).limit(limit),
        ),
    );

export const deleteLoginChanges = createLinkDeletion('loginChanges');
export const deleteReminderStops = createLinkDeletion('reminderStops');
export const deleteLinkCodes = createLinkDeletion('linkCodes');
export const deleteWorkSignIns = createLinkDeletion('workSignIns');

/**
 * Deletes overrides (additional permissions of users) whose last day (YYYY-MM-DD) was before the given day. The audit
 * log still contains their history.
 */
export const deleteEndedOverrides = (db: Db, endedBefore: string, limit: number): Promise<number> =>
  countChanged(
    db
      .deleteFrom('permissionOverrides')
      // The last day is tested again here, because an administrator may have extended the permission since the inner
      // query read its row.
      .where('validTo', '<', endedBefore)
      .where((where) =>
        where(
          where.refTuple('userId', 'permission'),
          'in',
          where
            .selectFrom('permissionOverrides as ended')
            .select(['ended.userId', 'ended.permission'])
            .where('ended.validTo', '<', endedBefore)
            .limit(limit)
            .$asTuple('userId', 'permission'),
        ),
      ),
  );

/** Deletes the records of e-mail addresses that refused reminders, if the refusal has ended. */
export const deleteStoppedContacts = (db: Db, refusedUntil: number, limit: number): Promise<number> =>
  countChanged(
    db
      .deleteFrom('stoppedContacts')
      .where((where) =>
        where(
          where.refTuple('userId', 'addressHash'),
          'in',
          where
            .selectFrom('stoppedContacts as ended')
            .select(['ended.userId', 'ended.addressHash'])
            .where('ended.refusedUntil', '<=', refusedUntil)
            .limit(limit)
            .$asTuple('userId', 'addressHash'),
        ),
      ),
  );

export const deleteEndedSessions = (db: Db, endedUntil: number, limit: number): Promise<number> =>
  countChanged(
    db.deleteFrom('sessions').where('id', 'in', (sessions) =>
      sessions
        .selectFrom('sessions')
        .select('id')
        .where((where) => where.or([where('endedAt', '<=', endedUntil), where('expiresAt', '<=', endedUntil)]))
        .limit(limit),
    ),
  );

export const deleteExpiredTokens = (db: Db, expiredUntil: number, limit: number): Promise<number> =>
  countChanged(
    db.deleteFrom('oneTimeTokens').where('hash', 'in', (tokens) =>
      tokens
        .selectFrom('oneTimeTokens')
        .select('hash')
        .where('expiresAt', '<=', expiredUntil)
        // A link with which an applicant confirmed the address is kept while the request is pending, because the same
        // link withdraws the request.
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
        .limit(limit),
    ),
  );

/** Deletes what can no longer be undone. */
export const deleteEndedUndos = (db: Db, endedUntil: number, limit: number): Promise<number> =>
  countChanged(
    db
      .deleteFrom('undos')
      .where('id', 'in', (ended) =>
        ended.selectFrom('undos').select('id').where('until', '<=', endedUntil).limit(limit),
      ),
  );

/** Deletes expired activations. In an activation, a PC waits for a licence. */
export const deleteActivations = (db: Db, expiredUntil: number, limit: number): Promise<number> =>
  countChanged(
    db
      .deleteFrom('activations')
      .where('id', 'in', (activationsQuery) =>
        activationsQuery.selectFrom('activations').select('id').where('expiresAt', '<=', expiredUntil).limit(limit),
      ),
  );

/** Deletes known devices on which nobody has signed in after `seenUntil` (Unix milliseconds). */
export const deleteKnownDevices = (db: Db, seenUntil: number, limit: number): Promise<number> =>
  countChanged(
    db
      .deleteFrom('knownDevices')
      .where('hash', 'in', (devices) =>
        devices.selectFrom('knownDevices').select('hash').where('lastSeenAt', '<=', seenUntil).limit(limit),
      )
      .where('lastSeenAt', '<=', seenUntil),
  );

export const deleteUsedChallenges = (db: Db, now: number, limit: number): Promise<number> =>
  countChanged(
    db
      .deleteFrom('usedChallenges')
      .where('id', 'in', (challengesQuery) =>
        challengesQuery.selectFrom('usedChallenges').select('id').where('expiresAt', '<=', now).limit(limit),
      ),
  );

type ThrottleQuery = { startedUntil: number; now: number; limit: number };

/**
 * Deletes counters of attempts that began up to `startedUntil` and no longer limit anybody, and counters with times in
 * the future, which a wrong clock wrote.
 */
export const deleteThrottles = (db: Db, { startedUntil, now, limit }: ThrottleQuery): Promise<number> =>
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
        .limit(limit),
    ),
  );

type OldImports = { abandonedUntil: number; finishedUntil: number; limit: number };

/**
 * Deletes CSV imports that were created up to `abandonedUntil` and not confirmed, and CSV imports that ended up to
 * `finishedUntil`.
 */
export const deleteOldImports = (db: Db, { abandonedUntil, finishedUntil, limit }: OldImports): Promise<number> =>
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
        .limit(limit),
    ),
  );

/** Deletes acts on many records that ended before the given time, with the outcomes of their records. */
export const deleteOldActs = (db: Db, finishedUntil: number, limit: number): Promise<number> =>
  countChanged(
    db
      .deleteFrom('massActs')
      .where('id', 'in', (acts) =>
        acts.selectFrom('massActs').select('id').where('finishedAt', '<=', finishedUntil).limit(limit),
      ),
  );
