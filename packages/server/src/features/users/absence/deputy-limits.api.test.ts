import { companies } from '@basics/contract/companies/companies.ts';
import { companyPeople } from '@basics/contract/companies/company-people.ts';
import { absenceCalls } from '@basics/contract/users/absences.ts';
import { bulkUsers } from '@basics/contract/calls/bulk.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { reminderContacts } from '@basics/contract/licenses/reminder-contacts.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { secondFactor } from '@basics/contract/second-factor/second-factor.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { purgeExpired } from '#server/jobs/purge/purge-expired.ts';
import { minutes, seconds } from '#server/platform/clock/clock.ts';
import { findAuditEntries } from '#server/testing/audit-of.ts';
import { defaultDatabases, type DatabaseKind } from '#server/testing/database/databases.ts';
import { openHelpRequests } from '#server/testing/records/help-requests.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { addPerson, createSession, type Person } from '#server/testing/records/people.ts';
import { password, readProblemCode } from '#server/testing/portal.ts';
import { assignSalesman, createApprovalBody, createUserBody, listLetters } from '#server/testing/records/staff.ts';

/**
 * Opens a portal with two salesmen: Simon has Germany, and Ben has Norway. Ben is the deputy of Simon from today, 10
 * March 2026, through 20 March.
 */
async function openWithDeputy(kind: DatabaseKind) {
  const fixture = await openHelpRequests(kind);
  const { portal, simon } = fixture;
  const ben = await addPerson(portal, { profileId: 2, login: 'ben@portal.example' });
  await assignSalesman(portal.database, ben.id, 'NO', 'blue');
  const params = { id: simon.id };
  const readAbsence = async () => {
    const { body } = await portal.call(absenceCalls.readAbsence, { token: simon.token, params });
    return absenceCalls.readAbsence.reply.parse(body).absence;
  };
  const setAbsence = async (deputy: Person, namedAt: string | null) => {
    const body = { deputyId: deputy.id, from: '2026-03-10', until: '2026-03-20', namedAt };
    return portal.call(absenceCalls.setAbsence, { token: await createSession(portal, simon), params, body });
  };
  const endAbsence = ({ token }: Person) => portal.call(absenceCalls.endAbsence, { token, params });
  expect((await setAbsence(ben, null)).status).toBe(200);
  return { ...fixture, ben, readAbsence, setAbsence, endAbsence };
}

/** The e-mails that are sent when Ben becomes the deputy of Simon. */
const lettersOfAbsence = ['absenceChanged to simon@portal.example', 'absenceChanged to ben@portal.example'];

describe.each(defaultDatabases)('the limits of a deputy (%s)', (kind) => {
  test('a deputy sees the companies without members of the absent salesman, and keeps none of them after the absence (T743)', async () => {
    const { portal, simon, ben, ada, endAbsence } = await openWithDeputy(kind);
    const create = async ({ token }: Person, name: string, country: string) =>
      companies.create.reply.parse((await portal.call(companies.create, { token, body: { name, country } })).body);
    const german = await create(simon, 'German Works', 'DE');
    await create(simon, 'Created elsewhere', 'FR');
    await create(ben, 'Created as deputy', 'DE');
    await create(ben, 'Norwegian Works', 'NO');
    const listNames = async ({ token }: Person) => {
      const { items, total } = companies.search.reply.parse(
        (await portal.call(companies.search, { token, body: {} })).body,
      );
      expect(total).toBe(items.length);
      return items.map(({ name }) => name);
    };
    expect(await listNames(ben)).toEqual(['Created as deputy', 'Created elsewhere', 'German Works', 'Norwegian Works']);
    const change = async (body: Record<string, unknown>) =>
      portal.call(companies.update, {
        token: ben.token,
        params: { id: german.companyId },
        body: { version: german.version, ...body },
      });
    expect(Object((await change({ country: 'NO' })).body).fields).toEqual({ country: fieldMessages.notAllowed });
    expect((await change({ crmAccount: 'C-1' })).status).toBe(200);
    const addMember = async (userId: number) =>
      portal.call(companyPeople.addMember, { token: ben.token, params: { id: german.companyId }, body: { userId } });
    const ownCustomer = await addPerson(portal, { country: 'NO' });
    expect(Object((await addMember(ownCustomer.id)).body).fields).toEqual({ userId: fieldMessages.notAllowed });
    expect((await addMember(ada.id)).status).toBe(200);
    await endAbsence(simon);
    expect(await listNames(ben)).toEqual(['Norwegian Works']);
    expect(await listNames(simon)).toEqual(['Created as deputy', 'Created elsewhere', 'German Works']);
  });

  test('a deputy creates no company without a country or out of both territories, because it would stay the company of the deputy (T785)', async () => {
    const { portal, simon, ben, endAbsence } = await openWithDeputy(kind);
    const create = async (body: Record<string, string>) =>
      portal.call(companies.create, { token: ben.token, body: { name: 'Works', ...body } });
    for (const body of [{}, { country: 'FR' }])
      expect(Object((await create(body)).body).fields).toEqual({ country: fieldMessages.notAllowed });
    await endAbsence(simon);
    expect((await create({})).status).toBe(200);
  });

  test('a deputy cannot change the country, brand, login, second contact and second step of a customer, because these changes would last longer than the absence (T421)', async () => {
    const { portal, simon, ben, ada } = await openWithDeputy(kind);
    const params = { id: ada.id };
    const readVersion = async () =>
      users.get.reply.parse((await portal.call(users.get, { token: ben.token, params })).body).version;
    const update = async (change: Record<string, unknown>) =>
      portal.call(users.update, { token: ben.token, params, body: { version: await readVersion(), ...change } });
    const setBrand = async (person: Person) => {
      const body = { ids: [ada.id], change: 'brand', brand: 'red' };
      const reply = await portal.call(bulkUsers.changeMany, { token: person.token, body });
      return bulkUsers.changeMany.reply.parse(reply.body).results[0]?.outcome;
    };
    const changeLogin = (person: Person) => {
      const body = { login: 'taken-over@customer.example', currentPassword: password };
      return portal.call(users.changeLogin, { token: person.token, params, body });
    };
    const setContact = (person: Person, address: string | null) =>
      portal.call(reminderContacts.setReminderContact, { token: person.token, params, body: { address } });
    const resetFactors = (person: Person) => {
      const body = { reason: 'The phone is lost.', currentPassword: password };
      return portal.call(secondFactor.reset, { token: person.token, params, body });
    };
    const { notAllowed } = fieldMessages;
    const { notAsDeputy } = serverMessages;
    expect(Object((await update({ country: 'NO' })).body).fields).toEqual({ country: notAllowed });
    expect(Object((await update({ country: 'NO', brand: 'red' })).body).fields).toEqual({
      country: notAllowed,
      brand: notAllowed,
    });
    const login = 'asks@customer.example';
    const applicantId = await portal.addUser({ login, country: 'DE', status: 'pending', profileId: null });
    const approval = { params: { id: applicantId }, body: createApprovalBody(1, { country: 'NO' }) };
    const approvalReply = await portal.call(requests.approve, { token: ben.token, ...approval });
    expect(Object(approvalReply.body).fields).toEqual({ country: notAllowed });
    expect(await setBrand(ben)).toBe('refused');
    expect(Object((await changeLogin(ben)).body).fields).toEqual({ login: notAllowed });
    expect(Object((await setContact(ben, 'mine@portal.example')).body).fields).toEqual({ address: notAllowed });
    expect((await resetFactors(ben)).body).toMatchObject({ code: 'NOT_PERMITTED', message: notAsDeputy });
    expect(await listLetters(portal)).toEqual(lettersOfAbsence);
    expect((await update({ phone: '+49 30 5550199' })).status).toBe(200);
    expect((await setContact(simon, 'office@customer.example')).status).toBe(200);
    expect((await setContact(ben, null)).status).toBe(200);
    expect((await resetFactors(simon)).status).toBe(200);
    expect((await changeLogin(simon)).status).toBe(200);
    expect(await setBrand(simon)).toBe('done');
  });

  test('a deputy deletes no request of the absent salesman, and a customer that the deputy creates there is a customer of the absent salesman (T422)', async () => {
    const { portal, root, simon, ben, endAbsence } = await openWithDeputy(kind);
    const createRequest = (login: string, country: string) =>
      portal.addUser({ login, country, status: 'pending', profileId: null });
    const ids = [await createRequest('asks@customer.example', 'DE'), await createRequest('own@customer.example', 'NO')];
    const [inGermany = 0, inNorway = 0] = ids;
    const reply = await portal.call(users.removeMany, { token: ben.token, body: ids });
    expect(users.removeMany.reply.parse(reply.body).results).toEqual([
      { id: inGermany, outcome: 'refused', message: serverMessages.asDeputy },
      { id: inNorway, outcome: 'deleted' },
    ]);
    await portal.call(users.removeMany, { token: root.token, body: [inGermany] });
    const create = async (login: string, country: string) => {
      const body = createUserBody({ login, email: login, country });
      return users.create.reply.parse((await portal.call(users.create, { token: ben.token, body })).body).userId;
    };
    const created = {
      germany: await create('asks@customer.example', 'DE'),
      norway: await create('new@customer.example', 'NO'),
    };
    await endAbsence(simon);
    const read = async (id: number) => {
      const token = await createSession(portal, ben);
      return (await portal.call(users.get, { token, params: { id } })).status;
    };
    expect([await read(created.germany), await read(created.norway)]).toEqual([404, 200]);
  });

  test('an absence can be changed only by a client that has read its current version; the deputy can end the absence, and the salesman and the deputy get an e-mail (T423)', async () => {
    const { portal, root, ben, readAbsence, setAbsence, endAbsence } = await openWithDeputy(kind);
    const carl = await addPerson(portal, { profileId: 2, login: 'carl@portal.example' });
    expect(readProblemCode((await setAbsence(carl, null)).body)).toBe('STALE');
    const namedAt = (await readAbsence())?.namedAt ?? null;
    portal.pass(minutes(1));
    expect((await setAbsence(root, namedAt)).status).toBe(200);
    expect(readProblemCode((await setAbsence(carl, namedAt)).body)).toBe('STALE');
    expect(readProblemCode((await endAbsence(ben)).body), 'of a former deputy').toBe('USER_NOT_FOUND');
    expect((await setAbsence(ben, (await readAbsence())?.namedAt ?? null)).status).toBe(200);
    expect(readProblemCode((await endAbsence(carl)).body)).toBe('USER_NOT_FOUND');
    expect((await endAbsence(ben)).body).toEqual({ absence: null, deputies: [] });
    expect(await readAbsence()).toBeNull();
    const subjects = await portal.database.kysely
      .selectFrom('outbox')
      .select(['toAddress', 'subject'])
      .orderBy('id')
      .execute();
    const [isNamed, hasEnded] = ['is named as the deputy of Test simon', 'is no longer the deputy of Test simon'];
    expect(subjects.map(({ toAddress, subject }) => `${toAddress}: ${subject}`)).toEqual([
      `simon@portal.example: Test ben ${isNamed}`,
      `ben@portal.example: Test ben ${isNamed}`,
      `ben@portal.example: Test ben ${hasEnded}`,
      `simon@portal.example: Test root ${isNamed}`,
      `root@portal.example: Test root ${isNamed}`,
      `root@portal.example: Test root ${hasEnded}`,
      `simon@portal.example: Test ben ${isNamed}`,
      `ben@portal.example: Test ben ${isNamed}`,
      `simon@portal.example: Test ben ${hasEnded}`,
      `ben@portal.example: Test ben ${hasEnded}`,
    ]);
  });

  test('an e-mail about a PC of the absent salesman does not go to the deputy, because the deputy cannot see the account of the salesman (T424)', async () => {
    const { portal, simon, code, ask } = await openWithDeputy(kind);
    const carl = await addPerson(portal, { profileId: 2, login: 'carl@portal.example' });
    await assignSalesman(portal.database, carl.id, 'DE', 'blue');
    await portal.database.kysely
      .updateTable('users')
      .set({ country: 'DE', brandId: 'blue' })
      .where('id', '=', simon.id)
      .execute();
    await portal.database.kysely.deleteFrom('toolGrants').where('userId', '=', simon.id).execute();
    expect((await ask(simon, code)).status).toBeLessThan(300);
    expect((await listLetters(portal)).filter((letter) => letter.startsWith('helpAsked'))).toEqual([
      'helpAsked to carl@portal.example',
    ]);
  });

  test('the audit log has an entry when an absence ends with a deletion or a new profile, and a job deletes past absences (T425)', async () => {
    const { portal, root, simon, ben, setAbsence } = await openWithDeputy(kind);
    const carl = await addPerson(portal, { profileId: 2, login: 'carl@portal.example' });
    expect((await portal.call(users.remove, { token: root.token, params: { id: ben.id } })).status).toBe(204);
    expect((await setAbsence(carl, null)).status).toBe(200);
    const { body } = await portal.call(users.get, { token: root.token, params: { id: carl.id } });
    const change = { profileID: 5, version: users.get.reply.parse(body).version };
    const update = { token: root.token, params: { id: carl.id }, body: change };
    expect((await portal.call(users.update, update)).status).toBe(200);
    const entries = (await findAuditEntries(portal, 'user')).filter(({ action }) => action === 'user.endAbsence');
    const absenceDays = { from: '2026-03-10', until: '2026-03-20' };
    expect(entries.map(({ actorId, subjectId, before }) => [actorId, subjectId, before])).toEqual(
      [ben, carl].map(({ id }) => [root.id, String(simon.id), { deputyId: id, ...absenceDays }]),
    );

    expect((await setAbsence(root, null)).status).toBe(200);
    const countAbsences = async () => {
      const { database } = portal;
      await purgeExpired({ database, clock: portal.now, queueLetter: openOutbox(database).queueLetter });
      return (await database.kysely.selectFrom('absences').select('salesmanId').execute()).length;
    };
    portal.pass(Date.parse('2026-03-20T23:59:59Z') - portal.now());
    expect(await countAbsences()).toBe(1);
    portal.pass(seconds(1));
    expect(await countAbsences()).toBe(0);
  });
});
