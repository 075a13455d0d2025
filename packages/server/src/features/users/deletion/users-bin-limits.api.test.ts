import { deletedUsers } from '@basics/contract/users/deleted-users.ts';
import { license, licenses } from '@basics/contract/licenses/licenses.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { eraseDeletedUsers } from '#server/jobs/jobs.ts';
import { days } from '#server/platform/clock/clock.ts';
import { findAuditEntries } from '#server/testing/audit-of.ts';
import { defaultDatabases, createTestDatabase, type DatabaseKind } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { readQueryPlans } from '#server/testing/database/plans.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { addPerson, createSession, type Person } from '#server/testing/records/people.ts';
import { openPortal, readProblemCode, type Portal } from '#server/testing/portal.ts';
import { assignSalesman, listLetters } from '#server/testing/records/staff.ts';
import { findDeletedUsers } from './users-bin.repository.ts';

/** Opens a portal with an administrator, and returns functions that call the bin of deleted users. */
async function openBin(kind: DatabaseKind) {
  const portal = await openPortal(await createTestDatabase(kind));
  const root = await addPerson(portal, { profileId: 1, login: 'root@portal.example' });
  const deleteUsers = (ids: readonly number[], forGood = false) =>
    portal.call(users.removeMany, {
      token: root.token,
      body: [...ids],
      ...(forGood && { query: { forGood: 'true' } }),
    });
  const listBin = async ({ token }: Person) => {
    const { body } = await portal.call(deletedUsers.listDeleted, { token });
    return deletedUsers.listDeleted.reply.parse(body).items.map(({ login }) => login);
  };
  const restore = ({ token }: Person, id: number) =>
    portal.call(deletedUsers.restoreDeleted, { token, params: { id } });
  const findBinRows = () => portal.database.kysely.selectFrom('deletedUsers').selectAll().orderBy('id').execute();
  return { portal, root, deleteUsers, listBin, restore, findBinRows };
}

const findActions = async (portal: Portal, action: string) =>
  (await findAuditEntries(portal, 'user')).filter((entry) => entry.action === action);

describe.each(defaultDatabases)('limits of restoring a deleted user (%s)', (kind) => {
  test('in the bin, a salesman sees and restores only requests in scope, a deputy sees nothing more, and only administrators see an administrator (T433)', async () => {
    const { portal, root, deleteUsers, listBin, restore } = await openBin(kind);
    const simon = await addPerson(portal, { profileId: 2, login: 'simon@portal.example' });
    await assignSalesman(portal.database, simon.id, 'DE', 'blue');
    const addUser = (login: string, columns: object) => portal.addUser({ login, ...columns });
    const request = { status: 'pending' as const, profileId: null };
    const ids = [
      await addUser('request@here.example', request),
      await addUser('request@norway.example', { ...request, country: 'NO' }),
      await addUser('customer@here.example', {}),
      await addUser('admin@here.example', { profileId: 1 }),
    ];
    await deleteUsers(ids);
    const ben = await addPerson(portal, { profileId: 2 });
    const absence = { salesmanId: simon.id, deputyId: ben.id, firstDay: '2026-03-10', lastDay: '2026-03-10' };
    await portal.database.kysely
      .insertInto('absences')
      .values({ ...absence, namedBy: root.id, namedAt: 0 })
      .execute();
    expect(await listBin(ben), 'a deputy may not delete the requests of the absent salesman').toEqual([]);
    for (const endpoint of [deletedUsers.restoreDeleted, deletedUsers.removeDeleted])
      expect((await portal.call(endpoint, { token: ben.token, params: { id: ids[0] } })).status).toBe(404);
    expect(await listBin(simon)).toEqual(['request@here.example']);
    expect(await listBin(root)).toHaveLength(4);
    const outcomes = [];
    for (const id of ids) outcomes.push(readProblemCode((await restore(simon, id)).body));
    expect(outcomes).toEqual([null, 'USER_NOT_FOUND', 'USER_NOT_FOUND', 'USER_NOT_FOUND']);
    expect(await findActions(portal, 'user.restore')).toMatchObject([{ actorId: simon.id, subjectId: String(ids[0]) }]);
  });

  test('a deleted user is not restored if another account now has the same login, but is restored if only a closed request has this login (T432)', async () => {
    const { portal, root, deleteUsers, restore, findBinRows } = await openBin(kind);
    const login = 'ada@customer.example';
    const adaId = await portal.addUser({ login });
    await deleteUsers([adaId]);
    const otherId = await portal.addUser({ login: login.toUpperCase() });
    expect(await restore(root, adaId)).toMatchObject({ status: 409, body: { code: 'LOGIN_TAKEN' } });
    expect(await findBinRows()).toHaveLength(1);
    await portal.database.kysely.updateTable('users').set({ status: 'rejected' }).where('id', '=', otherId).execute();
    expect(await restore(root, adaId)).toMatchObject({ status: 200, body: { user: { login } } });
  });

  test('a user who was deleted for good, immediately, from the bin or after 30 days in the bin, cannot be restored', async () => {
    const { portal, root, deleteUsers, restore, listBin, findBinRows } = await openBin(kind);
    const addUser = (name: string) => portal.addUser({ login: `${name}@customer.example` });
    const [atOnceId, fromBinId, laterId] = [await addUser('now'), await addUser('bin'), await addUser('later')];
    await deleteUsers([atOnceId], true);
    expect(await findBinRows()).toEqual([]);
    await deleteUsers([fromBinId, laterId]);
    await portal.call(deletedUsers.removeDeleted, { token: root.token, params: { id: fromBinId } });
    expect(await listBin(root)).toEqual(['later@customer.example']);
    expect(await findActions(portal, 'user.deleteForGood')).toMatchObject([{ subjectId: String(fromBinId) }]);

    const runEraseJob = (database = portal.database) =>
      eraseDeletedUsers({
        database,
        clock: () => portal.now(),
        queueLetter: openOutbox(portal.database).queueLetter,
      });
    const signInAsRoot = async () => ({ ...root, token: await createSession(portal, root) });
    portal.pass(days(30) - 1);
    await runEraseJob();
    expect(await findBinRows()).toHaveLength(1);
    expect(await listBin(await signInAsRoot())).toEqual(['later@customer.example']);
    portal.pass(1);
    const laterRoot = await signInAsRoot();
    expect(await listBin(laterRoot), 'before the job has run').toEqual([]);
    for (const id of [atOnceId, fromBinId, laterId])
      expect(await restore(laterRoot, id)).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });

    // The job has found the user, who is restored and deleted again before the job locks the account.
    const { deletedAt } = (await findBinRows())[0] ?? { deletedAt: 0 };
    const setDeletedAt = (at: number) =>
      portal.database.kysely.updateTable('deletedUsers').set({ deletedAt: at }).execute();
    await runEraseJob({
      ...portal.database,
      transact: async (action) => {
        await setDeletedAt(portal.now());
        return portal.database.transact(action);
      },
    });
    expect(await findBinRows()).toHaveLength(1);
    await setDeletedAt(deletedAt);

    await runEraseJob();
    expect(await findBinRows()).toEqual([]);
    expect(await findActions(portal, 'user.erase')).toMatchObject([{ actorId: null, subjectId: String(laterId) }]);
  });

  test('a restored salesman does not get back a territory that another salesman has now, or a tool or an add-on that was deleted', async () => {
    const { portal, root, deleteUsers, restore } = await openBin(kind);
    const { kysely } = portal.database;
    const simon = await addPerson(portal, { profileId: 2, grants: [{ brand: 'blue', configTools: ['configRail'] }] });
    const ben = await addPerson(portal, { profileId: 2 });
    for (const country of ['DE', 'NO']) await assignSalesman(portal.database, simon.id, country, 'blue');
    await kysely.insertInto('tools').values({ id: 'extra', name: 'Extra', maxMajor: 1 }).execute();
    const grant = { userId: simon.id, toolId: 'extra', brandId: 'blue', configTools: '[]' };
    await kysely.insertInto('toolGrants').values(grant).execute();
    await deleteUsers([simon.id]);
    await assignSalesman(portal.database, ben.id, 'NO', 'blue');
    await kysely.deleteFrom('tools').where('id', 'in', ['extra', 'configRail']).execute();

    expect((await restore(root, simon.id)).body).toMatchObject({
      lostAssignments: [{ country: 'NO', brand: 'blue' }],
      lostTools: ['extra', 'configRail'],
      user: { tools: [{ tool: 'basics', configTools: [] }] },
    });
    const territories = await kysely
      .selectFrom('countryBrandSalesmen')
      .select('country')
      .where('salesmanId', '=', simon.id)
      .execute();
    expect(territories).toEqual([{ country: 'DE' }]);
  });

  test('no applicant gets the e-mail that an account was restored', async () => {
    const { portal, root, deleteUsers, restore } = await openBin(kind);
    for (const status of ['pending', 'rejected', 'expired', 'withdrawn'] as const) {
      const id = await portal.addUser({ login: `${status}@x.example`, status, profileId: null });
      await deleteUsers([id]);
      expect((await restore(root, id)).status).toBe(200);
    }
    expect(await listLetters(portal)).toEqual([]);
  });

  test('the licences of a suspended user are revoked only while the user is deleted, and a deleted e-mail with a licence can be sent again', async () => {
    const { portal, root, deleteUsers, restore } = await openBin(kind);
    const ada = await addPerson(portal);
    const verificationCode = createCode(createMachine('A'));
    const issueResponse = await portal.call(licenses.issue, {
      token: ada.token,
      params: { id: ada.id },
      body: { verificationCode },
    });
    const { licenseId } = license.parse(issueResponse.body);
    const { kysely } = portal.database;
    await portal.call(licenses.send, { token: ada.token, params: { id: ada.id, licenseId } });
    await kysely.updateTable('users').set({ status: 'suspended' }).where('id', '=', ada.id).execute();
    const findLicense = () =>
      kysely.selectFrom('licenses').select('revokedAt').where('id', '=', licenseId).executeTakeFirst();
    const licenseBefore = await findLicense();
    await deleteUsers([ada.id]);
    expect(await findLicense()).toEqual({ revokedAt: portal.now() });
    expect(await restore(root, ada.id)).toMatchObject({ body: { user: { status: 'suspended' } } });
    expect(await findLicense()).toEqual(licenseBefore);
    expect(await kysely.selectFrom('licenses').select('mailState').execute()).toEqual([{ mailState: 'none' }]);
  });

  test('the database reads the list of the bin by its primary key, without sorting', async () => {
    const { portal, root } = await openBin('SQLite');
    const viewer = { userId: root.id, profileID: 1, seesOnlyRequests: false, deletedAfter: 0 };
    const [plan] = await readQueryPlans(portal.database.kysely, 'SQLite', (db) => findDeletedUsers(db, viewer, 20));
    expect(plan).toMatch(/^SCAN deleted_users$/m);
    expect(plan).not.toContain('TEMP B-TREE');
  });

  test('a user who was deleted before a migration is restored: a new column gets its default value, and a deleted column is ignored', async () => {
    const { portal, root, deleteUsers, restore, findBinRows } = await openBin(kind);
    const { kysely } = portal.database;
    const adaId = await portal.addUser({ login: 'ada@x.example', profileId: 2 });
    await assignSalesman(portal.database, adaId, 'DE', 'blue');
    await deleteUsers([adaId]);
    const aside = JSON.parse((await findBinRows())[0]?.account ?? '');
    for (const row of aside.countryBrandSalesmen) {
      delete row.version;
      row.droppedColumn = 'x';
    }
    const account = JSON.stringify({ ...aside, droppedTable: [{ id: 1 }] });
    await kysely.updateTable('deletedUsers').set({ account }).execute();
    expect((await restore(root, adaId)).status).toBe(200);
    expect(await kysely.selectFrom('countryBrandSalesmen').select(['country', 'version']).execute()).toEqual([
      { country: 'DE', version: 1 },
    ]);
  });
});
