import { home } from '@basics/contract/home.ts';
import { users } from '@basics/contract/users.ts';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { anyDatabase, databases, freshDatabase } from '#server/testing/databases.ts';
import { openOutbox } from '#server/testing/outbox.ts';
import { noon } from '#server/testing/portal.ts';
import type { Portal } from '#server/testing/portal.ts';
import { openStaffed } from '#server/testing/staff.ts';
import { runDue } from './background/schedules.ts';
import { createClockGuard } from './clock-guard.ts';
import { acceptJump, findJump } from './clock-guard.repository.ts';
import { days, hours, minutes } from './clock.ts';
import { issueOneTimeToken, readOneTimeToken } from './security/one-time-tokens.ts';

const log = pino({ level: 'silent' });

/** The jobs that run now, by name. */
const ranNow = ({ database, now, guard }: Portal): Promise<string[]> =>
  runDue({
    database,
    clock: now,
    jobs,
    guard,
    log,
    needs: { database, clock: now, queueLetter: openOutbox(database).queueLetter },
  });

const ready = async ({ http }: Portal, path = '/health/ready') => {
  const { statusCode, body, headers } = await http.inject(path);
  return { status: statusCode, body, wait: headers['retry-after'] };
};

const seenBy = async (portal: Portal, token: string) =>
  home.figures.reply.parse((await portal.ask(home.figures, { token })).body).clock;

async function accept({ database, now }: Pick<Portal, 'database' | 'now'>): Promise<void> {
  const jump = await findJump(database.kysely);
  if (!jump) throw new Error('there is a jump to accept');
  await database.transact((trx) => acceptJump(trx, jump, now()));
}

describe.each(databases)('on %s', (kind) => {
  test.each([
    ['61 minutes forwards', minutes(61)],
    ['80 years forwards', days(80 * 365)],
    ['6 minutes backwards', -minutes(6)],
    ['a day backwards', -days(1)],
  ])('jobs pause and the portal says why after a jump of %s, until the clock is corrected', async (_, jump) => {
    const { portal, asRoot, asAda } = await openStaffed(kind);
    expect(await ready(portal)).toMatchObject({ status: 200, body: '{"status":"ok"}' });
    portal.setClock(jump);
    expect(await ranNow(portal)).toEqual(['database.statistics']);
    for (const path of ['/health/ready', '/healthz'])
      expect(await ready(portal, path)).toMatchObject({
        status: 503,
        wait: '60',
        body: expect.stringContaining(`jumped ${jump > 0 ? 'forwards' : 'backwards'} from 2026-03-10T12:00:00.000Z`),
      });
    expect(await ready(portal, '/health/live')).toMatchObject({ status: 200 });
    if (jump < hours(8)) {
      expect(await seenBy(portal, asRoot)).toMatchObject({ from: '2026-03-10T12:00:00.000Z' });
      expect(await seenBy(portal, asAda)).toBeNull();
    }
    portal.setClock(-jump);
    expect(await ranNow(portal)).toContain('purgeExpired');
    expect(await ready(portal)).toMatchObject({ status: 200 });
    expect(await seenBy(portal, asRoot)).toBeNull();
    await portal.close();
  });

  test.each([
    ['80 years forwards', days(80 * 365)],
    ['a day backwards', -days(1)],
  ])('a jump of %s ends when an operator accepts it', async (_, jump) => {
    const { portal } = await openStaffed(kind);
    portal.setClock(jump);
    expect(await ranNow(portal)).not.toContain('purgeExpired');
    await accept(portal);
    expect(await ranNow(portal)).toContain('purgeExpired');
    expect(await ready(portal)).toMatchObject({ status: 200 });
    portal.pass(minutes(59));
    expect(await ready(portal), 'and time that passes is no jump').toMatchObject({ status: 200 });
    await portal.close();
  });

  test('no jump expires a request', async () => {
    const { portal } = await openStaffed(kind);
    const id = await portal.addUser({ login: 'new@customer.example', status: 'pending' });
    const row = portal.database.kysely.updateTable('users').set({ requestDate: portal.now() }).where('id', '=', id);
    await row.execute();
    portal.setClock(days(80 * 365));
    await ranNow(portal);
    portal.setClock(-days(80 * 365));
    await ranNow(portal);
    const { status } = await portal.database.kysely
      .selectFrom('users')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(status).toBe('pending');
    await portal.close();
  });

  test('setting the clock back restores no expired session or link', async () => {
    const { portal, root } = await openStaffed(kind);
    const db = portal.database.kysely;
    const issue = { purpose: 'activate', userId: root, now: portal.now() } as const;
    const { token } = await portal.database.transact((trx) => issueOneTimeToken(trx, issue));
    const isGood = async () =>
      (await readOneTimeToken(db, { purposes: ['activate'], token, now: portal.now() })) !== null;
    expect(await isGood()).toBe(true);
    portal.pass(hours(60));
    const old = await portal.signIn('root@portal.example');
    portal.pass(hours(13));
    const fresh = await portal.signIn('root@portal.example');
    portal.setClock(-days(1));
    expect((await portal.ask(users.current, { token: fresh })).status, 'nobody is signed out').toBe(200);
    expect((await portal.ask(users.current, { token: old })).status).toBe(401);
    expect(await isGood()).toBe(false);
    await portal.close();
  });
});

/** A guard of a process that starts at this time; its steady clock starts at the same time. */
function startedAt(database: Database, at: number, databaseTime: () => number | null = () => null) {
  let [wall, steady] = [at, 0];
  const guard = createClockGuard({
    database,
    clock: () => wall,
    steady: () => steady,
    databaseTime: () => Promise.resolve(databaseTime()),
    log,
  });
  return {
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

describe.each(anyDatabase)('the clock check at the start on %s', (kind) => {
  test('the first start, and a start after a week or 89 days, is no jump; after 91 days an operator confirms the time', async () => {
    const database = await freshDatabase(kind);
    for (const stopped of [0, 7, 96])
      expect(await startedAt(database, noon + days(stopped)).kindNow(), `${stopped} days`).toBeNull();
    expect(await startedAt(database, noon + days(96 + 91)).kindNow()).toBe('forwards');
  });

  test('a start with a clock that is behind is a jump backwards', async () => {
    const database = await freshDatabase(kind);
    expect(await startedAt(database, noon).kindNow()).toBeNull();
    const behind = startedAt(database, noon - minutes(6));
    expect(await behind.kindNow()).toBe('backwards');
    behind.pass(minutes(1));
    behind.setClock(noon + hours(3));
    expect(await behind.kindNow(), 'put right, after a stop of three hours').toBeNull();
  });

  test('a start does not clear a jump that still exists, but clears one that was corrected', async () => {
    const database = await freshDatabase(kind);
    const first = startedAt(database, noon);
    expect(await first.kindNow()).toBeNull();
    first.setClock(noon + hours(2));
    expect(await first.kindNow()).toBe('forwards');
    expect(await startedAt(database, noon + hours(2)).kindNow()).toBe('forwards');
    expect(await startedAt(database, noon + minutes(5)).kindNow()).toBeNull();
  });

  test('the clock is in doubt while it differs from the clock of the database', async () => {
    let ofDatabase = noon;
    const guard = startedAt(await freshDatabase(kind), noon, () => ofDatabase);
    expect(await guard.kindNow()).toBeNull();
    ofDatabase += minutes(6);
    expect(await guard.kindNow()).toBe('database');
    ofDatabase -= minutes(2);
    expect(await guard.kindNow()).toBeNull();
  });
});
