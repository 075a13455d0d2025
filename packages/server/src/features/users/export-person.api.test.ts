import { users } from '@basics/contract/users.ts';
import { describe, expect, test } from 'vitest';
import { personalTables } from '#server/database/personal/rows-of-person.ts';
import { databases, createTestDatabase } from '#server/testing/databases.ts';
import { addPerson, createSession } from '#server/testing/people.ts';
import { customerValues, plantPeople, salesmanValues } from '#server/testing/planted-people.ts';
import { openPortal } from '#server/testing/portal.ts';
import { assign } from '#server/testing/staff.ts';

describe.each(databases)('%s', (kind) => {
  test('the file of a person contains every value that deletion would remove, and no secret', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const { root, customerId, salesmanId } = await plantPeople(portal);
    const token = await createSession(portal, { id: customerId, login: 'zephyrina', profileID: 7 });
    const asked = await portal.call(users.personalData, { token, params: { id: customerId } });
    expect(asked).toMatchObject({
      status: 200,
      headers: { 'content-disposition': expect.stringContaining(`personal-data-${customerId}-2026-03-10.json`) },
      body: { format: 'basics-portal-person', version: 1, userId: customerId },
    });
    const text = asked.bytes.toString();
    for (const value of customerValues) expect(text.toLowerCase()).toContain(value.toLowerCase());
    expect(text).not.toMatch(/\$argon2|passwordHash|"salt"|"hash"|"secret"/);
    for (const value of salesmanValues.slice(2)) expect(text, 'a value of another person').not.toContain(value);
    expect(asked.body).toMatchObject({
      tables: {
        users: [{ canReceiveMail: true, createdAt: '2026-03-10T12:00:00.000Z', preferences: {} }],
        auditValues: expect.arrayContaining([
          expect.objectContaining({ after: expect.objectContaining({ reason: 'kite revoked' }) }),
        ]),
      },
    });

    const inFull = personalTables.filter(({ columns }) => [...columns.values()].some(({ isSecret }) => !isSecret));
    const ofSalesman = await portal.call(users.personalData, { token: root.token, params: { id: salesmanId } });
    expect(Object.keys(Object(ofSalesman.body).tables)).toEqual(inFull.map(({ table }) => table));
    await portal.close();
  });

  test('the data of a person can be exported by staff with the person in scope, and the export is in the audit log', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const salesman = await addPerson(portal, { profileId: 2 });
    await assign(portal.database, salesman.id, 'DE', 'blue');
    const own = await addPerson(portal, { country: 'DE' });
    const foreign = await addPerson(portal, { country: 'NO' });
    const statusOf = async (token: string, id: number) =>
      (await portal.call(users.personalData, { token, params: { id } })).status;
    expect(await statusOf(salesman.token, own.id)).toBe(200);
    expect(await statusOf(salesman.token, foreign.id)).toBe(404);
    expect(await statusOf(own.token, foreign.id)).toBe(404);
    const entries = portal.database.kysely
      .selectFrom('audit')
      .select(['actorId', 'subjectId'])
      .where('action', '=', 'user.exportPersonalData');
    expect(await entries.execute()).toEqual([{ actorId: salesman.id, subjectId: String(own.id) }]);
    await portal.close();
  });
});
