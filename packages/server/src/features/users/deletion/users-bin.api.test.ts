import { deletedUsers } from '@basics/contract/users/deleted-users.ts';
import { session } from '@basics/contract/session/session.ts';
import { users, passwordLink } from '@basics/contract/users/users.ts';
import { sql } from 'kysely';
import { findPasskey } from '#server/features/second-factor/second-factor.repository.ts';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { personalTables } from '#server/database/personal/rows-of-person.ts';
import { databases, createTestDatabase, defaultDatabases } from '#server/testing/database/databases.ts';
import type { DatabaseKind } from '#server/testing/database/databases.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { plantPeople } from '#server/testing/records/planted-people.ts';
import { openPortal, password, readToken, readProblemCode, testSeal } from '#server/testing/portal.ts';
import { bulkUsers } from '@basics/contract/calls/bulk.ts';
import { extendAndVerifyChain, selectAuditEntries, findAuditEntries } from '#server/testing/audit-of.ts';
import { addStaff, listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';
import { watchDatabase } from '#server/testing/database/statements.ts';
import { permissionOverrideCalls } from '@basics/contract/users/permission-overrides.ts';
import { findPasswordHash } from '../users.repository.ts';

/** The tables whose rows are not restored, and the table of the history, which gets two more rows. */
const tablesNotRestored = [
  'userHistory',
  'sessions',
  'viewings',
  'absences',
  'presences',
  'knownDevices',
  'oneTimeTokens',
  'linkCodes',
  'workAccounts',
  'workSignIns',
  'calendarFeeds',
  'undos',
  'loginChanges',
  'companyInvitations',
  'companyRecoveries',
  'activations',
  'outbox',
  'letterPeople',
  'reminderStops',
  'letterFiles',
];

/** The state of an e-mail with a licence: the deletion deletes an unsent e-mail, and the licence is then not sent. */
const unsentMail = ['mailState queued', 'mailState none'];

/** Reads the rows about the given people, as one text for each table, without the version, which each change raises. */
async function readRowsAbout({ kysely }: Database, personIds: readonly number[]): Promise<Map<string, string>> {
  const rowsByTable = new Map<string, string>();
  for (const { table, isAbout } of personalTables) {
    const { rows } = await sql`select * from ${sql.table(table)} where ${isAbout(...personIds)}`.execute(kysely);
    const texts = rows.map((row) =>
      JSON.stringify(row, (name, value: unknown) =>
        unsentMail.includes(`${name} ${String(value)}`) || name === 'version' ? null : value,
      ),
    );
    rowsByTable.set(table, texts.toSorted().join('\n'));
  }
  return rowsByTable;
}

describe.each(databases)('restoring a deleted user (%s)', (kind) => {
  test('a restoration brings back everything that the deletion of a user removed, except for sessions, links, e-mails and absences', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const { database } = portal;
    const { root, customerId, applicantId, salesmanId } = await plantPeople(portal);
    const personIds = [customerId, applicantId, salesmanId];
    const customerIds = [customerId, applicantId];
    const rowsBefore = await readRowsAbout(database, personIds);
    const customerRowsBefore = await readRowsAbout(database, customerIds);

    await portal.call(users.removeMany, { token: root.token, body: personIds });
    expect(await extendAndVerifyChain(database)).toMatchObject({ ok: true });
    expect((await portal.call(deletedUsers.listDeleted, { token: root.token })).body).toMatchObject({
      items: [
        { name: 'Marigolda Thistledown', company: 'Planbuero T' },
        { name: 'Zephyrina Quillfeather', company: 'Flyers Ltd', deletedBy: 'Test root' },
        { name: 'Bartholomew Underwoodson', company: '' },
      ],
      hasMore: false,
    });

    for (const id of [salesmanId, applicantId, customerId])
      expect(await portal.call(deletedUsers.restoreDeleted, { token: root.token, params: { id } })).toMatchObject({
        status: 200,
        body: { lostAssignments: [], lostTools: [] },
      });
    expect(await extendAndVerifyChain(database)).toMatchObject({ ok: true });
    const rowsAfter = await readRowsAbout(database, personIds);
    const differentTables = [...rowsBefore.keys()].filter((table) => rowsBefore.get(table) !== rowsAfter.get(table));
    const staffTables = ['users', 'permissionOverrides', 'recoveryCodes'];
    expect(differentTables.filter((table) => !staffTables.includes(table))).toEqual(tablesNotRestored);
    const customerRowsAfter = await readRowsAbout(database, customerIds);
    for (const table of ['users', 'recoveryCodes'])
      expect(customerRowsAfter.get(table)).toBe(customerRowsBefore.get(table));
    expect(customerRowsBefore.get('permissionOverrides')).not.toBe('');
    expect(customerRowsAfter.get('permissionOverrides')).toBe('');
    await portal.close();
  });

  test('a restored user signs in with the former password, while the former session stays ended (T434)', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const root = await addPerson(portal, { profileId: 1, login: 'root@portal.example' });
    const ada = await addPerson(portal, { login: 'ada@customer.example' });
    const params = { id: ada.id };
    const signIn = () => portal.call(session.signIn, { body: { login: ada.login, password } });
    await portal.call(users.remove, { token: root.token, params });
    expect((await signIn()).status).toBe(422);

    await portal.call(deletedUsers.restoreDeleted, { token: root.token, params });
    expect((await portal.call(users.current, { token: ada.token })).status).toBe(401);
    const token = readToken((await signIn()).body);
    expect((await portal.call(users.get, { token, params })).body).toMatchObject({
      login: ada.login,
      status: 'active',
    });
    expect((await portal.call(users.history, { token: root.token, params })).body).toMatchObject({
      items: [
        { from: 'deleted', to: 'active', by: 'Test root' },
        { from: 'active', to: 'deleted', by: 'Test root' },
      ],
    });
    expect((await portal.call(deletedUsers.listDeleted, { token: root.token })).body).toMatchObject({ items: [] });
    await portal.close();
  });
});

describe.each(databases)('the preview of a deletion of users (%s)', (kind) => {
  test('the preview of a deletion of users returns the outcome for each id, and deletes no user', async () => {
    const statements: string[] = [];
    const database = watchDatabase(await createTestDatabase(kind), (statement) => statements.push(statement));
    const { portal, root, asRoot, asAda } = await addStaff(await openPortal(database));
    const otherAdministrator = await portal.addUser({ login: 'other@factory.example', profileId: 1 });
    const openRequest = await portal.addUser({ login: 'asks@customer.example', status: 'pending', profileId: null });
    const body = [999_999, root, otherAdministrator, openRequest];
    const entriesBefore = await selectAuditEntries(portal.database.kysely).selectAll().execute();
    statements.length = 0;
    const preview = async (token: string) =>
      bulkUsers.previewDeletion.reply
        .parse((await portal.call(bulkUsers.previewDeletion, { token, body })).body)
        .results.map(({ outcome }) => outcome);
    expect(await preview(asRoot)).toEqual(['notFound', 'refused', 'done', 'done']);
    expect(await preview(asAda), 'a salesman sees no administrators, and may delete requests').toEqual([
      'notFound',
      'notFound',
      'notFound',
      'done',
    ]);
    expect(await selectAuditEntries(portal.database.kysely).selectAll().execute()).toEqual(entriesBefore);
    expect(statements.filter((statement) => /^(insert|update|delete).*"user_history"/.test(statement))).toEqual([]);
    const { results } = users.removeMany.reply.parse(
      (await portal.call(users.removeMany, { token: asRoot, body })).body,
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(['notFound', 'refused', 'deleted', 'deleted']);
  });
});

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

  test('staff are restored without their password, recovery codes and additional permissions, and administrators get an e-mail (T435)', async () => {
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
