import { describe, expect, test } from 'vitest';
import { databases } from '#server/testing/database/databases.ts';
import { suiteDatabase } from '#server/testing/processes/suite-portal.ts';
import { days, hours } from '#server/platform/clock/clock.ts';
import { Problem } from '#server/platform/problem.ts';
import { claimAttempt, countAttempts, deleteAttempts, returnAttempt, type RateLimit } from './throttle.repository.ts';
import type { Db } from '#server/database/foundation.ts';

const rateLimit: RateLimit = { freeAttempts: 3, windowMs: 60_000, firstWaitMs: 1000, longestWaitMs: 6000 };
const startTime = Date.parse('2026-03-10T12:00:00Z');

/** Makes an attempt. Returns 0 if the attempt is accepted, otherwise the seconds to wait. */
async function claimAndFindWait(db: Db, key: string, at: number): Promise<number> {
  try {
    await claimAttempt(db, key, rateLimit, at);
    return 0;
  } catch (thrownError) {
    if (thrownError instanceof Problem && thrownError.code === 'TOO_MANY_ATTEMPTS')
      return thrownError.retryAfterSeconds ?? -1;
    throw thrownError;
  }
}

describe.each(databases)('rate limits (%s)', (kind) => {
  const database = suiteDatabase(kind);
  let lastKeyNumber = 0;

  /** Creates a key that no other test uses, and a function that makes attempts under this key. */
  function createKey() {
    lastKeyNumber += 1;
    const [key, { kysely }] = [`key ${lastKeyNumber}`, database()];
    return { key, kysely, attempt: (at: number) => claimAndFindWait(kysely, key, at) };
  }

  test('if only one attempt is free (accepted without a wait), the second attempt in each time window must wait', async () => {
    const { key, kysely } = createKey();
    const isAccepted = (at: number): Promise<boolean> =>
      claimAttempt(kysely, key, { ...rateLimit, freeAttempts: 1 }, at).then(
        () => true,
        () => false,
      );
    const laterTime = startTime + rateLimit.windowMs;
    expect([
      await isAccepted(startTime),
      await isAccepted(startTime + 1),
      await isAccepted(laterTime),
      await isAccepted(laterTime + 1),
    ]).toEqual([true, false, true, false]);
  });

  test('the free attempts are accepted at once; the wait doubles with each later attempt, up to the longest wait', async () => {
    const { attempt } = createKey();
    const passedTimes: number[] = [];
    for (let at = startTime; at < startTime + 40_000; at += 500)
      if ((await attempt(at)) === 0) passedTimes.push(at - startTime);
    expect(passedTimes).toEqual([0, 500, 1000, 2000, 4000, 8000, 14_000, 20_000, 26_000, 32_000, 38_000]);
  });

  test('a refused attempt gets the remaining time of the wait', async () => {
    const { attempt } = createKey();
    for (let at = startTime; at <= startTime + 2000; at += 1000) await attempt(at);
    expect(await attempt(startTime + 3000)).toBe(0);
    expect(await attempt(startTime + 3100)).toBe(1.9);
    expect(await attempt(startTime + 4999), 'never less than a second').toBe(1);
  });

  test('a refused attempt does not lengthen the wait', async () => {
    const { attempt } = createKey();
    for (let attemptNumber = 0; attemptNumber < 3; attemptNumber += 1) expect(await attempt(startTime)).toBe(0);
    for (let attemptNumber = 0; attemptNumber < 50; attemptNumber += 1) expect(await attempt(startTime + 10)).toBe(1);
    expect(await attempt(startTime + 1000)).toBe(0);
  });

  test('all attempts are forgotten when the time window is over', async () => {
    const { attempt } = createKey();
    for (let at = startTime; at < startTime + 60_000; at += 1000) await attempt(at);
    for (let attemptNumber = 0; attemptNumber < 3; attemptNumber += 1)
      expect(await attempt(startTime + 60_000)).toBe(0);
    expect(await attempt(startTime + 60_000)).toBe(1);
  });

  test('attempts with different keys are limited separately', async () => {
    const { attempt } = createKey();
    for (let attemptNumber = 0; attemptNumber < 4; attemptNumber += 1) await attempt(startTime);
    expect(await attempt(startTime)).toBe(1);
    expect(await createKey().attempt(startTime)).toBe(0);
  });

  test('of fifty simultaneous attempts, only the free attempts are accepted', async () => {
    const { attempt } = createKey();
    const waitTimes = await Promise.all(Array.from({ length: 50 }, () => attempt(startTime)));
    expect(waitTimes.filter((waitTime) => waitTime === 0)).toHaveLength(3);
  });

  test('after the attempts under a key are deleted, all free attempts are available again', async () => {
    const { kysely, key, attempt } = createKey();
    for (let attemptNumber = 0; attemptNumber < 4; attemptNumber += 1) await attempt(startTime);
    await deleteAttempts(kysely, [key]);
    for (let attemptNumber = 0; attemptNumber < 3; attemptNumber += 1) expect(await attempt(startTime)).toBe(0);
  });

  test.each([
    ['1 hour', hours(1)],
    ['80 years', days(80 * 365)],
  ])('no attempt must wait after a clock that was %s ahead is corrected (T550)', async (_, ahead) => {
    const rateLimits = [
      rateLimit,
      { ...rateLimit, freeAttempts: 1, windowMs: days(1), firstWaitMs: days(1), longestWaitMs: days(1) },
    ];
    for (const testedLimit of rateLimits) {
      const { key, kysely } = createKey();
      const isAccepted = (at: number) => claimAttempt(kysely, key, testedLimit, at).then(() => true);
      // The first attempt is made while the clock is still right, so that the time window begins at the right time.
      if (testedLimit.freeAttempts > 1) await isAccepted(startTime - 1000);
      for (let attempts = 0; attempts < testedLimit.freeAttempts; attempts += 1) await isAccepted(startTime + ahead);
      await expect(isAccepted(startTime + ahead), 'it does wait while the clock is ahead').rejects.toThrow();
      expect(await countAttempts(kysely, key, testedLimit, startTime)).toBe(
        testedLimit.freeAttempts > 1 && ahead < testedLimit.windowMs ? testedLimit.freeAttempts + 1 : 0,
      );
      expect(await isAccepted(startTime + 1000)).toBe(true);
      expect(await countAttempts(kysely, key, testedLimit, startTime + 1000), 'and the count begins anew').toBe(1);
    }
  });

  test('an attempt that is subtracted again can be repeated, but there are never more free attempts than configured', async () => {
    const { kysely, key, attempt } = createKey();
    await returnAttempt(kysely, key);
    await attempt(startTime);
    await returnAttempt(kysely, key);
    await returnAttempt(kysely, key);
    for (let attemptNumber = 0; attemptNumber < 3; attemptNumber += 1) expect(await attempt(startTime)).toBe(0);
    expect(await attempt(startTime)).toBe(1);
  });
});
