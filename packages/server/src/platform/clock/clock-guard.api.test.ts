import { home } from '@basics/contract/home/home.ts';
import { users } from '@basics/contract/users/users.ts';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { defaultDatabases } from '#server/testing/database/databases.ts';
import { runDueJobs } from '#server/testing/due-jobs.ts';
import type { Portal } from '#server/testing/portal.ts';
import { openStaffedPortal } from '#server/testing/records/staff.ts';
import { acceptTime, findClockRecord } from './clock-guard.repository.ts';
import { days, hours, minutes } from './clock.ts';
import { issueOneTimeToken, readOneTimeToken } from '../security/one-time-tokens.ts';

const fetchReadiness = async ({ http }: Portal, path = '/health/ready') => {
  const { statusCode, body, headers } = await http.inject(path);
  return { status: statusCode, body, wait: headers['retry-after'] };
};

const fetchClockNotice = async (portal: Portal, token: string) =>
  home.figures.reply.parse((await portal.call(home.figures, { token })).body).clock;

/** Accepts a time as correct, like the command `portal clock accept` on a machine whose clock shows this time. */
async function acceptClock(database: Database, at: number): Promise<void> {
  expect((await findClockRecord(database.kysely)).jump, 'there is a jump to accept').not.toBeNull();
  await database.transact((trx) => acceptTime(trx, { id: randomUUID(), at }));
}

describe.each(defaultDatabases)('a clock that jumps (%s)', (kind) => {
  test.each([
    ['61 minutes forwards', minutes(61)],
    ['80 years forwards', days(80 * 365)],
    ['6 minutes backwards', -minutes(6)],
    ['a day backwards', -days(1)],
  ])(
    'jobs pause and the portal says why after a jump of %s, until the clock is corrected (T483)',
    async (_, jumpMs) => {
      const { portal, asRoot, asAda } = await openStaffedPortal(kind);
      expect(await fetchReadiness(portal)).toMatchObject({ status: 200, body: '{"status":"ok"}' });
      portal.setClock(jumpMs);
      expect(await runDueJobs(portal)).toEqual(['database.statistics', 'search.indexes']);
      for (const path of ['/health/ready', '/healthz'])
        expect(await fetchReadiness(portal, path)).toMatchObject({
          status: 503,
          wait: '60',
          body: expect.stringContaining(
            `jumped ${jumpMs > 0 ? 'forwards' : 'backwards'} from 2026-03-10T12:00:00.000Z`,
          ),
        });
      expect(await fetchReadiness(portal, '/health/live')).toMatchObject({ status: 200 });
      if (jumpMs < hours(8)) {
        expect(await fetchClockNotice(portal, asRoot)).toMatchObject({ from: '2026-03-10T12:00:00.000Z' });
        expect(await fetchClockNotice(portal, asAda)).toBeNull();
      }
      portal.setClock(-jumpMs);
      expect(await runDueJobs(portal)).toContain('purgeExpired');
      expect(await fetchReadiness(portal)).toMatchObject({ status: 200 });
      expect(await fetchClockNotice(portal, asRoot)).toBeNull();
      await portal.close();
    },
  );

  test.each([
    ['80 years forwards', days(80 * 365)],
    ['a day backwards', -days(1)],
  ])('a jump of %s ends when an operator accepts the new time', async (_, jumpMs) => {
    const { portal } = await openStaffedPortal(kind);
    portal.setClock(jumpMs);
    expect(await runDueJobs(portal)).not.toContain('purgeExpired');
    await acceptClock(portal.database, portal.now());
    expect(await runDueJobs(portal)).toContain('purgeExpired');
    expect(await fetchReadiness(portal)).toMatchObject({ status: 200 });
    portal.pass(minutes(59));
    expect(await fetchReadiness(portal), 'normal progress of time is no jump').toMatchObject({ status: 200 });
    await portal.close();
  });

  test('no request of an applicant expires when the clock jumps ahead and is corrected (T484)', async () => {
    const { portal } = await openStaffedPortal(kind);
    const id = await portal.addUser({ login: 'new@customer.example', status: 'pending' });
    const update = portal.database.kysely.updateTable('users').set({ requestDate: portal.now() }).where('id', '=', id);
    await update.execute();
    portal.setClock(days(80 * 365));
    await runDueJobs(portal);
    portal.setClock(-days(80 * 365));
    await runDueJobs(portal);
    const { status } = await portal.database.kysely
      .selectFrom('users')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(status).toBe('pending');
    await portal.close();
  });

  test('setting the clock back makes no expired session or link valid again (T485)', async () => {
    const { portal, root: rootId } = await openStaffedPortal(kind);
    const db = portal.database.kysely;
    const tokenInput = { purpose: 'activate', userId: rootId, now: portal.now() } as const;
    const { token } = await portal.database.transact((trx) => issueOneTimeToken(trx, tokenInput));
    const isTokenValid = async () =>
      (await readOneTimeToken(db, { purposes: ['activate'], token, now: portal.now() })) !== null;
    expect(await isTokenValid()).toBe(true);
    portal.pass(hours(60));
    const earlySession = await portal.signIn('root@portal.example');
    portal.pass(hours(13));
    const lateSession = await portal.signIn('root@portal.example');
    portal.setClock(-days(1));
    expect((await portal.call(users.current, { token: lateSession })).status, 'the valid session is kept').toBe(200);
    expect((await portal.call(users.current, { token: earlySession })).status).toBe(401);
    expect(await isTokenValid()).toBe(false);
    await portal.close();
  });
});
