import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { startSchedules } from '#server/platform/background/schedules.ts';
import { createTestDatabase } from '#server/testing/database/databases.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { noon, openPortal, testKey } from '#server/testing/portal.ts';
import { createLicenseRow, createMachineRow, createUserRow } from '#server/testing/database/rows.ts';
import { jobs } from './jobs.ts';

const reminderCount = 2000;

/** Adds `reminderCount` licences of one customer, each with a reminder that is due at noon. */
async function addLicences({ kysely }: Database): Promise<void> {
  const login = 'ada@customer.example';
  const { id: userId } = await kysely
    .insertInto('users')
    .values(createUserRow({ login }))
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let from = 0; from < reminderCount; from += 500) {
    const machines = await kysely
      .insertInto('machines')
      .values(Array.from({ length: 500 }, (_, at) => createMachineRow({ userId, name: `CAD-${from + at}` })))
      .returning('id')
      .execute();
    const dates = { issuedAt: Date.parse('2025-03-31T00:00:00Z'), expiresAt: Date.parse('2026-03-31T23:59:59Z') };
    await kysely
      .insertInto('licenses')
      .values(
        machines.map(({ id: machineId }) => createLicenseRow({ userId, machineId, keyId: testKey.keyId, ...dates })),
      )
      .execute();
  }
}

const countSent = async ({ kysely }: Database): Promise<number> =>
  (
    await kysely
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll().as('letters'))
      .$castTo<{ letters: number }>()
      .executeTakeFirstOrThrow()
  ).letters;

test('/healthz responds while the job sends many reminders, the job stops with the process, and each reminder is sent once', async () => {
  const database = await createTestDatabase('SQLite');
  const portal = await openPortal(database);
  await addLicences(database);
  const { queueLetter } = openOutbox(database);
  const clock = () => noon;
  const log = pino({ level: 'silent' });
  const clockGuard = { check: async () => null };
  const startJobs = () =>
    startSchedules({ database, clock, jobs, needs: { database, clock, queueLetter }, clockGuard, log });

  // The test calls the portal through a socket, because `inject` within the process would leave the event loop no time
  // for other work.
  const address = await portal.http.listen({ host: '127.0.0.1', port: 0 });
  const firstRun = startJobs();
  let sentWhileRunning = 0;
  while (sentWhileRunning === 0) {
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    sentWhileRunning = await countSent(database);
  }
  expect(sentWhileRunning).toBeLessThan(reminderCount);
  await firstRun.stop();
  const sentWhenStopped = await countSent(database);
  // After the stop, at most the current batch and one more batch, which began meanwhile, are sent.
  expect(sentWhenStopped - sentWhileRunning).toBeLessThanOrEqual(100);

  const secondRun = startJobs();
  while ((await countSent(database)) < reminderCount) await new Promise((resolve) => setImmediate(resolve));
  await secondRun.stop();
  const reminders = await database.kysely.selectFrom('licenseReminders').select('licenseId').execute();
  expect(reminders).toHaveLength(reminderCount);
  expect(await countSent(database)).toBe(reminderCount);
  await portal.close();
});
