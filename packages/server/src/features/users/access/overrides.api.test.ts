import { permissionOverrideCalls } from '@basics/contract/users/permission-overrides.ts';
import type { Permission } from '@basics/contract/calls/permissions.ts';
import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { purgeExpired } from '#server/jobs/purge/purge-expired.ts';
import { days } from '#server/platform/clock/clock.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { type DatabaseKind, defaultDatabases } from '#server/testing/database/databases.ts';
import { addPerson, createSession } from '#server/testing/records/people.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { openStaffedPortal } from '#server/testing/records/staff.ts';

const { grantOverride, endOverride, listOverrides } = permissionOverrideCalls;

/**
 * Opens a portal with an administrator, a salesman of Germany, and a customer in Germany. The clock shows 10 March
 * 2026.
 */
async function openOverrides(kind: DatabaseKind) {
  const fixture = await openStaffedPortal(kind);
  const { portal, asRoot } = fixture;
  const customer = await addPerson(portal, { login: 'carla@customer.example' });
  const grant = (id: number, permission: Permission, until = '2026-03-11', token = asRoot) =>
    portal.call(grantOverride, { token, params: { id, permission }, body: { until, reason: 'Holiday cover' } });
  const mayDelete = async (token: string) =>
    readProblemCode((await portal.call(users.remove, { token, params: { id: 2_000_000_000 } })).body) ===
    'USER_NOT_FOUND';
  const listItems = async (id: number) =>
    listOverrides.reply.parse((await portal.call(listOverrides, { token: asRoot, params: { id } })).body);
  return { ...fixture, customer, grant, mayDelete, listed: listItems };
}

describe.each(defaultDatabases)('permissions of single users (%s)', (kind) => {
  test('a salesman has an additional permission from the next request until the end of its last day, within the same scope', async () => {
    const { portal, ada, root, asAda, grant, mayDelete, listed } = await openOverrides(kind);
    const norwegianUser = await portal.addUser({ login: 'foreign@far.example', country: 'NO' });
    expect(await mayDelete(asAda)).toBe(false);
    expect((await grant(ada, 'users.delete')).status).toBe(204);
    expect(await mayDelete(asAda)).toBe(true);
    expect((await portal.call(users.remove, { token: asAda, params: { id: norwegianUser } })).status).toBe(404);
    expect((await listed(ada)).items).toMatchObject([
      { permission: 'users.delete', until: '2026-03-11', reason: 'Holiday cover', grantedBy: 'Test root' },
    ]);
    const signInAgain = () => createSession(portal, { id: ada, login: 'ada@portal.example', profileID: 2 });
    const signInAsRoot = () => createSession(portal, { id: root, login: 'root@portal.example', profileID: 1 });
    portal.pass(days(1));
    expect(await mayDelete(await signInAgain())).toBe(true);
    portal.pass(days(1));
    expect(await mayDelete(await signInAgain())).toBe(false);
    expect((await portal.call(users.current, { token: await signInAgain() })).body).not.toMatchObject({
      permissions: expect.arrayContaining(['users.delete']),
    });
    await grant(ada, 'users.delete', '2026-03-12', await signInAsRoot());
    const storedOverrides = portal.database.kysely.selectFrom('permissionOverrides').select('validTo');
    const purge = () => purgeExpired({ ...portal, clock: portal.now, queueLetter: async () => {} });
    portal.pass(days(30));
    await purge();
    expect(await storedOverrides.execute()).toEqual([{ validTo: '2026-03-12' }]);
    portal.pass(days(1));
    await purge();
    expect(await storedOverrides.execute()).toEqual([]);
  });

  test('an administrator gives a user a permission and removes it, and the audit log contains each change, with the reason of the grant', async () => {
    const { portal, root, ada, asRoot, asAda, grant, mayDelete } = await openOverrides(kind);
    const endOverrideOfAda = () =>
      portal.call(endOverride, { token: asRoot, params: { id: ada, permission: 'users.delete' } });
    await grant(ada, 'users.delete');
    expect((await grant(ada, 'users.delete', '2026-03-15')).status).toBe(204);
    expect((await endOverrideOfAda()).status).toBe(204);
    expect(await mayDelete(asAda)).toBe(false);
    expect(readProblemCode((await endOverrideOfAda()).body)).toBe('RESULTS_NOT_FOUND');
    const rows = await selectAuditEntries(portal.database.kysely)
      .select(['action', 'actorId', 'before', 'after'])
      .where('action', 'like', 'user.%Permission')
      .orderBy('id')
      .execute();
    expect(rows.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['user.grantPermission', root],
      ['user.grantPermission', root],
      ['user.endPermission', root],
    ]);
    expect(rows[0]?.after).toContain('Holiday cover');
    expect(rows.map(({ before }) => before)).toEqual([
      null,
      expect.stringContaining('2026-03-11'),
      expect.stringContaining('users.delete'),
    ]);
  });

  test('only salesmen can get an additional permission to change other users, and no one can give a permission to themselves', async () => {
    const { portal, root, ada, asAda, customer, grant, listed } = await openOverrides(kind);
    expect(readProblemCode((await grant(customer.id, 'users.edit')).body)).toBe('INVALID');
    expect((await listed(customer.id)).grantable).not.toContain('users.edit');
    expect((await grant(customer.id, 'releaseNotes.view')).status).toBe(204);
    expect((await portal.call(releaseNotes.search, { token: customer.token, body: {} })).status).toBe(200);
    expect((await portal.call(users.search, { token: customer.token, body: {} })).status).toBe(403);
    expect(readProblemCode((await grant(root, 'license.menu')).body)).toBe('OWN_ACCOUNT');
    expect(readProblemCode((await grant(ada, 'users.delete', '2026-03-12', asAda)).body)).toBe('NOT_PERMITTED');
    for (const until of ['2026-03-08', '2028-01-01'])
      expect(readProblemCode((await grant(ada, 'users.delete', until)).body)).toBe('INVALID');
  });

  test('a salesman whose profile changes loses the additional permission, and does not get it back with the former profile', async () => {
    const { portal, ada, asRoot, grant, mayDelete, listed } = await openOverrides(kind);
    await grant(ada, 'users.delete');
    for (const profileID of [5, 2]) {
      const { body } = await portal.call(users.get, { token: asRoot, params: { id: ada } });
      const { version } = users.get.reply.parse(body);
      const change = { profileID, version };
      expect((await portal.call(users.update, { token: asRoot, params: { id: ada }, body: change })).status).toBe(200);
    }
    expect((await listed(ada)).items).toEqual([]);
    expect(await mayDelete(await createSession(portal, { id: ada, login: 'ada@portal.example', profileID: 2 }))).toBe(
      false,
    );
  });

  test('an additional permission in the database that the profile of the user may not have has no effect', async () => {
    const { portal, customer, mayDelete } = await openOverrides(kind);
    const storedOverride = { validTo: '2026-03-20', reason: 'Holiday cover', grantedBy: null, grantedAt: 0 };
    await portal.database.kysely
      .insertInto('permissionOverrides')
      .values({ userId: customer.id, permission: 'users.delete', ...storedOverride })
      .execute();
    expect(await mayDelete(customer.token)).toBe(false);
  });

  test('no one can give a permission to create staff or to change profiles, or a permission that the profile already has', async () => {
    const { ada, grant, listed } = await openOverrides(kind);
    for (const permission of ['users.create-product', 'users.change-profile', 'users.edit'] as const) {
      expect(readProblemCode((await grant(ada, permission)).body)).toBe('INVALID');
      expect((await listed(ada)).grantable).not.toContain(permission);
    }
  });
});
