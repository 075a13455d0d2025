import type { Db } from '#server/database/database.ts';
import { clockSkewMs, minutes } from '#server/platform/clock.ts';

/** A record that is open on the screen of a member of staff. An account and its request are the same user. */
export type OpenRecord = { kind: 'user' | 'helpRequest'; recordId: number };

type Presence = OpenRecord & { userId: number; now: number };

/** The panel reports every 25 seconds, so one report may get lost. */
const presenceMs = minutes(1);

/** Records that a member of staff has a record open now. */
export async function recordPresence(db: Db, { now, ...presence }: Presence): Promise<void> {
  await db
    .insertInto('presences')
    .values({ ...presence, seenAt: now })
    .onConflict((conflict) => conflict.columns(['kind', 'recordId', 'userId']).doUpdateSet({ seenAt: now }))
    .execute();
}

/** Finds the other active accounts that have the record open now. A time in the future was written by a wrong clock. */
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

/** Deletes the presences that ended. */
export async function deleteEndedPresences(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('presences')
    .where('seenAt', '<=', now - presenceMs)
    .execute();
}
