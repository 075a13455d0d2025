import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { personalTables } from '#server/database/personal/rows-of-person.ts';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { addPerson, createSession } from '#server/testing/records/people.ts';
import { plantPeople } from '#server/testing/records/planted-people.ts';
import { customerValues, salesmanValues } from '#server/testing/records/planted-values.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { openPortal } from '#server/testing/portal.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';

describe.each(databases)('the export of personal data (%s)', (kind) => {
  test('the file with the exported data of a person contains every value that a deletion of the person would remove, and no secret', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const { root, customerId, salesmanId } = await plantPeople(portal);
    const token = await createSession(portal, { id: customerId, login: 'zephyrina', profileID: 7 });
    const exportResponse = await portal.call(users.personalData, { token, params: { id: customerId } });
    expect(exportResponse).toMatchObject({
      status: 200,
      headers: { 'content-disposition': expect.stringContaining(`personal-data-${customerId}-2026-03-10.json`) },
      body: { format: 'basics-portal-person', version: 1, userId: customerId },
    });
    const exportText = exportResponse.bytes.toString();
    for (const value of customerValues) expect(exportText.toLowerCase()).toContain(value.toLowerCase());
    expect(exportText).not.toMatch(/\$argon2|passwordHash|"salt"|"hash"|"secret"/);
    for (const value of salesmanValues.slice(2)) expect(exportText, 'a value of another person').not.toContain(value);
    expect(exportResponse.body).toMatchObject({
      tables: {
        users: [{ canReceiveMail: true, createdAt: '2026-03-10T12:00:00.000Z', preferences: {} }],
        auditValues: expect.arrayContaining([
          expect.objectContaining({ after: expect.objectContaining({ reason: 'kite revoked' }) }),
        ]),
      },
    });

    const tablesInFull = personalTables.filter(({ columns }) =>
      [...columns.values()].some(({ isSecret }) => !isSecret),
    );
    const salesmanResponse = await portal.call(users.personalData, { token: root.token, params: { id: salesmanId } });
    expect(Object.keys(Object(salesmanResponse.body).tables)).toEqual(tablesInFull.map(({ table }) => table));
    await portal.close();
  });

  test('staff can export the data of a person in their scope, without how the person signs in, and the audit log records the export (T984)', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const salesman = await addPerson(portal, { profileId: 2 });
    await assignSalesman(portal.database, salesman.id, 'DE', 'blue');
    const germanPerson = await addPerson(portal, { country: 'DE' });
    const foreignPerson = await addPerson(portal, { country: 'NO' });
    const fetchStatus = async (token: string, id: number) =>
      (await portal.call(users.personalData, { token, params: { id } })).status;
    expect(await fetchStatus(salesman.token, germanPerson.id)).toBe(200);
    expect(await fetchStatus(salesman.token, foreignPerson.id)).toBe(404);
    await portal.call(session.forgotPassword, { body: { email: germanPerson.login } });
    await portal.settled();
    const subject = { kind: 'license', id: 1, personId: germanPerson.id } as const;
    const fetched = { at: portal.now(), actorId: null, requestId: 'r', action: 'activation.fetch', subject } as const;
    await portal.database.transact((trx) => recordAudit(trx, { ...fetched, after: { address: '192.0.2.7' } }));
    const readTables = async (token: string) => {
      const { body } = await portal.call(users.personalData, { token, params: { id: germanPerson.id } });
      const { sessions, outbox, audit, auditValues } = Object(Object(body).tables);
      return {
        sessions: sessions?.length ?? null,
        letters: outbox.map((letter: unknown) => Object(letter).kind),
        signIns: audit.filter((entry: unknown) => Object(entry).action === 'session.signIn').length,
        addresses: auditValues.filter(({ after }: { after: unknown }) => 'address' in Object(after)).length,
      };
    };
    const nothing = { sessions: null, letters: [], signIns: 0, addresses: 0 };
    expect(await readTables(salesman.token), 'as in the timeline').toEqual(nothing);
    const all = { sessions: 1, letters: ['passwordReset'], signIns: 1, addresses: 2 };
    expect(await readTables(germanPerson.token)).toEqual(all);
    expect(await fetchStatus(germanPerson.token, foreignPerson.id)).toBe(404);
    const auditEntries = portal.database.kysely
      .selectFrom('audit')
      .select(['actorId', 'subjectId'])
      .where('action', '=', 'user.exportPersonalData');
    expect((await auditEntries.execute())[0]).toEqual({ actorId: salesman.id, subjectId: String(germanPerson.id) });
    await portal.close();
  });
});
