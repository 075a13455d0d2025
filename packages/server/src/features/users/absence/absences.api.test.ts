import { absenceCalls } from '@basics/contract/users/absences.ts';
import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { home } from '@basics/contract/home/home.ts';
import { staffInbox } from '@basics/contract/home/inbox.ts';
import { users } from '@basics/contract/users/users.ts';
import { viewAs } from '@basics/contract/session/view-as.ts';
import { viewers } from '@basics/contract/users/viewers.ts';
import { describe, expect, test } from 'vitest';
import { days } from '#server/platform/clock/clock.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { defaultDatabases, databases, type DatabaseKind } from '#server/testing/database/databases.ts';
import { openHelpRequests } from '#server/testing/records/help-requests.ts';
import { addPerson, createSession, type Person } from '#server/testing/records/people.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { assignSalesman, listLetters } from '#server/testing/records/staff.ts';

const { readAbsence, setAbsence, endAbsence } = absenceCalls;

/**
 * Opens a portal with three salesmen: Simon has Germany, Ben has Norway and Carl has France, each with customers and a
 * request. The clock shows 10 March 2026. The returned functions open a new session for each call, because the tests
 * move the clock by many days.
 */
async function openWithDeputies(kind: DatabaseKind) {
  const fixture = await openHelpRequests(kind);
  const { portal, simon } = fixture;
  const ben = await addPerson(portal, { profileId: 2, login: 'ben@portal.example' });
  const carl = await addPerson(portal, { profileId: 2, login: 'carl@portal.example' });
  await assignSalesman(portal.database, ben.id, 'NO', 'blue');
  await assignSalesman(portal.database, carl.id, 'FR', 'blue');
  for (const country of ['NO', 'FR']) await portal.addUser({ login: `${country}@customer.example`, country });
  await portal.addUser({ login: 'created@customer.example', country: 'US', createdBy: simon.id });
  for (const country of ['DE', 'NO', 'FR'])
    await portal.addUser({ login: `${country}-asks@customer.example`, country, status: 'pending', profileId: null });
  await portal.database.kysely
    .updateTable('users')
    .set({ requestDate: portal.now() })
    .where('status', '=', 'pending')
    .execute();

  const setFor = async (salesman: Person, body: Record<string, unknown>, actor = salesman) => {
    const callOptions = { token: await createSession(portal, actor), params: { id: salesman.id } };
    const storedAbsence = readAbsence.reply.safeParse((await portal.call(readAbsence, callOptions)).body);
    const namedAt = storedAbsence.data?.absence?.namedAt ?? null;
    return portal.call(setAbsence, { ...callOptions, body: { ...body, namedAt } });
  };
  const listCustomers = async (person: Person) => {
    const token = await createSession(portal, person);
    const { body } = await portal.call(users.search, { token, body: {} });
    const { items, total } = users.search.reply.parse(body);
    expect(items).toHaveLength(total);
    return items
      .map(({ login }) => login)
      .filter((login) => login.endsWith('@customer.example'))
      .toSorted();
  };
  const readInbox = async (person: Person) =>
    staffInbox.inbox.reply.parse(
      (await portal.call(staffInbox.inbox, { token: await createSession(portal, person) })).body,
    );
  const readUser = async (person: Person) =>
    users.current.reply.parse((await portal.call(users.current, { token: await createSession(portal, person) })).body);
  return { ...fixture, ben, carl, setFor, listCustomers, readInbox, readUser };
}

const simonsCustomers = ['ada@customer.example', 'created@customer.example'];

describe.each(databases)('the absence of a salesman (%s)', (kind) => {
  test('a deputy has the customers, requests and help requests of the salesman from the first day to the end of the last day of the absence (T418)', async () => {
    const { portal, simon, ben, setFor, listCustomers, readInbox, readUser, askSuccessfully, search } =
      await openWithDeputies(kind);
    const { helpRequestId } = await askSuccessfully();
    expect((await setFor(simon, { deputyId: ben.id, from: '2026-03-11', until: '2026-03-12' })).status).toBe(200);
    const bensOwnWork = { customers: ['NO@customer.example'], requests: 1, questions: 0 };
    const bensAndSimonsWork = { customers: ['NO@customer.example', ...simonsCustomers], requests: 2, questions: 1 };
    const readWork = async () => {
      const inbox = await readInbox(ben);
      const token = await createSession(portal, ben);
      const figures = home.figures.reply.parse((await portal.call(home.figures, { token })).body);
      expect(figures.requests.total).toBe(inbox.requests.total);
      expect((await search({ ...ben, token })).total).toBe(inbox.questions.total);
      const exportResponse = await portal.call(users.export, { token, body: {} });
      const customers = await listCustomers(ben);
      expect(
        String(exportResponse.body)
          .match(/[\w-]+@customer\.example/g)
          ?.toSorted(),
      ).toEqual(customers);
      return { customers, requests: inbox.requests.total, questions: inbox.questions.total };
    };
    expect(await readWork()).toEqual(bensOwnWork);
    expect(await readUser(ben)).not.toHaveProperty('deputyFor');
    expect(await readUser(ben)).not.toHaveProperty('hasNoCountry');
    expect(await readUser(await addPerson(portal, { profileId: 2 }))).toMatchObject({ hasNoCountry: true });

    portal.pass(days(1));
    expect(await readWork()).toEqual(bensAndSimonsWork);
    expect(await readUser(ben)).toMatchObject({
      deputyFor: [{ userId: simon.id, name: 'Test simon', until: '2026-03-12' }],
    });
    expect(await readUser(simon)).toMatchObject({ absence: { name: 'Test ben', until: '2026-03-12' } });
    expect(await listCustomers(simon)).toEqual(simonsCustomers);
    const inbox = await readInbox(ben);
    expect(inbox.questions.items.map((item) => [item.helpRequestId, item.deputyFor])).toEqual([
      [helpRequestId, 'Test simon'],
    ]);
    expect(inbox.requests.items.map(({ deputyFor }) => deputyFor ?? 'own').toSorted()).toEqual(['Test simon', 'own']);

    portal.pass(days(1));
    expect(await readWork()).toEqual(bensAndSimonsWork);
    const token = await createSession(portal, ben);
    const callOptions = { token, params: { id: helpRequestId }, body: { answer: 'reply', words: 'Done.' } };
    expect((await portal.call(helpRequests.answer, callOptions)).status).toBe(200);

    portal.pass(days(1));
    expect(await readWork()).toEqual({ ...bensOwnWork, questions: 0 });
    expect(await readUser(simon)).not.toHaveProperty('absence');
    expect(
      (await portal.call(helpRequests.get, { token: await createSession(portal, ben), params: { id: helpRequestId } }))
        .status,
    ).toBe(404);
  });

  test('a deputy gets no permission of the salesman, and no customer that the salesman has only as a deputy (T417)', async () => {
    const { portal, root, simon, ben, carl, setFor, listCustomers } = await openWithDeputies(kind);
    await setFor(simon, { deputyId: ben.id, from: '2026-03-10', until: '2026-03-20' });
    await setFor(carl, { deputyId: simon.id, from: '2026-03-21', until: '2026-03-22' });
    // Moves Carl's absence in the database to days on which Simon, his deputy, is absent too. The call that sets an
    // absence would refuse these days.
    await portal.database.kysely
      .updateTable('absences')
      .set({ firstDay: '2026-03-10' })
      .where('salesmanId', '=', carl.id)
      .execute();
    expect(await listCustomers(simon)).toEqual(['FR@customer.example', ...simonsCustomers].toSorted());
    expect(await listCustomers(ben)).toEqual(['NO@customer.example', ...simonsCustomers]);
    const token = await createSession(portal, ben);
    for (const id of [simon.id, carl.id, root.id])
      expect((await portal.call(users.get, { token, params: { id } })).status).toBe(404);
    expect((await portal.call(users.remove, { token, params: { id: simon.id } })).status).toBe(403);
    // The absence of a suspended salesman does not count, until the account is reinstated.
    const suspend = (status: 'suspended' | 'active') =>
      portal.database.kysely.updateTable('users').set({ status }).where('id', '=', simon.id).execute();
    await suspend('suspended');
    expect(await listCustomers(ben)).toEqual(['NO@customer.example']);
    await suspend('active');
    expect(await listCustomers(ben)).toHaveLength(3);
  });

  test('the list "who sees this user" and the view as a deputy include the access during an absence, with its reason', async () => {
    const { portal, root, simon, ben, ada, setFor } = await openWithDeputies(kind);
    await setFor(simon, { deputyId: ben.id, from: '2026-03-10', until: '2026-03-20' });
    const { body } = await portal.call(viewers.viewers, { token: root.token, params: { id: ada.id } });
    const { items } = viewers.viewers.reply.parse(body);
    expect(items.find(({ userId }) => userId === ben.id)).toMatchObject({
      sees: true,
      reasons: ['deputy'],
      deputyFor: [{ name: 'Test simon', until: '2026-03-20' }],
    });
    expect(items.find(({ userId }) => userId === simon.id)).toMatchObject({ reasons: ['assigned'] });
    const viewResponse = await portal.call(viewAs.viewAs, { token: root.token, params: { id: ben.id } });
    const { token } = viewAs.viewAs.reply.parse(viewResponse.body);
    expect((await portal.call(users.get, { token, params: { id: ada.id } })).status).toBe(200);
  });
});

describe.each(defaultDatabases)('deputies (%s)', (kind) => {
  test('e-mails for the absent salesman go to the deputy and name the salesman, but to the salesman if the deputy is absent too', async () => {
    const { portal, root, simon, ben, ada, carl, setFor, askSuccessfully, readUser, withdraw } =
      await openWithDeputies(kind);
    await setFor(simon, { deputyId: ben.id, from: '2026-03-10', until: '2026-03-20' });
    const { helpRequestId } = await askSuccessfully();
    const listHelpLetters = async () => (await listLetters(portal)).filter((letter) => letter.startsWith('helpAsked'));
    expect(await listHelpLetters()).toEqual(['helpAsked to ben@portal.example']);
    const letters = portal.database.kysely
      .selectFrom('outbox')
      .select(['text', 'html'])
      .where('kind', '=', 'helpAsked');
    for (const text of Object.values(await letters.executeTakeFirstOrThrow()))
      expect(text.replaceAll(/\s+/g, ' ')).toContain(
        'You get this e-mail as the deputy of Test simon, who is absent through 20 March 2026.',
      );
    const findRecipients = async () =>
      countrySalesmen.recipient.reply
        .parse(
          (await portal.call(countrySalesmen.recipient, { token: root.token, body: { country: 'DE', brand: 'blue' } }))
            .body,
        )
        .people.map(({ userId }) => userId);
    expect(await findRecipients()).toEqual([ben.id]);
    await assignSalesman(portal.database, ben.id, 'DE', 'blue');
    expect(await findRecipients()).toEqual([ben.id]);

    expect((await setFor(ben, { deputyId: carl.id, from: '2026-03-10', until: '2026-03-11' })).status).toBe(200);
    await withdraw(ada, helpRequestId);
    await askSuccessfully();
    expect((await listHelpLetters()).slice(1).toSorted()).toEqual([
      'helpAsked to carl@portal.example',
      'helpAsked to simon@portal.example',
    ]);
    expect(await readUser(simon)).toMatchObject({ absence: { deputyIsAbsent: true } });
  });

  test('a salesman sets the deputy for their own absence, an administrator for each salesman, and an absence can end early (T419)', async () => {
    const { portal, root, simon, ben, carl, ada, setFor, listCustomers } = await openWithDeputies(kind);
    const absence = { deputyId: ben.id, from: '2026-03-10', until: '2026-03-20' };
    const readRefusal = async (...asked: Parameters<typeof setFor>) => readProblemCode((await setFor(...asked)).body);
    expect(await readRefusal(simon, absence, ben)).toBe('USER_NOT_FOUND');
    expect(await readRefusal(ada, absence, root)).toBe('USER_NOT_FOUND');
    expect(await readRefusal(root, absence)).toBe('USER_NOT_FOUND');
    expect(await readRefusal(ada, absence)).toBe('NOT_PERMITTED');
    for (const wrong of [
      { deputyId: simon.id },
      { deputyId: ada.id },
      { from: '2026-03-21' },
      { from: '2026-03-01', until: '2026-03-09' },
      { until: '2028-01-01' },
    ])
      expect(await readRefusal(simon, { ...absence, ...wrong })).toBe('INVALID');
    expect((await setFor(carl, { deputyId: root.id, from: '2026-03-19', until: '2026-03-25' }, root)).status).toBe(200);
    expect(await readRefusal(simon, { ...absence, deputyId: carl.id })).toBe('INVALID');
    const response = await setFor(simon, absence, root);
    expect(readAbsence.reply.parse(response.body).absence).toEqual({
      deputy: { userId: ben.id, name: 'Test ben' },
      from: '2026-03-10',
      until: '2026-03-20',
      namedAt: new Date(portal.now()).toISOString(),
    });
    expect(await listCustomers(ben)).toHaveLength(3);
    const endSimonsAbsence = () => portal.call(endAbsence, { token: simon.token, params: { id: simon.id } });
    expect((await endSimonsAbsence()).body).toMatchObject({ absence: null });
    expect(readProblemCode((await endSimonsAbsence()).body)).toBe('RESULTS_NOT_FOUND');
    expect(await listCustomers(ben)).toEqual(['NO@customer.example']);
    const rows = await selectAuditEntries(portal.database.kysely)
      .select(['action', 'actorId', 'subjectId', 'before', 'after'])
      .where('action', 'like', 'user.%Absence')
      .where('subjectId', '=', String(simon.id))
      .orderBy('id')
      .execute();
    const auditValues = JSON.stringify({ deputyId: ben.id, from: '2026-03-10', until: '2026-03-20' });
    expect(rows.map(({ action, actorId, before, after }) => [action, actorId, before, after])).toEqual([
      ['user.setAbsence', root.id, null, auditValues],
      ['user.endAbsence', simon.id, auditValues, null],
    ]);
  });

  test('an absence ends when the salesman or the deputy is deleted or gets another profile (T420)', async () => {
    const { portal, root, simon, ben, carl, setFor, listCustomers } = await openWithDeputies(kind);
    await setFor(simon, { deputyId: ben.id, from: '2026-03-10', until: '2026-03-20' });
    const changeProfile = async (id: number, profileID: number) => {
      const { body } = await portal.call(users.get, { token: root.token, params: { id } });
      const { version } = users.get.reply.parse(body);
      const change = { profileID, version };
      expect((await portal.call(users.update, { token: root.token, params: { id }, body: change })).status).toBe(200);
    };
    for (const profileID of [5, 2]) await changeProfile(ben.id, profileID);
    expect(await listCustomers(ben)).toEqual([]);
    await setFor(simon, { deputyId: carl.id, from: '2026-03-10', until: '2026-03-20' });
    expect((await portal.call(users.remove, { token: root.token, params: { id: carl.id } })).status).toBe(204);
    const token = await createSession(portal, simon);
    const { body } = await portal.call(readAbsence, { token, params: { id: simon.id } });
    const { absence, deputies } = readAbsence.reply.parse(body);
    expect(absence).toBeNull();
    expect(new Set(deputies.map(({ userId }) => userId))).toEqual(new Set([root.id, ben.id]));
    await setFor(simon, { deputyId: ben.id, from: '2026-03-10', until: '2026-03-20' });
    expect((await portal.call(users.remove, { token: root.token, params: { id: simon.id } })).status).toBe(204);
    expect(await portal.database.kysely.selectFrom('absences').selectAll().execute()).toEqual([]);
  });
});
