import type { Db } from '#server/database/database.ts';
import { clockSkewMs, minutes } from '#server/platform/clock/clock.ts';

/**
 * A record that a member of staff has open. The kind `user` is for an account and also for the request from which it
 * was created.
 */
export type OpenRecord = { kind: 'user' | 'helpRequest'; recordId: number };

type Presence = OpenRecord & { userId: number; now: number };

/**
 * A record counts as open for this time after a report. The browser reports every 25 seconds, so one report may be
 * lost.
 */
const presenceMs = minutes(1);

/** Records that a member of staff has a record open now. */
export async function recordPresence(db: Db, { now, ...presence }: Presence): Promise<void> {
  await db
    .insertInto('presences')
    .values({ ...presence, seenAt: now })
    .onConflict((conflict) => conflict.columns(['kind', 'recordId', 'userId']).doUpdateSet({ seenAt: now }))
    .execute();
}

/**
 * Finds the other active accounts that have the record open now. A report with a time in the future is ignored, because
 * a wrong clock wrote it.
 */
export const findOthersPresent = (db: Db, { kind, recordId, userId, now }: Presence) =>
  db
    .selectFrom('presences')
    .innerJoin('users', 'users.id', 'presences.userId')
    .select(['users.firstName', 'users.lastName', 'users.login'])
    .where('presences.kind', '=', kind)
    .where('presences.recordId', '=', recordId)
    .where('presences.userId', '!=', userId)
    .where('presences.seenAt', '>', now - presenceMs)
    .where('presences.seenAt', '<=', now + clockSkewMs)
    .where('users.status', '=', 'active')
    .orderBy('users.lastName')
    .orderBy('users.id')
    .execute();

/** Deletes the reports that are too old to count. */
export async function deleteEndedPresences(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('presences')
    .where('seenAt', '<=', now - presenceMs)
    .execute();
}
