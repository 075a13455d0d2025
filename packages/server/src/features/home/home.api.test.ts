import { home, type HomeFigures } from '@basics/contract/home/home.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { describe, expect, test } from 'vitest';
import { days } from '#server/platform/clock/clock.ts';
import { databases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { noon, type NewUser, type Portal } from '#server/testing/portal.ts';
import { openStaffedPortal } from '#server/testing/records/staff.ts';
import { staffInbox } from '@basics/contract/home/inbox.ts';
import { openHelpRequests } from '#server/testing/records/help-requests.ts';
import { addPerson, createSession } from '#server/testing/records/people.ts';

async function fetchFigures(portal: Portal, token: string): Promise<HomeFigures> {
  const response = await portal.call(home.figures, { token });
  expect(response.status).toBe(200);
  return home.figures.reply.parse(response.body);
}

/** Formats the age spans that have at least one row as `from-to: count`. */
const listAges = ({ byAge }: HomeFigures['requests']): string[] =>
  byAge.filter(({ count }) => count > 0).map(({ fromDays, toDays, count }) => `${fromDays}-${toDays ?? ''}: ${count}`);

const listMonths = ({ byMonth }: HomeFigures['licenses']): string[] =>
  byMonth.filter(({ count }) => count > 0).map(({ month, count }) => `${month}: ${count}`);

describe.each(databases)('the figures on the home page (%s)', (kind) => {
  test("open requests in the viewer's scope are counted by their age in whole days", async () => {
    const { portal, asRoot, asAda } = await openStaffedPortal(kind);
    const ages = [0, days(2) - 1, days(2), days(3), days(8), days(45)];
    for (const [index, age] of ages.entries()) {
      const id = await portal.addUser({ login: `german${index}@wait.example`, status: 'pending' });
      await setRequestDate(portal, id, noon - age);
    }
    const frenchRequest = await portal.addUser({ login: 'french@wait.example', status: 'pending', country: 'FR' });
    await setRequestDate(portal, frenchRequest, noon - days(20));
    const requestFigures = (await fetchFigures(portal, asAda)).requests;
    expect(requestFigures.total).toBe(6);
    expect(listAges(requestFigures)).toEqual(['0-1: 2', '2-3: 2', '8-14: 1', '31-: 1']);
    expect((await fetchFigures(portal, asRoot)).requests.total).toBe(7);
  });

  test('valid licences are counted by the month in which they expire', async () => {
    const { portal, asRoot, asAda } = await openStaffedPortal(kind);
    const yearCustomer = await addLicensedCustomer(portal, 'year@has.example', { profileId: 7 });
    await addLicensedCustomer(portal, 'half@has.example', { profileId: 13 });
    await addLicensedCustomer(portal, 'abroad@has.example', { profileId: 13, country: 'FR' });
    await addLicensedCustomer(portal, 'month@has.example', { profileId: 0 });
    expect(listMonths((await fetchFigures(portal, asRoot)).licenses)).toEqual(['2026-04: 1', '2026-09: 2']);
    expect((await fetchFigures(portal, asAda)).licenses.total).toBe(2);
    portal.pass(days(40));
    // 40 days later, the licence with a term of a year ends within the shown months, and the licence with a term of a month has expired.
    expect(listMonths((await fetchFigures(portal, await portal.signIn('ada@portal.example'))).licenses)).toEqual([
      '2026-09: 1',
      '2027-03: 1',
    ]);
    await portal.database.kysely
      .updateTable('licenses')
      .set({ revokedAt: portal.now(), revokedReason: 'stolen' })
      .where('userId', '=', yearCustomer)
      .execute();
    expect((await fetchFigures(portal, await portal.signIn('ada@portal.example'))).licenses.total).toBe(1);
  });

  test('accounts that were never activated are counted by the time since the approval', async () => {
    const { portal, asAda } = await openStaffedPortal(kind);
    for (const [index, age] of [days(1), days(5), days(6)].entries()) {
      const id = await portal.addUser({ login: `granted${index}@wait.example`, status: 'pending' });
      await portal.database.kysely
        .updateTable('users')
        .set({ status: 'approved', decidedAt: noon - age })
        .where('id', '=', id)
        .execute();
    }
    expect(listAges((await fetchFigures(portal, asAda)).neverActivated)).toEqual(['0-1: 1', '4-7: 2']);
  });

  test('a customer cannot read the figures of the home page', async () => {
    const { portal } = await openStaffedPortal(kind);
    await portal.addUser({ login: 'customer@has.example' });
    const response = await portal.call(home.figures, { token: await portal.signIn('customer@has.example') });
    expect(response.status).toBe(403);
  });
});

const setRequestDate = (portal: Portal, id: number, at: number) =>
  portal.database.kysely.updateTable('users').set({ requestDate: at }).where('id', '=', id).execute();

/** Adds a customer, issues a licence to the customer, and returns the id of the customer. */
async function addLicensedCustomer(portal: Portal, login: string, user: Partial<NewUser>): Promise<number> {
  const id = await portal.addUser({ login, grants: [{ brand: 'blue' }], ...user });
  const token = await portal.signIn(login);
  const body = { verificationCode: createCode(createMachine(login), { at: portal.now() }) };
  const response = await portal.call(licenses.issue, { token, params: { id }, body });
  expect(response.status).toBe(200);
  return id;
}

describe.each(databases)('the inbox (%s)', (kind) => {
  test('the inbox lists and counts the tasks of customers in scope only', async () => {
    const { portal, root, simon, ada, askSuccessfully, ask } = await openHelpRequests(kind);
    const { kysely } = portal.database;
    const customerOutOfScope = await addPerson(portal, { login: 'far@customer.example', country: 'NO' });
    await portal.call(licenses.issue, {
      token: customerOutOfScope.token,
      params: { id: customerOutOfScope.id },
      body: { verificationCode: createCode(createMachine('FJORD')) },
    });
    await askSuccessfully();
    await ask(customerOutOfScope, createCode(createMachine('FJORD-2'), { toolId: 9 }));
    await portal.addUser({ login: 'asks@customer.example', status: 'pending' });
    await portal.addUser({ login: 'asks-far@customer.example', status: 'pending', country: 'NO' });
    const invitedUserId = await portal.addUser({ login: 'invited@customer.example' });
    await kysely.updateTable('users').set({ status: 'approved' }).where('id', '=', invitedUserId).execute();
    await kysely.updateTable('outbox').set({ state: 'failed', userId: ada.id, toAddress: ada.login }).execute();
    portal.pass(days(350));

    const readInbox = async (who: typeof simon) => {
      const response = await portal.call(staffInbox.inbox, { token: await createSession(portal, who) });
      return staffInbox.inbox.reply.parse(response.body);
    };
    const inboxOfSimon = await readInbox(simon);
    expect(inboxOfSimon.questions.items.map(({ machineName, userId }) => [machineName, userId])).toEqual([
      ['CAD-07', ada.id],
    ]);
    expect(inboxOfSimon.requests).toMatchObject({ total: 1, items: [{ name: 'Test asks' }] });
    expect(inboxOfSimon.neverActivated).toMatchObject({ total: 1, items: [{ name: 'Test invited' }] });
    expect(inboxOfSimon.ending.items.map(({ machineName }) => machineName)).toEqual(['A', 'B']);
    expect(inboxOfSimon.ending.items.map(({ canRenew }) => canRenew)).toEqual([true, true]);
    expect(inboxOfSimon.failedMails.items[0]?.userId).toBe(ada.id);
    expect(inboxOfSimon.gaps.total).toBe(0);
    const countsResponse = await portal.call(staffInbox.counts, { token: await createSession(portal, simon) });
    expect(countsResponse.body).toEqual({
      lostPcs: { total: 0 },
      questions: { total: 1, isLate: true },
      requests: { total: 1 },
      failedMails: { total: inboxOfSimon.failedMails.total },
      followUps: { total: 0 },
    });

    const inboxOfRoot = await readInbox(root);
    expect([inboxOfRoot.questions, inboxOfRoot.requests, inboxOfRoot.ending].map(({ total }) => total)).toEqual([
      2, 2, 3,
    ]);
    expect(inboxOfRoot.gaps.items).toEqual([{ country: 'NO', brand: 'blue', people: 2 }]);
    const updateLicenses = kysely.updateTable('licenses').where('userId', '=', ada.id);
    await updateLicenses
      .set({ isBridge: 1 })
      .where('id', '=', inboxOfSimon.ending.items[0]?.licenseId ?? 0)
      .execute();
    await kysely.updateTable('toolGrants').set({ validTo: '2027-03-10' }).where('userId', '=', ada.id).execute();
    expect((await readInbox(simon)).ending).toMatchObject({ total: 1, items: [{ machineName: 'B', canRenew: false }] });
    const refusedResponse = await portal.call(staffInbox.inbox, { token: await createSession(portal, ada) });
    expect(refusedResponse.status).toBe(403);
  });
});
