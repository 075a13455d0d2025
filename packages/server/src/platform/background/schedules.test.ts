import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import {
  databases,
  createTestDatabase,
  createTestLocation,
  openWithLongTimeouts,
} from '#server/testing/database/databases.ts';
import { days, minutes } from '#server/platform/clock/clock.ts';
import { runDue, type Job } from './schedules.ts';

const log = pino({ level: 'silent' });
const noon = Date.parse('2026-03-10T12:00:00.000Z');

/** Opens the schedule of one hourly job, with a clock that moves only when the test calls `pass`. */
function openSchedules(database: Database, run: () => Promise<void>) {
  let now = noon;
  const job: Job<null> = { name: 'job', everyMs: minutes(60), run };
  return {
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    runDue: () =>
      runDue({ database, clock: () => now, jobs: [job], needs: null, log, clockGuard: { check: async () => null } }),
  };
}

describe.each(databases)('scheduled jobs (%s)', (kind) => {
  test('a job runs when the portal starts, and later whenever it is due', async () => {
    let runCount = 0;
    const schedules = openSchedules(await createTestDatabase(kind), async () => void (runCount += 1));
    expect(await schedules.runDue()).toEqual(['job']);
    expect(await schedules.runDue()).toEqual([]);
    schedules.pass(minutes(59));
    expect(await schedules.runDue()).toEqual([]);
    schedules.pass(minutes(1));
    expect(await schedules.runDue()).toEqual(['job']);
    expect(runCount).toBe(2);
  });

  test('the times at which a job last succeeded and last failed are stored', async () => {
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

  test('of two processes, only one runs a due job, and the other does not start the job while it runs', async () => {
    const location = await createTestLocation(kind);
    const [first_, second_] = await Promise.all([openWithLongTimeouts(location), openWithLongTimeouts(location)]);
    try {
      let runs = 0;
      const { promise: endSignal, resolve: end } = Promise.withResolvers<void>();
      const run = async () => {
        runs += 1;
        await endSignal;
      };
      const firstRun = openSchedules(first_, run).runDue();
      await expect.poll(() => runs).toBe(1);
      expect(await openSchedules(second_, run).runDue()).toEqual([]);
      end();
      expect(await firstRun).toEqual(['job']);

      const bothSchedules = [openSchedules(first_, run), openSchedules(second_, run)];
      for (const schedules_ of bothSchedules) schedules_.pass(minutes(60));
      const completedJobs = await Promise.all(bothSchedules.map((schedules_) => schedules_.runDue()));
      expect(completedJobs.flat()).toEqual(['job']);
      expect(runs).toBe(2);
    } finally {
      await Promise.all([first_.close(), second_.close()]);
    }
  });

  test('a failed job is tried again after five minutes', async () => {
    let isFailing = true;
    const schedules = openSchedules(await createTestDatabase(kind), async () => {
      if (isFailing) throw new Error('no');
    });
    expect(await schedules.runDue()).toEqual([]);
    isFailing = false;
    expect(await schedules.runDue()).toEqual([]);
    schedules.pass(minutes(5));
    expect(await schedules.runDue()).toEqual(['job']);
  });

  test.each([
    ['1 hour', minutes(60)],
    ['80 years', days(80 * 365)],
  ])('a job runs again when a clock that was %s ahead is corrected, even if it was running', async (_, aheadMs) => {
    const database = await createTestDatabase(kind);
    const schedules = openSchedules(database, async () => {});
    schedules.pass(aheadMs);
    expect(await schedules.runDue()).toEqual(['job']);
    schedules.pass(-aheadMs);
    expect(await schedules.runDue()).toEqual(['job']);
    expect(await schedules.runDue(), 'and then at its own times').toEqual([]);
    const jobLeasedInFuture = { nextRunAt: noon + aheadMs, leasedUntil: noon + aheadMs + minutes(10) };
    await database.kysely
      .updateTable('schedules')
      .set({ ...jobLeasedInFuture, nextRunAt: noon })
      .execute();
    expect(await schedules.runDue()).toEqual(['job']);
  });

  test('if a process ends while it runs a job, another process runs the job after the lease expires', async () => {
    const database = await createTestDatabase(kind);
    const leaseOfDeadProcess = { name: 'job', nextRunAt: noon, leasedUntil: noon + minutes(2) };
    await database.kysely.insertInto('schedules').values(leaseOfDeadProcess).execute();
    const schedules = openSchedules(database, async () => {});
    expect(await schedules.runDue()).toEqual([]);
    schedules.pass(minutes(2));
    expect(await schedules.runDue()).toEqual(['job']);
  });
});
