import { helpCase, helpRequests } from '@basics/contract/help-requests.ts';
import { users } from '@basics/contract/users.ts';
import { describe, expect, test } from 'vitest';
import { minutes } from '#server/platform/clock.ts';
import { readCsvCells } from '#server/testing/csv.ts';
import { databases } from '#server/testing/databases.ts';
import { createCode, machine } from '#server/testing/machine.ts';
import { addPerson } from '#server/testing/people.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { openHelpRequests } from '#server/testing/help-requests.ts';

describe.each(databases)('the list of help requests on %s', (kind) => {
  test('a salesman sees only requests of customers in scope, also in the total, and other requests are not found', async () => {
    const { portal, simon, root, askSuccessfully, search, get, answer } = await openHelpRequests(kind);
    const own = await askSuccessfully();
    const foreign = await askSuccessfully(await addPerson(portal, { country: 'NO' }), 'no code');
    expect(await search(simon)).toMatchObject({ ids: [own.helpRequestId], total: 1 });
    expect((await search(root)).total).toBe(2);
    for (const tried of [
      await get(simon, foreign.helpRequestId),
      await answer(simon, foreign.helpRequestId, { answer: 'reply', words: 'x' }),
    ])
      expect([tried.status, readProblemCode(tried.body)]).toEqual([404, 'RESULTS_NOT_FOUND']);
  });

  test('the list can be searched by user and PC, filtered by status, sorted and read in pages', async () => {
    const { portal, root, simon, askSuccessfully, search, answer } = await openHelpRequests(kind);
    const first = await askSuccessfully(undefined, createCode(machine('Übergröße')));
    portal.pass(minutes(1));
    const bob = await addPerson(portal, { login: 'zoe@customer.example' });
    await portal.database.kysely.deleteFrom('toolGrants').where('userId', '=', bob.id).execute();
    const second = await askSuccessfully(bob, createCode(machine('Alpha'), { at: portal.now() }));
    expect((await search(root)).ids).toEqual([first.helpRequestId, second.helpRequestId]);
    expect((await search(root, { keyword: 'ubergrosse' })).ids).toEqual([first.helpRequestId]);
    expect((await search(root, { keyword: 'zoe alpha' })).ids).toEqual([second.helpRequestId]);
    expect((await search(root, { keyword: '%' })).total).toBe(0);
    const sorted = async (field: string, direction: string) =>
      (await search(root, { sort: { field, direction } })).ids.indexOf(first.helpRequestId);
    expect(await sorted('askedAt', 'desc')).toBe(1);
    expect(await sorted('machineName', 'asc')).toBe(1);
    expect(await sorted('lastName', 'asc')).toBe(0);
    expect(await search(root, { pageSize: 1, pageNumber: 2 })).toMatchObject({ ids: [second.helpRequestId], total: 2 });
    await answer(simon, first.helpRequestId, { answer: 'reply', words: 'So it is.' });
    expect((await search(root)).ids).toEqual([second.helpRequestId]);
    expect((await search(root, { state: 'replied' })).ids).toEqual([first.helpRequestId]);
  });

  test('a single request shows what the code gets now, and the tools and PCs of its owner', async () => {
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
    const expired = { expiresAt: portal.now() };
    await portal.database.kysely.updateTable('licenses').set(expired).where('userId', '=', body.user.userId).execute();
    const later = helpCase.parse((await get(simon, helpRequestId)).body);
    expect(later.machines.map(({ holdsSeat }) => holdsSeat)).toEqual([false, false]);
    const bare = await addPerson(portal, { grants: [] });
    const without = await askSuccessfully(bare, createCode(machine('BARE')));
    expect(helpCase.parse((await get(simon, without.helpRequestId)).body)).toMatchObject({
      problem: { code: 'NO_TOOL_GRANT' },
      missing: { tool: 'basics', brand: 'blue' },
      tools: [],
    });
    const unread = await askSuccessfully(bare, 'hello');
    expect(helpCase.parse((await get(simon, unread.helpRequestId)).body)).toMatchObject({ now: null, machines: [] });
  });

  test('the list is exported as CSV: in scope, filtered and sorted, and no cell is a formula', async () => {
    const { portal, simon, root, ada, askSuccessfully, answer } = await openHelpRequests(kind);
    const first = await askSuccessfully(ada, createCode(machine('=1+1')), { comment: '@SUM(A1)' });
    await askSuccessfully(await addPerson(portal, { country: 'NO' }), 'no code');
    const rows = async (token: string, body: Record<string, unknown> = {}) =>
      readCsvCells(await portal.call(helpRequests.export, { token, body }));
    expect(await rows(simon.token)).toMatchObject([
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
    expect((await rows(root.token, { sort })).map(({ problem }) => problem)).toEqual(['SEAT_LIMIT', 'NOT_A_CODE']);
    await answer(simon, first.helpRequestId, { answer: 'reply', words: 'So.' });
    expect(await rows(root.token, { state: 'replied' })).toMatchObject([{ closedBy: 'Test simon', answer: 'So.' }]);
    expect(await rows(root.token, { keyword: 'nobody' })).toEqual([]);
  });

  test('the deletion of an account deletes the texts of its help requests', async () => {
    const { portal, root, ada, askSuccessfully, search } = await openHelpRequests(kind);
    await askSuccessfully();
    await portal.call(users.remove, { token: root.token, params: { id: ada.id } });
    expect((await search(root)).total).toBe(0);
    expect(await portal.database.kysely.selectFrom('helpRequests').selectAll().execute()).toEqual([]);
  });
});
