import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { days, hours } from '#server/platform/clock/clock.ts';
import { randomUUID } from 'node:crypto';
import { acceptTime } from '#server/platform/clock/clock-guard.repository.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { defaultDatabases, databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { runDueJobs } from '#server/testing/due-jobs.ts';
import { openPortal, type Portal } from '#server/testing/portal.ts';

const ada = 'ada@customer.example';

const fetchStatus = async (portal: Portal, token: string): Promise<number> =>
  (await portal.call(users.current, { token })).status;

const findSeenAt = async (portal: Portal): Promise<number | undefined> => {
  await portal.settled();
  const row = await portal.database.kysely.selectFrom('sessions').select('lastSeenAt').executeTakeFirst();
  return row?.lastSeenAt;
};

describe.each(defaultDatabases)('sessions after the clock was corrected (%s)', (kind) => {
  test('setting the clock back by a day ends no session and restores no signed-out session (T356)', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    await portal.addUser({ login: ada });
    const [token, ended] = [await portal.signIn(ada), await portal.signIn(ada)];
    await portal.call(session.signOut, { token: ended });
    portal.setClock(-days(1));
    expect(await fetchStatus(portal, token)).toBe(200);
    expect(await fetchStatus(portal, ended)).toBe(401);
    expect(await findSeenAt(portal), 'the last use is dated now, not tomorrow').toBe(portal.now());
    const { body } = await portal.call(session.list, { token });
    expect(session.list.reply.parse(body).items).toHaveLength(1);
    await portal.close();
  });

  test('setting the clock back by an hour ends no session; setting it back by 80 years ends sessions with dates in the future', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    await portal.addUser({ login: ada });
    portal.setClock(hours(1));
    const adaToken = await portal.signIn(ada);
    portal.setClock(-hours(1));
    expect(await fetchStatus(portal, adaToken)).toBe(200);
    portal.setClock(days(80 * 365));
    const tokenOfFarFuture = await portal.signIn(ada);
    portal.setClock(-days(80 * 365));
    expect(await fetchStatus(portal, tokenOfFarFuture)).toBe(401);
    expect(await fetchStatus(portal, await portal.signIn(ada))).toBe(200);
    await portal.close();
  });

  test('a session of a server whose clock is one day ahead is valid on other servers, but not if it is three days ahead', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const otherPortal = await openPortal(portal.database, { tokens: portal.tokens });
    await portal.addUser({ login: ada });
    otherPortal.setClock(days(1));
    expect(await fetchStatus(portal, await otherPortal.signIn(ada))).toBe(200);
    otherPortal.setClock(days(2));
    expect(await fetchStatus(portal, await otherPortal.signIn(ada))).toBe(401);
    await otherPortal.close();
    await portal.close();
  });
});

/** Signs a user in and issues a reset link. The tests call this function while the clock of the portal is ahead. */
async function openSessionAndLink(portal: Portal, userId: number): Promise<{ session: string; link: string }> {
  const { token } = await portal.database.transact((trx) =>
    issueOneTimeToken(trx, { purpose: 'reset', userId, now: portal.now() }),
  );
  return { session: await portal.signIn(ada), link: token };
}

/** Returns the HTTP statuses of a call with the session and of a call with the reset link. */
const fetchStatuses = async (portal: Portal, { session: token, link }: { session: string; link: string }) => [
  await fetchStatus(portal, token),
  (await portal.call(session.checkLink, { body: { token: link } })).status,
];

describe.each(databases)('sessions and links that were dated by a clock ahead (%s)', (kind) => {
  test('sessions and links that were created while the clock was ahead are invalid after its correction, also when the corrected clock reaches their dates', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const userId = await portal.addUser({ login: ada });
    for (const ahead of [hours(2), days(3)]) {
      portal.setClock(ahead);
      const sessionAndLink = await openSessionAndLink(portal, userId);
      expect(await fetchStatuses(portal, sessionAndLink)).toEqual([200, 200]);
      portal.setClock(-ahead);
      expect(await fetchStatuses(portal, sessionAndLink)).toEqual([401, 422]);
      portal.pass(ahead);
      expect(await fetchStatuses(portal, sessionAndLink)).toEqual([401, 422]);
    }
    await portal.close();
  });

  test('sessions and links that were created while the clock was ahead are invalid after its correction, also if the clock was already ahead when the portal started', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const userId = await portal.addUser({ login: ada });
    portal.pass(days(3));
    const sessionAndLink = await openSessionAndLink(portal, userId);
    portal.setClock(-days(3));
    expect(await runDueJobs(portal)).not.toContain('purgeExpired');
    await portal.database.transact((trx) => acceptTime(trx, { id: randomUUID(), at: portal.now() }));
    expect(await runDueJobs(portal)).toContain('purgeExpired');
    portal.pass(days(3));
    expect(await fetchStatuses(portal, sessionAndLink)).toEqual([401, 422]);
    await portal.close();
  });
});
