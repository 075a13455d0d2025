import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { seconds } from '../platform/clock/clock.ts';
import { registerRunningPortal, unregisterRunningPortal, startRegistrationRenewal } from './running-portals.ts';
import { createSealKeyFiles } from '../sealing/open-seal-keys.ts';
import { createTestDatabase, databases } from '../testing/database/databases.ts';
import { noon } from '../testing/portal.ts';

test.each(databases)(
  'a portal stops when a portal of a later version is ready, and not while that portal starts (%s)',
  async (kind) => {
    const database = await createTestDatabase(kind);
    let now = noon;
    const sessionKey = new Uint8Array(32);
    const dependencies = { database, clock: () => now, sessionKey, log: pino({ level: 'silent' }) };
    const portal = await registerRunningPortal(dependencies);
    const laterPortal = await registerRunningPortal(dependencies);
    const { kysely } = database;
    const updateLaterPortal = (columns: { readyAt: number } | { schemaName: string }) =>
      kysely.updateTable('portalProcesses').set(columns).where('id', '=', laterPortal.id).execute();
    /** Lets the portal renew its row, and returns whether it then requests its own stop. */
    const isStopRequested = async (): Promise<boolean> => {
      now += seconds(1);
      let isRequested = false;
      const requestStop = () => {
        isRequested = true;
      };
      await startRegistrationRenewal({ ...dependencies, stop: requestStop }, portal, createSealKeyFiles('')).stop();
      return isRequested;
    };
    await updateLaterPortal({ readyAt: noon });
    expect(await isStopRequested(), 'of the same version').toBe(false);
    await updateLaterPortal({ schemaName: '9999-later' });
    expect(await isStopRequested(), 'a later version is ready').toBe(true);
    now += seconds(61);
    expect(await isStopRequested(), 'the later one has ended').toBe(false);
    await database.close();
  },
);

test.each(databases)(
  'older portals stop one after the other: the next one only when as many portals are ready as before the first stop (%s)',
  async (kind) => {
    const database = await createTestDatabase(kind);
    const { kysely } = database;
    let now = noon;
    const sessionKey = new Uint8Array(32);
    const dependencies = { database, clock: () => now, sessionKey, log: pino({ level: 'silent' }) };
    const older = await Promise.all([1, 2].map(() => registerRunningPortal(dependencies)));
    const addLater = async (schemaName: string) => {
      const { id } = await registerRunningPortal(dependencies);
      await kysely.updateTable('portalProcesses').set({ readyAt: now, schemaName }).where('id', '=', id).execute();
    };
    const stopped = new Set<string>();
    /** Lets each portal that runs renew its row at the same time, and returns how many then request their own stop. */
    const renew = async (): Promise<number> => {
      now += seconds(20);
      const countBefore = stopped.size;
      const renewals = older
        .filter(({ id }) => !stopped.has(id))
        .map((portal) =>
          startRegistrationRenewal(
            { ...dependencies, stop: () => void stopped.add(portal.id) },
            portal,
            createSealKeyFiles(''),
          ),
        );
      await Promise.all(renewals.map((renewal) => renewal.stop()));
      await kysely.updateTable('portalProcesses').set({ lastSeenAt: now }).where('schemaName', '>', '9').execute();
      return stopped.size - countBefore;
    };
    expect(await renew(), 'no later portal').toBe(0);
    // The first later portal has taken the place of one that was stopped by hand.
    await addLater('9998-later');
    expect([await renew(), await renew()], 'one place is free').toEqual([1, 0]);
    await addLater('9998-later');
    expect([await renew(), await renew()], 'the place is taken').toEqual([1, 0]);
    await database.close();
  },
);

test('if the database is read-only when a portal stops, no error is thrown, and the row of the portal stays in the list of running portals', async () => {
  const database = await createTestDatabase('SQLite');
  const dependencies = { database, clock: () => noon, sessionKey: new Uint8Array(32), log: pino({ level: 'silent' }) };
  const portal = await registerRunningPortal(dependencies);
  const countRows = async () => (await database.kysely.selectFrom('portalProcesses').select('id').execute()).length;
  const setReadOnly = (value: 0 | 1) => sql.raw(`pragma query_only = ${value}`).execute(database.kysely);
  await setReadOnly(1);
  await unregisterRunningPortal(dependencies, portal);
  expect(await countRows()).toBe(1);
  await setReadOnly(0);
  await unregisterRunningPortal(dependencies, portal);
  expect(await countRows()).toBe(0);
  await database.close();
});
