import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { startSchedules } from '#server/platform/background/schedules.ts';
import { createTestDatabase } from '#server/testing/databases.ts';
import { openOutbox } from '#server/testing/outbox.ts';
import { noon, openPortal, testKey } from '#server/testing/portal.ts';
import { createLicenseRow, createMachineRow, createUserRow } from '#server/testing/rows.ts';
import { jobs } from './jobs.ts';

const due = 2000;

/** Licences of one customer for one year each, with a reminder that is due at noon. */
async function fill({ kysely }: Database): Promise<void> {
  const login = 'ada@customer.example';
  const { id: userId } = await kysely
    .insertInto('users')
    .values(createUserRow({ login }))
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let from = 0; from < due; from += 500) {
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

test('/healthz answers between batches of due reminders; the reminders stop with the process, and each is sent once', async () => {
  const database = await createTestDatabase('SQLite');
  const portal = await openPortal(database);
  await fill(database);
  const { queueLetter } = openOutbox(database);
  const clock = () => noon;
  const log = pino({ level: 'silent' });
  const guard = { check: async () => null };
  const start = () => startSchedules({ database, clock, jobs, needs: { database, clock, queueLetter }, guard, log });

  // Through a socket: calls within the process would leave the event loop no time for other work.
  const address = await portal.http.listen({ host: '127.0.0.1', port: 0 });
  const first = start();
  let whileHealthy = 0;
  while (whileHealthy === 0) {
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    whileHealthy = await countSent(database);
  }
  expect(whileHealthy).toBeLessThan(due);
  await first.stop();
  const whenStopped = await countSent(database);
  // The current batch, and at most the one that began meanwhile.
  expect(whenStopped - whileHealthy).toBeLessThanOrEqual(100);

  const second = start();
  while ((await countSent(database)) < due) await new Promise((resume) => setImmediate(resume));
  await second.stop();
  const reminders = await database.kysely.selectFrom('licenseReminders').select('licenseId').execute();
  expect(reminders).toHaveLength(due);
  expect(await countSent(database)).toBe(due);
  await portal.close();
});
