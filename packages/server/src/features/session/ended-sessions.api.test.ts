import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import type { Row } from '#server/database/schema.ts';
import { defaultDatabases, createTestDatabase } from '#server/testing/database/databases.ts';
import { openPortal } from '#server/testing/portal.ts';
import { openStaffedPortal } from '#server/testing/records/staff.ts';

type ChangedColumns = Partial<Pick<Row<'users'>, 'status' | 'profileId'>>;

/** The changes of an account that an operator can make with SQL, each with the original values. */
const changes: [name: string, changed: ChangedColumns, before: ChangedColumns][] = [
  ['suspended', { status: 'suspended' }, { status: 'active' }],
  ['demoted', { profileId: 7 }, { profileId: 1 }],
  ['left without a profile', { profileId: null }, { profileId: 1 }],
];

describe.each(defaultDatabases)('sessions of an account that is changed in the database (%s)', (kind) => {
  test.each(changes)(
    'a session ends at the next request when %s, and does not continue if the change is undone',
    async (...change) => {
      const [, changed, before] = change;
      const { kysely, ...database } = await createTestDatabase(kind);
      const portal = await openPortal({ kysely, ...database });
      const id = await portal.addUser({ login: 'root@portal.example', profileId: 1 });
      const token = await portal.signIn('root@portal.example');
      const setColumns = (columns: ChangedColumns) =>
        kysely.updateTable('users').set(columns).where('id', '=', id).execute();
      const fetchStatus = async () => (await portal.call(users.current, { token })).status;
      expect(await fetchStatus()).toBe(200);
      await setColumns(changed);
      expect(await fetchStatus()).toBe(401);
      await setColumns(before);
      expect(await fetchStatus()).toBe(401);
      const [endedSession] = await kysely.selectFrom('sessions').select('endedAt').where('userId', '=', id).execute();
      expect(endedSession?.endedAt).toBe(portal.now());
      const newToken = await portal.signIn('root@portal.example');
      expect((await portal.call(users.current, { token: newToken })).status).toBe(200);
    },
  );
});

test.each(defaultDatabases)(
  'a suspension ends a session that is not used before the user is reinstated (%s)',
  async (kind) => {
    const { portal, asRoot } = await openStaffedPortal(kind);
    const id = await portal.addUser({ login: 'there@customer.example' });
    const token = await portal.signIn('there@customer.example');
    const reason = 'On leave';
    await portal.call(users.suspend, { token: asRoot, params: { id }, body: { version: 1, reason } });
    const reinstateResponse = await portal.call(users.reinstate, {
      token: asRoot,
      params: { id },
      body: { version: 2 },
    });
    expect(reinstateResponse).toMatchObject({ status: 200, body: { status: 'active' } });
    expect((await portal.call(users.current, { token })).status).toBe(401);
  },
);
