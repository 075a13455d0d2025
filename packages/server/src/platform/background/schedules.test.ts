import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { databases, createTestDatabase, createTestLocation, openWithLongTimeouts } from '#server/testing/databases.ts';
import { days, minutes } from '#server/platform/clock.ts';
import { runDue } from './schedules.ts';
import type { Job } from './schedules.ts';

const log = pino({ level: 'silent' });
const noon = Date.parse('2026-03-10T12:00:00.000Z');

/** Records the jobs that run, and when; only the test changes `now`. */
function openSchedules(database: Database, run: () => Promise<void>) {
  let now = noon;
  const job: Job<null> = { name: 'job', everyMs: minutes(60), run };
  return {
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    runDue: () =>
      runDue({ database, clock: () => now, jobs: [job], needs: null, log, guard: { check: async () => null } }),
  };
}

describe.each(databases)('%s', (kind) => {
  test('a job runs at start, and then when it is due', async () => {
    let runs = 0;
    const schedules = openSchedules(await createTestDatabase(kind), async () => void (runs += 1));
    expect(await schedules.runDue()).toEqual(['job']);
    expect(await schedules.runDue()).toEqual([]);
    schedules.pass(minutes(59));
    expect(await schedules.runDue()).toEqual([]);
    schedules.pass(minutes(1));
    expect(await schedules.runDue()).toEqual(['job']);
    expect(runs).toBe(2);
  });

  test('a job has the times at which it last succeeded and last failed', async () => {
    const database = await createTestDatabase(kind);
    const runs = [() => Promise.resolve(), () => Promise.reject(new Error('broken'))];
    const schedules = openSchedules(database, async () => runs.shift()?.());
    await schedules.runDue();
    schedules.pass(minutes(60));
    await schedules.runDue();
    expect(await database.kysely.selectFrom('schedules').select(['succeededAt', 'failedAt']).execute()).toEqual([
      { succeededAt: noon, failedAt: noon + minutes(60) },
    ]);
  });

  test('two processes run a job once, also while it is running', async () => {
    const place = await createTestLocation(kind);
    const [one, two] = await Promise.all([openWithLongTimeouts(place), openWithLongTimeouts(place)]);
    try {
      let runs = 0;
      const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
      const run = async () => {
        runs += 1;
        await mayEnd;
      };
      const first = openSchedules(one, run).runDue();
      await expect.poll(() => runs).toBe(1);
      expect(await openSchedules(two, run).runDue()).toEqual([]);
      end();
      expect(await first).toEqual(['job']);

      const both = [openSchedules(one, run), openSchedules(two, run)];
      for (const each of both) each.pass(minutes(60));
      const ran = await Promise.all(both.map((each) => each.runDue()));
      expect(ran.flat()).toEqual(['job']);
      expect(runs).toBe(2);
    } finally {
      await Promise.all([one.close(), two.close()]);
    }
  });

  test('a failed job is tried again soon, and does not delay the others', async () => {
    let fails = true;
    const schedules = openSchedules(await createTestDatabase(kind), async () => {
      if (fails) throw new Error('no');
    });
    expect(await schedules.runDue()).toEqual([]);
    fails = false;
    expect(await schedules.runDue()).toEqual([]);
    schedules.pass(minutes(5));
    expect(await schedules.runDue()).toEqual(['job']);
  });

  test.each([
    ['1 hour', minutes(60)],
    ['80 years', days(80 * 365)],
  ])('a job runs again when a clock that was %s ahead is corrected, even if it was running', async (_, ahead) => {
    const database = await createTestDatabase(kind);
    const schedules = openSchedules(database, async () => {});
    schedules.pass(ahead);
    expect(await schedules.runDue()).toEqual(['job']);
    schedules.pass(-ahead);
    expect(await schedules.runDue()).toEqual(['job']);
    expect(await schedules.runDue(), 'and then at its own times').toEqual([]);
    const leasedAhead = { nextRunAt: noon + ahead, leasedUntil: noon + ahead + minutes(10) };
    await database.kysely
      .updateTable('schedules')
      .set({ ...leasedAhead, nextRunAt: noon })
      .execute();
    expect(await schedules.runDue()).toEqual(['job']);
  });

  test('a job whose process died during the job is run by another process later', async () => {
    const database = await createTestDatabase(kind);
    const died = { name: 'job', nextRunAt: noon, leasedUntil: noon + minutes(2) };
    await database.kysely.insertInto('schedules').values(died).execute();
    const schedules = openSchedules(database, async () => {});
    expect(await schedules.runDue()).toEqual([]);
    schedules.pass(minutes(2));
    expect(await schedules.runDue()).toEqual(['job']);
  });
});
