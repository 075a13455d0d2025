import { session } from '@basics/contract/session.ts';
import { users } from '@basics/contract/users.ts';
import { describe, expect, test } from 'vitest';
import { days, hours } from '#server/platform/clock.ts';
import { anyDatabase, freshDatabase } from '#server/testing/databases.ts';
import { openPortal } from '#server/testing/portal.ts';
import type { Portal } from '#server/testing/portal.ts';

const ada = 'ada@customer.example';

const fetchStatus = async (portal: Portal, token: string): Promise<number> =>
  (await portal.ask(users.current, { token })).status;

const findSeenAt = async (portal: Portal): Promise<number | undefined> => {
  await portal.settled();
  const row = await portal.database.kysely.selectFrom('sessions').select('lastSeenAt').executeTakeFirst();
  return row?.lastSeenAt;
};

describe.each(anyDatabase)('a corrected clock on %s', (kind) => {
  test('setting the clock back by a day ends no session and restores no signed-out session', async () => {
    const portal = await openPortal(await freshDatabase(kind));
    await portal.addUser({ login: ada });
    const [token, ended] = [await portal.signIn(ada), await portal.signIn(ada)];
    await portal.ask(session.signOut, { token: ended });
    portal.setClock(-days(1));
    expect(await fetchStatus(portal, token)).toBe(200);
    expect(await fetchStatus(portal, ended)).toBe(401);
    expect(await findSeenAt(portal), 'and the session is seen now, not tomorrow').toBe(portal.now());
    const { body } = await portal.ask(session.list, { token });
    expect(session.list.reply.parse(body).items).toHaveLength(1);
    await portal.close();
  });

  test('setting the clock back by an hour ends no session; by 80 years it ends sessions from the future', async () => {
    const portal = await openPortal(await freshDatabase(kind));
    await portal.addUser({ login: ada });
    portal.setClock(hours(1));
    const nearby = await portal.signIn(ada);
    portal.setClock(-hours(1));
    expect(await fetchStatus(portal, nearby)).toBe(200);
    portal.setClock(days(80 * 365));
    const far = await portal.signIn(ada);
    portal.setClock(-days(80 * 365));
    expect(await fetchStatus(portal, far)).toBe(401);
    expect(await fetchStatus(portal, await portal.signIn(ada))).toBe(200);
    await portal.close();
  });
});
