import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { anyDatabase, databases, createTestDatabase } from '#server/testing/databases.ts';
import { noon } from '#server/testing/portal.ts';
import { createClockGuard } from './clock-guard.ts';
import { acceptTime, findClockRecord } from './clock-guard.repository.ts';
import { days, hours, minutes } from './clock.ts';

type Machine = { databaseTime?: () => number | null; logged?: string[] };

/** A guard of a process that starts at this time, whose steady clock begins with it. */
function startedAt(database: Database, at: number, { databaseTime = () => null, logged = [] }: Machine = {}) {
  let [wall, steady] = [at, 0];
  const guard = createClockGuard({
    database,
    clock: () => wall,
    steady: () => steady,
    databaseTime: () => Promise.resolve(databaseTime()),
    log: pino({ level: 'error' }, { write: (line: string) => logged.push(line) }),
  });
  return {
    now: () => wall,
    kindNow: async () => (await guard.check())?.kind ?? null,
    pass: (milliseconds: number) => {
      wall += milliseconds;
      steady += milliseconds;
    },
    setClock: (to: number) => {
      wall = to;
    },
  };
}

/** What `portal clock accept` does on a machine that shows this time. */
const accept = (database: Database, at: number): Promise<void> =>
  database.transact((trx) => acceptTime(trx, { id: randomUUID(), at }));

/** Stores values as an older version, a restored copy or an editor may leave them. */
async function store(database: Database, value: string): Promise<void> {
  const keys = ['clock.latest', 'clock.jump', 'clock.accepted'];
  await database.kysely
    .insertInto('settings')
    .values(keys.map((key) => ({ key, value })))
    .execute();
}

describe.each(anyDatabase)('starting on %s', (kind) => {
  test('for the first time, and after a week or 89 days, is no jump; after 91 days an operator confirms the time', async () => {
    const database = await createTestDatabase(kind);
    for (const stopped of [0, 7, 96])
      expect(await startedAt(database, noon + days(stopped)).kindNow(), `${stopped} days`).toBeNull();
    expect(await startedAt(database, noon + days(96 + 91)).kindNow()).toBe('forwards');
  });

  test('with a clock that is behind is a jump backwards', async () => {
    const database = await createTestDatabase(kind);
    expect(await startedAt(database, noon).kindNow()).toBeNull();
    const behind = startedAt(database, noon - minutes(6));
    expect(await behind.kindNow()).toBe('backwards');
    behind.pass(minutes(1));
    behind.setClock(noon + hours(3));
    expect(await behind.kindNow(), 'put right, after a stop of three hours').toBeNull();
  });

  test('does not make a jump forgotten that it still sees, but one that was put right', async () => {
    const database = await createTestDatabase(kind);
    const first = startedAt(database, noon);
    expect(await first.kindNow()).toBeNull();
    first.setClock(noon + hours(2));
    expect(await first.kindNow()).toBe('forwards');
    expect(await startedAt(database, noon + hours(2)).kindNow()).toBe('forwards');
    expect(await startedAt(database, noon + minutes(5)).kindNow()).toBeNull();
  });

  test('a clock that differs from that of the database is in doubt until they agree', async () => {
    let ofDatabase = noon;
    const guard = startedAt(await createTestDatabase(kind), noon, { databaseTime: () => ofDatabase });
    expect(await guard.kindNow()).toBeNull();
    ofDatabase += minutes(6);
    expect(await guard.kindNow()).toBe('database');
    ofDatabase -= minutes(2);
    expect(await guard.kindNow()).toBeNull();
  });
});

describe.each(databases)('the clock of a running process, on %s', (kind) => {
  test.each([
    ['2 hours forwards', hours(2), 'forwards'],
    ['6 hours backwards', -hours(6), 'backwards'],
  ])('a jump of %s is known as put right only when it is, also after a longer time', async (_, jump, name) => {
    const process = startedAt(await createTestDatabase(kind), noon);
    expect(await process.kindNow()).toBeNull();
    process.setClock(noon + jump);
    expect(await process.kindNow()).toBe(name);
    process.pass(hours(9));
    expect(await process.kindNow()).toBe(name);
    process.setClock(noon + hours(9));
    expect(await process.kindNow()).toBeNull();
  });

  test('a jump that was put right during a restart is over, also long after it began', async () => {
    const database = await createTestDatabase(kind);
    const process = startedAt(database, noon);
    await process.kindNow();
    process.setClock(noon + hours(2));
    for (let each = 0; each < 5; each += 1) {
      expect(await process.kindNow()).toBe('forwards');
      process.pass(hours(1));
    }
    expect(await process.kindNow()).toBe('forwards');
    expect(await startedAt(database, noon + hours(7)).kindNow(), 'the clock is still 2 hours ahead').toBe('forwards');
    expect(await startedAt(database, noon + hours(5)).kindNow()).toBeNull();
    expect((await findClockRecord(database.kysely)).jump).toBeNull();
  });

  test('one acceptance ends the doubt of every process whose clock shows the accepted time', async () => {
    const database = await createTestDatabase(kind);
    const [first, second, elsewhere] = [noon, noon, noon].map((at) => startedAt(database, at));
    const all = [first, second, elsewhere].filter((each) => each !== undefined);
    for (const process of all) await process.kindNow();
    for (const process of all) process.setClock(noon + (process === elsewhere ? days(2) : hours(2)));
    const kinds = async () => {
      const found = [];
      for (const process of all) found.push(await process.kindNow());
      return found;
    };
    expect(await kinds()).toEqual(['forwards', 'forwards', 'forwards']);
    await accept(database, noon + hours(2));
    expect(await kinds()).toEqual([null, null, 'forwards']);
    for (const process of all) process.pass(minutes(5));
    expect(await kinds(), 'and once').toEqual([null, null, 'forwards']);
    first?.setClock(noon + hours(5));
    expect((await kinds())[0], 'the next jump is a new one').toBe('forwards');
  });

  test('a wrong clock puts only its own process in doubt, and later starts of others are right', async () => {
    const database = await createTestDatabase(kind);
    const [wrong, right] = [startedAt(database, noon), startedAt(database, noon)];
    for (const process of [wrong, right]) await process.kindNow();
    wrong.setClock(noon + hours(2));
    for (let each = 0; each < 4; each += 1) {
      expect(await wrong.kindNow()).toBe('forwards');
      expect(await right.kindNow()).toBeNull();
      for (const process of [wrong, right]) process.pass(hours(1));
    }
    // From here on nobody compares the wrong clock any more.
    for (let each = 0; each < 4; each += 1) {
      right.pass(hours(1));
      expect(await right.kindNow()).toBeNull();
    }
    expect(await startedAt(database, right.now() + minutes(1)).kindNow()).toBeNull();
  });

  test('a process that differs from the database stores no time, and is right once both agree', async () => {
    const database = await createTestDatabase(kind);
    await startedAt(database, noon).kindNow();
    let ofDatabase = noon;
    const wrong = startedAt(database, noon + days(2), { databaseTime: () => ofDatabase });
    expect(await wrong.kindNow()).toBe('database');
    wrong.pass(minutes(2));
    ofDatabase += minutes(2);
    expect(await wrong.kindNow()).toBe('database');
    expect((await findClockRecord(database.kysely)).latest).toBe(noon);
    expect(await startedAt(database, ofDatabase).kindNow(), 'another process starts').toBeNull();
    wrong.setClock(ofDatabase);
    expect(await wrong.kindNow()).toBeNull();
  });

  test.each(['', '{', 'null', '-1', '1e999', '{"id":"x","from":"noon","to":0}'])(
    'stored values like %j stop no start: they are logged and replaced',
    async (value) => {
      const database = await createTestDatabase(kind);
      await store(database, value);
      const logged: string[] = [];
      const process = startedAt(database, noon, { logged });
      expect(await process.kindNow()).toBeNull();
      expect(logged).toEqual([expect.stringContaining('clock.latest, clock.jump, clock.accepted')]);
      expect(await findClockRecord(database.kysely)).toMatchObject({ latest: noon, unreadable: [] });
      process.setClock(noon + hours(2));
      expect(await process.kindNow()).toBe('forwards');
      expect((await findClockRecord(database.kysely)).jump).toMatchObject({ from: noon, to: noon + hours(2) });
    },
  );
});
