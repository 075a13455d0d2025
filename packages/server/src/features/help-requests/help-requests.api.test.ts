import { helpCase, helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { deletedUsers } from '@basics/contract/users/deleted-users.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { rewriteSearchTexts } from '#server/features/users/list/search-users.repository.ts';
import { minutes } from '#server/platform/clock/clock.ts';
import { readCsvCells } from '#server/testing/records/csv.ts';
import { databases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { openHelpRequests } from '#server/testing/records/help-requests.ts';

describe.each(databases)('the list of help requests (%s)', (kind) => {
  test('a salesman sees and counts only help requests of customers in scope, and gets "not found" for other help requests', async () => {
    const { portal, simon, root, askSuccessfully, search, get, answer } = await openHelpRequests(kind);
    const ownRequest = await askSuccessfully();
    const foreignRequest = await askSuccessfully(await addPerson(portal, { country: 'NO' }), 'no code');
    expect(await search(simon)).toMatchObject({ ids: [ownRequest.helpRequestId], total: 1 });
    expect((await search(root)).total).toBe(2);
    for (const attempt of [
      await get(simon, foreignRequest.helpRequestId),
      await answer(simon, foreignRequest.helpRequestId, { answer: 'reply', words: 'x' }),
    ])
      expect([attempt.status, readProblemCode(attempt.body)]).toEqual([404, 'RESULTS_NOT_FOUND']);
  });

  test('the list of help requests can be searched by user and PC, filtered by status, sorted and read in pages', async () => {
    const { portal, root, simon, askSuccessfully, search, answer } = await openHelpRequests(kind);
    const firstRequest = await askSuccessfully(undefined, createCode(createMachine('Übergröße')));
    portal.pass(minutes(1));
    const bob = await addPerson(portal, { login: 'zoe@customer.example' });
    await portal.database.kysely.deleteFrom('toolGrants').where('userId', '=', bob.id).execute();
    const secondRequest = await askSuccessfully(bob, createCode(createMachine('Alpha'), { at: portal.now() }));
    expect((await search(root)).ids).toEqual([firstRequest.helpRequestId, secondRequest.helpRequestId]);
    expect((await search(root, { keyword: 'ubergrosse' })).ids).toEqual([firstRequest.helpRequestId]);
    expect((await search(root, { keyword: 'zoe alpha' })).ids).toEqual([secondRequest.helpRequestId]);
    expect((await search(root, { keyword: '%' })).total).toBe(0);
    const names = { firstName: 'Bob', lastName: 'Berg', company: 'Zoë Höhne' };
    await portal.database.kysely.updateTable('users').set(names).where('id', '=', bob.id).execute();
    await portal.database.transact((trx) => rewriteSearchTexts(trx, [bob.id]));
    expect(await search(root, { company: 'zoe hohne' })).toMatchObject({
      ids: [secondRequest.helpRequestId],
      total: 1,
    });
    expect((await search(root, { company: 'zoe' })).ids).toEqual([]);
    expect((await search(root, { keyword: 'zoe h' })).companyOfKeyword).toBe('Zoë Höhne');
    const listSorted = async (field: string, direction: string) =>
      (await search(root, { sort: { field, direction } })).ids.indexOf(firstRequest.helpRequestId);
    expect(await listSorted('askedAt', 'desc')).toBe(1);
    expect(await listSorted('machineName', 'asc')).toBe(1);
    expect(await listSorted('lastName', 'asc')).toBe(0);
    expect(await search(root, { pageSize: 1, pageNumber: 2 })).toMatchObject({
      ids: [secondRequest.helpRequestId],
      total: 2,
    });
    await answer(simon, firstRequest.helpRequestId, { answer: 'reply', words: 'So it is.' });
    expect((await search(root)).ids).toEqual([secondRequest.helpRequestId]);
    expect((await search(root, { state: 'replied' })).ids).toEqual([firstRequest.helpRequestId]);
  });

  test('a single help request shows the licence that its code would get now, and the tools and PCs of its owner', async () => {
    const { portal, simon, askSuccessfully, get } = await openHelpRequests(kind);
    const { helpRequestId } = await askSuccessfully();
    const body = helpCase.parse((await get(simon, helpRequestId)).body);
    expect(body).toMatchObject({
      toolName: 'Basics',
      now: { problem: { code: 'SEAT_LIMIT' }, offer: { seatsUsed: 2, seatsAllowed: 2 } },
      missing: null,
      tools: [{ tool: 'basics', brand: 'blue' }],
      machines: [
        { name: 'B', expiryDate: '2027-03-10', holdsSeat: true },
        { name: 'A', expiryDate: '2027-03-10', holdsSeat: true },
      ],
    });
    const expiredTerm = { expiresAt: portal.now() };
    await portal.database.kysely
      .updateTable('licenses')
      .set(expiredTerm)
      .where('userId', '=', body.user.userId)
      .execute();
    const laterCase = helpCase.parse((await get(simon, helpRequestId)).body);
    expect(laterCase.machines.map(({ holdsSeat }) => holdsSeat)).toEqual([false, false]);
    const newCustomer = await addPerson(portal, { grants: [] });
    const requestWithoutTool = await askSuccessfully(newCustomer, createCode(createMachine('BARE')));
    expect(helpCase.parse((await get(simon, requestWithoutTool.helpRequestId)).body)).toMatchObject({
      problem: { code: 'NO_TOOL_GRANT' },
      missing: { tool: 'basics', brand: 'blue', validTo: null },
      tools: [],
    });
    const unreadableRequest = await askSuccessfully(newCustomer, 'hello');
    expect(helpCase.parse((await get(simon, unreadableRequest.helpRequestId)).body)).toMatchObject({
      now: null,
      machines: [],
    });
  });

  test('the CSV export of the help requests contains only requests in scope, filtered and sorted, and no cell is a formula', async () => {
    const { portal, simon, root, ada, askSuccessfully, answer } = await openHelpRequests(kind);
    const createdRequest = await askSuccessfully(ada, createCode(createMachine('=1+1')), { comment: '@SUM(A1)' });
    await askSuccessfully(await addPerson(portal, { country: 'NO' }), 'no code');
    const exportRows = async (token: string, body: Record<string, unknown> = {}) =>
      readCsvCells(await portal.call(helpRequests.export, { token, body }));
    expect(await exportRows(simon.token)).toMatchObject([
      {
        login: ada.login,
        machineName: "'=1+1",
        comment: "'@SUM(A1)",
        problem: 'SEAT_LIMIT',
        state: 'open',
        closedBy: '',
      },
    ]);
    const sort = { field: 'machineName', direction: 'desc' };
    expect((await exportRows(root.token, { sort })).map(({ problem }) => problem)).toEqual([
      'SEAT_LIMIT',
      'NOT_A_CODE',
    ]);
    await answer(simon, createdRequest.helpRequestId, { answer: 'reply', words: 'So.' });
    expect(await exportRows(root.token, { state: 'replied' })).toMatchObject([
      { closedBy: 'Test simon', answer: 'So.' },
    ]);
    expect((await exportRows(root.token, { state: 'all', sort })).map(({ state }) => state)).toEqual([
      'replied',
      'open',
    ]);
    expect(await exportRows(root.token, { keyword: 'nobody' })).toEqual([]);
  });

  test('the deletion of an account hides its help requests, and the deletion for good deletes them', async () => {
    const { portal, root, ada, askSuccessfully, search } = await openHelpRequests(kind);
    await askSuccessfully();
    await portal.call(users.remove, { token: root.token, params: { id: ada.id } });
    expect((await search(root)).total).toBe(0);
    await portal.call(deletedUsers.removeDeleted, { token: root.token, params: { id: ada.id } });
    expect(await portal.database.kysely.selectFrom('helpRequests').selectAll().execute()).toEqual([]);
  });
});
