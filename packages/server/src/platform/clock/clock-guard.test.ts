import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/foundation.ts';
import { defaultDatabases, databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { noon } from '#server/testing/portal.ts';
import { createClockGuard } from './clock-guard.ts';
import { acceptTime, findClockRecord } from './clock-guard.repository.ts';
import { days, hours, minutes } from './clock.ts';

type GuardOptions = { databaseTime?: () => number | null; loggedLines?: string[]; beforeWrite?: () => void };

/** Returns a connection to the same database that calls a function before each statement that stores a setting. */
const watchWrites = (kysely: Db, beforeWrite: () => void): Db =>
  kysely.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'InsertQueryNode') beforeWrite();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });

/** Creates the clock guard of a process that starts at the time `at`, with a steady clock that starts at 0. */
function startGuard(
  database: Database,
  at: number,
  { databaseTime = () => null, loggedLines = [], beforeWrite = () => undefined }: GuardOptions = {},
) {
  let [wallTime, steady] = [at, 0];
  const guard = createClockGuard({
    database: { kysely: watchWrites(database.kysely, beforeWrite) },
    clock: () => wallTime,
    steady: () => steady,
    databaseTime: () => Promise.resolve(databaseTime()),
    log: pino({ level: 'error' }, { write: (line: string) => loggedLines.push(line) }),
  });
  return {
    now: () => wallTime,
    kindNow: async () => (await guard.check())?.kind ?? null,
    pass: (milliseconds: number) => {
      wallTime += milliseconds;
      steady += milliseconds;
    },
    setClock: (to: number) => {
      wallTime = to;
    },
  };
}

/** Accepts a time as correct, like the command `portal clock accept` on a machine whose clock shows this time. */
const acceptClock = (database: Database, at: number): Promise<void> =>
  database.transact((trx) => acceptTime(trx, { id: randomUUID(), at }));

/**
 * Stores the text `value` in all settings of the clock. A restored copy or an operator may have left such a text.
 */
async function storeSettings(database: Database, value: string): Promise<void> {
  const keys = ['clock.latest', 'clock.jump', 'clock.accepted'];
  await database.kysely
    .insertInto('settings')
    .values(keys.map((key) => ({ key, value })))
    .execute();
}

describe.each(defaultDatabases)('the start of a process (%s)', (kind) => {
  test('the first start, and a start after 7 or 89 days, are not jumps of the clock; after 91 days, an operator must accept the time', async () => {
    const database = await createTestDatabase(kind);
    for (const stoppedHours of [0, 7, 96])
      expect(await startGuard(database, noon + days(stoppedHours)).kindNow(), `${stoppedHours} days`).toBeNull();
    expect(await startGuard(database, noon + days(96 + 91)).kindNow()).toBe('forwards');
  });

  test('a start with a clock that is 6 minutes behind is a jump backwards', async () => {
    const database = await createTestDatabase(kind);
    expect(await startGuard(database, noon).kindNow()).toBeNull();
    const slowProcess = startGuard(database, noon - minutes(6));
    expect(await slowProcess.kindNow()).toBe('backwards');
    slowProcess.pass(minutes(1));
    slowProcess.setClock(noon + hours(3));
    expect(await slowProcess.kindNow(), 'the clock was corrected after three hours').toBeNull();
  });

  test('a process that starts reports a stored jump again if the clock is still wrong, and ends the jump if the clock was corrected', async () => {
    const database = await createTestDatabase(kind);
    const firstProcess = startGuard(database, noon);
    expect(await firstProcess.kindNow()).toBeNull();
    firstProcess.setClock(noon + hours(2));
    expect(await firstProcess.kindNow()).toBe('forwards');
    expect(await startGuard(database, noon + hours(2)).kindNow()).toBe('forwards');
    expect(await startGuard(database, noon + minutes(5)).kindNow()).toBeNull();
  });

  test('a clock that differs from the clock of the database is not trusted until both agree', async () => {
    let databaseTime = noon;
    const guard = startGuard(await createTestDatabase(kind), noon, { databaseTime: () => databaseTime });
    expect(await guard.kindNow()).toBeNull();
    databaseTime += minutes(6);
    expect(await guard.kindNow()).toBe('database');
    databaseTime -= minutes(2);
    expect(await guard.kindNow()).toBeNull();
  });
});

describe.each(databases)('the clock of a running process (%s)', (kind) => {
  test.each([
    ['2 hours forwards', hours(2), 'forwards'],
    ['6 hours backwards', -hours(6), 'backwards'],
  ])('a jump of %s ends only when the clock is corrected, also after hours', async (_, jump, name) => {
    const process = startGuard(await createTestDatabase(kind), noon);
    expect(await process.kindNow()).toBeNull();
    process.setClock(noon + jump);
    expect(await process.kindNow()).toBe(name);
    process.pass(hours(9));
    expect(await process.kindNow()).toBe(name);
    process.setClock(noon + hours(9));
    expect(await process.kindNow()).toBeNull();
  });

  test('a jump ends if the clock is corrected while the process restarts, also hours after the jump', async () => {
    const database = await createTestDatabase(kind);
    const process = startGuard(database, noon);
    await process.kindNow();
    process.setClock(noon + hours(2));
    for (let round = 0; round < 5; round += 1) {
      expect(await process.kindNow()).toBe('forwards');
      process.pass(hours(1));
    }
    expect(await process.kindNow()).toBe('forwards');
    expect(await startGuard(database, noon + hours(7)).kindNow(), 'the clock is still 2 hours ahead').toBe('forwards');
    expect(await startGuard(database, noon + hours(5)).kindNow()).toBeNull();
    expect((await findClockRecord(database.kysely)).jump).toBeNull();
  });

  test('one acceptance ends the jump in every process whose clock shows the accepted time', async () => {
    const database = await createTestDatabase(kind);
    const [first, second, elsewhere] = [noon, noon, noon].map((at) => startGuard(database, at));
    const processes = [first, second, elsewhere].filter((round) => round !== undefined);
    for (const process of processes) await process.kindNow();
    for (const process of processes) process.setClock(noon + (process === elsewhere ? days(2) : hours(2)));
    const readKinds = async () => {
      const kinds = [];
      for (const process of processes) kinds.push(await process.kindNow());
      return kinds;
    };
    expect(await readKinds()).toEqual(['forwards', 'forwards', 'forwards']);
    await acceptClock(database, noon + hours(2));
    expect(await readKinds()).toEqual([null, null, 'forwards']);
    for (const process of processes) process.pass(minutes(5));
    expect(await readKinds(), 'the acceptance is used once').toEqual([null, null, 'forwards']);
    first?.setClock(noon + hours(5));
    expect((await readKinds())[0], 'the next jump is a new one').toBe('forwards');
  });

  test('a check that is requested while another check runs sees a jump that the running check has missed', async () => {
    const lateResults: Promise<string | null>[] = [];
    const process = startGuard(await createTestDatabase(kind), noon, {
      beforeWrite: () => {
        if (lateResults.length > 0) return;
        process.setClock(noon + hours(2));
        lateResults.push(process.kindNow(), process.kindNow());
      },
    });
    expect(await process.kindNow(), 'the clock jumps after this check has read it').toBeNull();
    expect(await Promise.all(lateResults)).toEqual(['forwards', 'forwards']);
  });

  test('a wrong clock affects only its own process, and not the later starts of other processes', async () => {
    const database = await createTestDatabase(kind);
    const [wrong, right] = [startGuard(database, noon), startGuard(database, noon)];
    for (const process of [wrong, right]) await process.kindNow();
    wrong.setClock(noon + hours(2));
    for (let round = 0; round < 4; round += 1) {
      expect(await wrong.kindNow()).toBe('forwards');
      expect(await right.kindNow()).toBeNull();
      for (const process of [wrong, right]) process.pass(hours(1));
    }
    // From here on, only the process with the right clock checks its clock, as if the process with the wrong clock had
    // ended.
    for (let round = 0; round < 4; round += 1) {
      right.pass(hours(1));
      expect(await right.kindNow()).toBeNull();
    }
    expect(await startGuard(database, right.now() + minutes(1)).kindNow()).toBeNull();
  });

  test('a process whose clock differs from that of the database writes no timestamps until both clocks agree', async () => {
    const database = await createTestDatabase(kind);
    await startGuard(database, noon).kindNow();
    let databaseTime = noon;
    const fastProcess = startGuard(database, noon + days(2), { databaseTime: () => databaseTime });
    expect(await fastProcess.kindNow()).toBe('database');
    fastProcess.pass(minutes(2));
    databaseTime += minutes(2);
    expect(await fastProcess.kindNow()).toBe('database');
    expect((await findClockRecord(database.kysely)).latestTime).toBe(noon);
    expect(await startGuard(database, databaseTime).kindNow(), 'another process starts').toBeNull();
    fastProcess.setClock(databaseTime);
    expect(await fastProcess.kindNow()).toBeNull();
  });

  test.each(['', '{', 'null', '-1', '1e999', '{"id":"x","from":"noon","to":0}'])(
    'a stored value like %j does not stop the start: it is logged and replaced',
    async (value) => {
      const database = await createTestDatabase(kind);
      await storeSettings(database, value);
      const loggedLines: string[] = [];
      const process = startGuard(database, noon, { loggedLines });
      expect(await process.kindNow()).toBeNull();
      expect(loggedLines).toEqual([expect.stringContaining('clock.latest, clock.jump, clock.accepted')]);
      expect(await findClockRecord(database.kysely)).toMatchObject({ latestTime: noon, unreadableKeys: [] });
      process.setClock(noon + hours(2));
      expect(await process.kindNow()).toBe('forwards');
      expect((await findClockRecord(database.kysely)).jump).toMatchObject({ from: noon, to: noon + hours(2) });
    },
  );
});
