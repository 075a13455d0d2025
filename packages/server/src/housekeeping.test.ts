import { session } from '@basics/contract/session.ts';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { tidy, tidyHourly } from './housekeeping.ts';
import { days, hours } from './platform/clock.ts';
import { databases, freshDatabase } from './testing/databases.ts';
import { newcomer, sessionOf } from './testing/people.ts';
import { codeIn, openPortal } from './testing/portal.ts';
import type { Portal } from './testing/portal.ts';

const count = async ({ database }: Portal, table: 'sessions' | 'throttles' | 'audit') =>
  (await database.kysely.selectFrom(table).selectAll().execute()).length;

const guess = (portal: Portal, login: string) => portal.ask(session.signIn, { body: { login, password: 'wrong' } });

describe.each(databases)('on %s', (kind) => {
  test('sessions are forgotten a month after their end, and not before; the audit keeps them', async () => {
    const portal = await openPortal(await freshDatabase(kind));
    const ada = await newcomer(portal);
    portal.pass(hours(1));
    await sessionOf(portal, ada);
    const [kysely, audit] = [portal.database.kysely, await count(portal, 'audit')];
    portal.pass(days(30) + hours(7));
    await tidy(kysely, portal.now());
    expect(await count(portal, 'sessions')).toBe(2);
    portal.pass(1);
    await tidy(kysely, portal.now());
    expect(await count(portal, 'sessions')).toBe(1);
    portal.pass(hours(1));
    await tidy(kysely, portal.now());
    expect([await count(portal, 'sessions'), await count(portal, 'audit')]).toEqual([0, audit]);
    await portal.close();
  });

  test('a session that is good, and a wait that is on, outlive every tidying', async () => {
    const portal = await openPortal(await freshDatabase(kind));
    const ada = await newcomer(portal);
    for (let each = 0; each < 5; each += 1) await guess(portal, ada.login);
    await tidy(portal.database.kysely, portal.now());
    expect(codeIn((await guess(portal, ada.login)).body)).toBe('TOO_MANY_ATTEMPTS');
    expect((await portal.ask(session.extend, { token: ada.token })).status).toBe(200);
    await portal.close();
  });

  test('attempts at many logins leave nothing after a day', async () => {
    const passwords = { hash: () => Promise.reject(new Error('no')), fits: () => Promise.resolve(false) };
    const portal = await openPortal(await freshDatabase(kind), { passwords });
    for (let each = 0; each < 30; each += 1) await guess(portal, `${each}@customer.example`);
    expect(await count(portal, 'throttles')).toBe(31);
    portal.pass(days(1) + 1);
    await tidy(portal.database.kysely, portal.now());
    expect(await count(portal, 'throttles')).toBe(0);
    await portal.close();
  });
});

test('it is done at the start and every hour, also after a time when it could not be', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const portal = await openPortal(await freshDatabase('SQLite'));
  const settled = () => new Promise((resume) => setTimeout(resume, 20));
  const rounds: number[] = [];
  const clock = () => {
    rounds.push(portal.now());
    if (rounds.length === 2) throw new Error('no clock');
    return portal.now();
  };
  const stop = tidyHourly({ database: portal.database, clock, log: pino({ level: 'silent' }) });
  await settled();
  for (let hour = 0; hour < 3; hour += 1) {
    vi.advanceTimersByTime(hours(1));
    await settled();
  }
  expect(rounds).toHaveLength(4);
  stop();
  vi.advanceTimersByTime(hours(5));
  expect(rounds).toHaveLength(4);
  await portal.close();
});
