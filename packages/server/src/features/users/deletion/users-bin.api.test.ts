import { deletedUsers } from '@basics/contract/users/deleted-users.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { personalTables } from '#server/database/personal/rows-of-person.ts';
import { verifyChain } from '#server/features/audit/verify-chain.ts';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { plantPeople } from '#server/testing/records/planted-people.ts';
import { openPortal, password, readToken } from '#server/testing/portal.ts';

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
  'calendarFeeds',
  'undos',
  'loginChanges',
  'activations',
  'outbox',
  'letterPeople',
  'reminderStops',
  'letterFiles',
];

/** Reads the rows about the given people, as one text for each table, without the version, which each change raises. */
async function readRowsAbout({ kysely }: Database, personIds: readonly number[]): Promise<Map<string, string>> {
  const rowsByTable = new Map<string, string>();
  for (const { table, isAbout } of personalTables) {
    const { rows } = await sql`select * from ${sql.table(table)} where ${isAbout(...personIds)}`.execute(kysely);
    const texts = rows.map((row) => JSON.stringify(row, (name, value: unknown) => (name === 'version' ? null : value)));
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
    expect(await verifyChain(database.kysely)).toMatchObject({ ok: true });
    expect((await portal.call(deletedUsers.listDeleted, { token: root.token })).body).toMatchObject({
      items: [
        { name: 'Marigolda Thistledown', company: 'Planbuero T' },
        { name: 'Zephyrina Quillfeather', company: 'Planbuero Q', deletedBy: 'Test root' },
        { name: 'Bartholomew Underwoodson', company: '' },
      ],
      hasMore: false,
    });

    for (const id of [salesmanId, applicantId, customerId])
      expect(await portal.call(deletedUsers.restoreDeleted, { token: root.token, params: { id } })).toMatchObject({
        status: 200,
        body: { lostAssignments: [], lostTools: [] },
      });
    expect(await verifyChain(database.kysely)).toMatchObject({ ok: true });
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

  test('a restored user signs in with the former password, while the former session stays ended', async () => {
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
