import { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import { handOver } from '@basics/contract/hand-over.ts';
import { users } from '@basics/contract/users.ts';
import { describe, expect, test } from 'vitest';
import { databases } from '#server/testing/databases.ts';
import { openHelpRequests } from '#server/testing/help-requests.ts';
import { addPerson } from '#server/testing/people.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { assignSalesman, createUserBody } from '#server/testing/staff.ts';

describe.each(databases)('handing over a territory on %s', (kind) => {
  test('assignments, users, requests and help requests go to the other salesman in one step, after a preview', async () => {
    const { portal, root, simon, ada, askSuccessfully, search } = await openHelpRequests(kind);
    const { kysely } = portal.database;
    const nextSalesman = await addPerson(portal, { profileId: 2, login: 'next@portal.example' });
    await assignSalesman(portal.database, simon.id, 'AT', 'blue');
    await assignSalesman(portal.database, nextSalesman.id, 'AT', 'blue');
    const customerBody = createUserBody({
      country: 'NO',
      login: 'own@customer.example',
      email: 'own@customer.example',
    });
    await portal.call(users.create, { token: simon.token, body: customerBody });
    await portal.addUser({ login: 'asks@customer.example', status: 'pending' });
    await portal.addUser({ login: 'foreign@customer.example', country: 'NO' });
    const { helpRequestId } = await askSuccessfully();
    const handOverAs = async (who: typeof root, body: Record<string, unknown>) =>
      (await portal.call(handOver.handOver, { token: who.token, body })).body;

    const peopleCounts = { users: 2, requests: 1, questions: 1 };
    const movedCounts = { assignments: 2, ...peopleCounts, receiver: peopleCounts };
    const handOverBody = { from: simon.id, to: nextSalesman.id };
    expect(await handOverAs(root, { ...handOverBody, preview: true })).toEqual(movedCounts);
    expect((await search(nextSalesman)).total).toBe(0);
    expect(await handOverAs(root, handOverBody)).toEqual(movedCounts);
    expect((await search(nextSalesman)).ids).toEqual([helpRequestId]);
    expect((await search(simon)).total).toBe(0);
    const find = async (who: typeof root) =>
      users.search.reply.parse((await portal.call(users.search, { token: who.token, body: {} })).body).items;
    expect((await find(nextSalesman)).map(({ login }) => login).toSorted()).toEqual([
      'ada@customer.example',
      'next@portal.example',
      'own@customer.example',
    ]);
    expect((await find(simon)).map(({ login }) => login)).toEqual(['simon@portal.example']);
    const assignmentRows = await kysely.selectFrom('countryBrandSalesmen').select(['country', 'salesmanId']).execute();
    expect(assignmentRows.map(({ country, salesmanId }) => `${country} ${salesmanId}`).toSorted()).toEqual([
      `AT ${nextSalesman.id}`,
      `DE ${nextSalesman.id}`,
    ]);
    expect(readProblemCode(await handOverAs(nextSalesman, handOverBody))).toBe('NOT_PERMITTED');
    expect(readProblemCode(await handOverAs(root, { from: ada.id, to: nextSalesman.id }))).toBe('USER_NOT_FOUND');
    expect(readProblemCode(await handOverAs(root, { from: nextSalesman.id, to: ada.id }))).toBe('INVALID');
  });

  test('one country goes to another salesman, and the preview shows how many records each salesman loses and gets', async () => {
    const { portal, root, simon } = await openHelpRequests(kind);
    const { kysely } = portal.database;
    const nextSalesman = await addPerson(portal, { profileId: 2, login: 'next@portal.example' });
    await assignSalesman(portal.database, simon.id, 'AT', 'blue');
    await assignSalesman(portal.database, nextSalesman.id, 'DE', 'red');
    await portal.addUser({ login: 'vienna@customer.example', country: 'AT' });
    await portal.addUser({ login: 'own@customer.example', country: 'DE', createdBy: simon.id });
    await portal.addUser({ login: 'seen@customer.example', country: 'DE', createdBy: nextSalesman.id });
    // Simon keeps the customer that Simon created, and the other salesman has seen one of the three already.
    const body = { from: simon.id, to: nextSalesman.id, country: 'DE' };
    const peopleCounts = { users: 2, requests: 0, questions: 0 };
    const movedCounts = { assignments: 1, ...peopleCounts, receiver: peopleCounts };
    const ask = async (preview: boolean) =>
      (await portal.call(handOver.handOver, { token: root.token, body: { ...body, preview } })).body;
    const listAssignments = async () =>
      (await kysely.selectFrom('countryBrandSalesmen').select(['country', 'brandId', 'salesmanId']).execute())
        .map(({ country, brandId, salesmanId }) => `${country} ${brandId} ${salesmanId}`)
        .toSorted();
    const assignmentsBefore = await listAssignments();
    expect(await ask(true)).toEqual(movedCounts);
    expect(await listAssignments()).toEqual(assignmentsBefore);
    expect(await ask(false)).toEqual(movedCounts);
    expect(await listAssignments()).toEqual([
      `AT blue ${simon.id}`,
      `DE blue ${nextSalesman.id}`,
      `DE red ${nextSalesman.id}`,
    ]);
    const visibleUsers = users.search.reply.parse(
      (await portal.call(users.search, { token: simon.token, body: {} })).body,
    );
    expect(visibleUsers.items.map(({ login }) => login).toSorted()).toEqual([
      'own@customer.example',
      'simon@portal.example',
      'vienna@customer.example',
    ]);
  });

  test('a change to an assignment that someone else has changed is refused', async () => {
    const { portal, root, simon } = await openHelpRequests(kind);
    const { id } = await portal.database.kysely
      .selectFrom('countryBrandSalesmen')
      .select('id')
      .executeTakeFirstOrThrow();
    const body = { country: 'DE', brand: 'blue', salesmanId: simon.id, version: 1 };
    const changeAssignment = () => portal.call(countrySalesmen.update, { token: root.token, params: { id }, body });
    expect(await changeAssignment()).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await changeAssignment()).toMatchObject({ status: 409, body: { code: 'STALE' } });
  });
});
