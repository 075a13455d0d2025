import { deletedUsers } from '@basics/contract/users/deleted-users.ts';
import { passwordLink, users } from '@basics/contract/users/users.ts';
import { permissionOverrideCalls } from '@basics/contract/users/permission-overrides.ts';
import { describe, expect, test } from 'vitest';
import { findPasskey } from '#server/features/second-factor/second-factor.repository.ts';
import { findAuditEntries } from '#server/testing/audit-of.ts';
import { defaultDatabases } from '#server/testing/database/databases.ts';
import type { DatabaseKind } from '#server/testing/database/databases.ts';
import { readProblemCode, testSeal } from '#server/testing/portal.ts';
import { listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';
import { findPasswordHash } from '../users.repository.ts';

/** Opens a portal with an administrator and a salesman, and returns functions that call the bin of deleted users. */
async function openBin(kind: DatabaseKind) {
  const fixture = await openStaffedPortal(kind);
  const { portal, asRoot } = fixture;
  const deleteUsers = (...ids: number[]) => portal.call(users.removeMany, { token: asRoot, body: ids });
  const restore = (token: string, id: number) => portal.call(deletedUsers.restoreDeleted, { token, params: { id } });
  return { ...fixture, deleteUsers, restore };
}

describe.each(defaultDatabases)('rules for restoring a deleted user (%s)', (kind) => {
  test('only staff who may assign the profile and the restricted add-ons of a user can restore the user', async () => {
    const { portal, ada: salesmanId, asRoot, asAda: asSalesman, deleteUsers, restore } = await openBin(kind);
    await portal.call(permissionOverrideCalls.grantOverride, {
      token: asRoot,
      params: { id: salesmanId, permission: 'users.delete' },
      body: { until: '2026-03-11', reason: 'Holiday cover' },
    });
    const grants = [{ brand: 'blue', configTools: ['configRail'] }];
    const customerId = await portal.addUser({ login: 'customer@here.example' });
    const railId = await portal.addUser({ login: 'rail@here.example', grants });
    // For this user, the test changes the profile in the table `deleted_users`, so that the user seems to be a
    // customer.
    const administratorId = await portal.addUser({ login: 'admin@here.example', profileId: 1 });
    await deleteUsers(customerId, railId, administratorId);
    await portal.database.kysely
      .updateTable('deletedUsers')
      .set({ profileId: 7 })
      .where('userId', '=', administratorId)
      .execute();
    const outcomes = [];
    for (const id of [customerId, railId, administratorId])
      outcomes.push(readProblemCode((await restore(asSalesman, id)).body));
    expect(outcomes).toEqual([null, 'NOT_PERMITTED', 'NOT_PERMITTED']);
    expect((await restore(asRoot, railId)).status).toBe(200);
  });

  test('a restored user has the former passkey; if another account has it now, the user has neither passkey nor password, and the audit log counts the lost rows', async () => {
    const { portal, asRoot, deleteUsers, restore } = await openBin(kind);
    const { kysely } = portal.database;
    const [carlaId, doraId, otherId] = [
      await portal.addUser({ login: 'carla@customer.example' }),
      await portal.addUser({ login: 'dora@customer.example' }),
      await portal.addUser({ login: 'other@customer.example' }),
    ];
    const addPasskey = (userId: number, credentialId = 'same') =>
      kysely
        .insertInto('secondFactors')
        .values({
          userId,
          kind: 'passkey',
          name: '',
          secret: '',
          credentialId,
          transports: '[]',
          createdAt: 0,
          confirmedAt: 0,
        })
        .execute();
    await addPasskey(carlaId);
    await addPasskey(doraId, 'kept');
    await deleteUsers(carlaId, doraId);
    await addPasskey(otherId);
    expect(await findPasskey(kysely, 'kept'), 'nobody signs in with the passkey').toBeUndefined();
    expect((await restore(asRoot, doraId)).status).toBe(200);
    expect(await findPasskey(kysely, 'kept')).toMatchObject({ userId: doraId });
    expect(await findPasswordHash(kysely, doraId)).not.toBeNull();
    expect((await restore(asRoot, carlaId)).status).toBe(200);
    expect(await findPasswordHash(kysely, carlaId)).toBeNull();
    expect(await findPasskey(kysely, 'same')).toMatchObject({ userId: otherId });
    expect((await findAuditEntries(portal, 'user')).at(-1)).toMatchObject({
      action: 'user.restore',
      after: { lostRows: { secondFactors: 1 } },
    });
  });

  test('staff are restored without their password, recovery codes and additional permissions, and administrators get an e-mail', async () => {
    const { portal, root, ada: salesmanId, asRoot, deleteUsers, restore } = await openBin(kind);
    const { kysely } = portal.database;
    const account = { userId: salesmanId };
    await kysely
      .insertInto('recoveryCodes')
      .values({ ...account, hash: '0'.repeat(64) })
      .execute();
    const factor = { ...account, kind: 'totp' as const, name: '', secret: testSeal.close('x', 'y'), transports: '[]' };
    await kysely
      .insertInto('secondFactors')
      .values({ ...factor, createdAt: 0, confirmedAt: 0 })
      .execute();
    const override = { ...account, permission: 'users.delete', validTo: '2026-03-20', reason: '', grantedBy: root };
    await kysely
      .insertInto('permissionOverrides')
      .values({ ...override, grantedAt: 0 })
      .execute();
    await deleteUsers(salesmanId);
    expect(await restore(asRoot, salesmanId)).toMatchObject({ status: 200, body: { needsPassword: true } });

    expect(await findPasswordHash(kysely, salesmanId)).toBeNull();
    const countRows = async (table: 'recoveryCodes' | 'permissionOverrides' | 'secondFactors') =>
      (await kysely.selectFrom(table).select('userId').where('userId', '=', salesmanId).execute()).length;
    expect(await countRows('recoveryCodes')).toBe(0);
    expect(await countRows('permissionOverrides')).toBe(0);
    expect(await countRows('secondFactors'), 'a new password still needs the second step').toBe(1);
    expect((await findAuditEntries(portal, 'user')).at(-1)).toMatchObject({ after: { needsPassword: true } });
    expect(await listLetters(portal)).toEqual([
      'accountRestored to ada@portal.example',
      'staffRestored to root@portal.example',
    ]);
    const params = { id: salesmanId };
    expect((await portal.call(passwordLink.sendPasswordLink, { token: asRoot, params })).status).toBe(204);
  });
});
