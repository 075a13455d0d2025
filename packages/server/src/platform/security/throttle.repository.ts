import { sql } from 'kysely';
import { clockSkewMs, days } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/foundation.ts';
import { problem, Problem } from '#server/platform/problem.ts';

/**
 * A rate limit: the first `freeAttempts` attempts in a time window of `windowMs` are accepted without a wait. The wait before each later attempt is
 * twice as long as the wait before, from `firstWaitMs` up to `longestWaitMs`. Nobody is blocked forever (OWASP ASVS 6.1.1).
 */
export type RateLimit = { freeAttempts: number; windowMs: number; firstWaitMs: number; longestWaitMs: number };

/**
 * The range of the keys under which wrong passwords are counted: `from` is included in the range, `before` is not. The purge job deletes
 * these counters after two hours.
 */
export const wrongPasswordKeys = { from: 'wrong-password:', before: 'wrong-password;' };

/**
 * Counts an attempt under the given key and returns the number of attempts. If the caller must wait, throws TOO_MANY_ATTEMPTS with the
 * remaining time. Its conditional upsert counts correctly for any number of processes and simultaneous attempts. Call the function before
 * any expensive work. A row that was written while the clock was ahead blocks nobody.
 */
export async function claimAttempt(db: Db, key: string, rateLimit: RateLimit, now: number): Promise<number> {
  // If only one attempt is free, the wait begins after the first attempt.
  const nextAllowedAt = rateLimit.freeAttempts > 1 ? now : now + rateLimit.firstWaitMs;
  const isNewWindow = sql<boolean>`(throttles.window_start <= ${now - rateLimit.windowMs}
    or throttles.window_start > ${now + clockSkewMs} or throttles.last_attempt_at > ${now + clockSkewMs}
    or throttles.next_allowed_at > ${now + rateLimit.longestWaitMs + clockSkewMs})`;
  const claimedRow = await db
    .insertInto('throttles')
    .values({ key, count: 1, windowStart: now, nextAllowedAt, lastAttemptAt: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          count: sql<number>`case when ${isNewWindow} then 1 else throttles.count + 1 end`,
          windowStart: sql<number>`case when ${isNewWindow} then ${toMomentParameter(now)} else throttles.window_start end`,
          lastAttemptAt: now,
          nextAllowedAt: sql<number>`case when ${isNewWindow} then ${toMomentParameter(nextAllowedAt)} else ${allowedTime(rateLimit, now)} end`,
        })
        .where((where) => where.or([where('throttles.nextAllowedAt', '<=', now), isNewWindow])),
    )
    .returning('count')
    .executeTakeFirst();
  if (claimedRow) return claimedRow.count;
  const throttle = await db.selectFrom('throttles').select('nextAllowedAt').where('key', '=', key).executeTakeFirst();
  const waitMs = Math.max(1000, (throttle?.nextAllowedAt ?? now) - now);
  throw problem('TOO_MANY_ATTEMPTS', { retryAfterSeconds: waitMs / 1000 });
}

/**
 * Counts an event under the given key, and returns the number of events in the current window of `windowMs` and the start of this window. The
 * first event after a window starts the next one.
 */
export async function countInWindow(db: Db, key: string, windowMs: number, now: number) {
  const isNewWindow = sql<boolean>`(throttles.window_start <= ${now - windowMs} or throttles.window_start > ${now + clockSkewMs})`;
  return db
    .insertInto('throttles')
    .values({ key, count: 1, windowStart: now, nextAllowedAt: now, lastAttemptAt: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${isNewWindow} then 1 else throttles.count + 1 end`,
        windowStart: sql<number>`case when ${isNewWindow} then ${toMomentParameter(now)} else throttles.window_start end`,
        lastAttemptAt: now,
      }),
    )
    .returning(['count', 'windowStart'])
    .executeTakeFirstOrThrow();
}

/**
 * Makes room for new keys in the range from `from` (included) to `before` (excluded): if it has `most` keys or more, the twentieth of them
 * with the oldest attempts is deleted.
 */
export async function deleteOldestKeys(
  db: Db,
  { from, before, most }: { from: string; before: string; most: number },
): Promise<void> {
  const keysInRange = db.selectFrom('throttles').where('key', '>=', from).where('key', '<', before);
  const { found } = await db
    .selectFrom(keysInRange.select('key').limit(most).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  if (found < most) return;
  const oldestKeys = keysInRange
    .select('key')
    .orderBy('lastAttemptAt')
    .limit(Math.ceil(most / 20));
  await db.deleteFrom('throttles').where('key', 'in', oldestKeys).execute();
}

/**
 * Deletes the attempts under the given keys, for example after a success, and under all keys that begin with one of the prefixes. A prefix ends
 * with a colon. The semicolon is the next character after the colon, so it ends the range of keys.
 */
export async function deleteAttempts(
  db: Db,
  keys: readonly string[],
  prefixes: readonly `${string}:`[] = [],
): Promise<void> {
  if (keys.length + prefixes.length === 0) return;
  await db
    .deleteFrom('throttles')
    .where((where) =>
      where.or([
        ...keys.map((key) => where('key', '=', key)),
        ...prefixes.map((prefix) =>
          where.and([where('key', '>=', prefix), where('key', '<', `${prefix.slice(0, -1)};`)]),
        ),
      ]),
    )
    .execute();
}

/**
 * Subtracts one attempt, for example after a successful attempt under a key that several users share. The failed attempts of the other
 * users stay counted.
 */
export async function returnAttempt(db: Db, key: string): Promise<void> {
  await db
    .updateTable('throttles')
    .set({ count: sql<number>`throttles.count - 1` })
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute();
}

/**
 * Returns the SQL expression for the time of the next allowed attempt: now while there are free attempts, then after a wait that doubles
 * each time, up to the longest wait.
 */
function allowedTime({ freeAttempts, firstWaitMs, longestWaitMs }: RateLimit, now: number) {
  const doublings = Math.ceil(Math.log2(longestWaitMs / firstWaitMs));
  const steps = Array.from({ length: doublings + 1 }, (_, step) => {
    const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** step);
    return sql`when throttles.count + 1 <= ${freeAttempts + step} then ${toMomentParameter(now + waitMs)}`;
  });
  return sql`case when throttles.count + 1 < ${freeAttempts} then ${toMomentParameter(now)} ${sql.join(steps, sql` `)} else ${toMomentParameter(now + longestWaitMs)} end`;
}

// PostgreSQL treats an untyped number parameter as an integer, which is too small for times in milliseconds.
const toMomentParameter = (at: number) => sql<number>`cast(${at} as bigint)`;

export async function countAttempts(db: Db, key: string, { windowMs }: RateLimit, now: number): Promise<number> {
  const row = await db
    .selectFrom('throttles')
    .select('count')
    .where('key', '=', key)
    .where('windowStart', '>', now - windowMs)
    .where('windowStart', '<=', now + clockSkewMs)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Handles the error of a counted attempt: returns false for TOO_MANY_ATTEMPTS, and throws any other error. */
export function toFalseIfLimited(error: unknown): false {
  if (error instanceof Problem && error.code === 'TOO_MANY_ATTEMPTS') return false;
  throw error;
}

const dailyLimit: RateLimit = { freeAttempts: 1, windowMs: days(1), firstWaitMs: days(1), longestWaitMs: days(1) };

/**
 * Returns whether this is the first call with the given key in 24 hours. If several calls are made at the same time, only one of them gets
 * true.
 */
export const claimFirstCallOfDay = ({ kysely }: Database, key: string, at: number): Promise<boolean> =>
  claimAttempt(kysely, key, dailyLimit, at).then(() => true, toFalseIfLimited);
