import { staffInbox } from '@basics/contract/home/inbox.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { describe, expect, test } from 'vitest';
import { days } from '#server/platform/clock/clock.ts';
import { databases } from '#server/testing/database/databases.ts';
import { openHelpRequests } from '#server/testing/records/help-requests.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, createSession } from '#server/testing/records/people.ts';

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
      questions: { total: 1 },
      requests: { total: 1 },
      failedMails: { total: inboxOfSimon.failedMails.total },
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
