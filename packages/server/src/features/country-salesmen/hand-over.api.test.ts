import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { handOver } from '@basics/contract/country-salesmen/hand-over.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { databases } from '#server/testing/database/databases.ts';
import { openHelpRequests } from '#server/testing/records/help-requests.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { assignSalesman, createUserBody } from '#server/testing/records/staff.ts';

describe.each(databases)('handing over a territory (%s)', (kind) => {
  test('after a preview, a hand-over moves assignments, users, requests and help requests to another salesman in one step', async () => {
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

    const peopleCounts = { users: 2, companies: 1, requests: 1, questions: 1 };
    const movedCounts = { assignments: 2, ...peopleCounts, receiver: peopleCounts };
    const fromAndTo = { from: simon.id, to: nextSalesman.id };
    const preview = handOver.handOver.reply.parse(await handOverAs(root, { ...fromAndTo, preview: true }));
    expect(preview).toMatchObject(movedCounts);
    const handOverBody = { ...fromAndTo, digest: preview.digest };
    expect((await search(nextSalesman)).total).toBe(0);
    expect(await handOverAs(root, handOverBody)).toEqual(preview);
    expect((await search(nextSalesman)).ids).toEqual([helpRequestId]);
    expect((await search(simon)).total).toBe(0);
    const findUsersOf = async (who: typeof root) =>
      users.search.reply.parse((await portal.call(users.search, { token: who.token, body: {} })).body).items;
    expect((await findUsersOf(nextSalesman)).map(({ login }) => login).toSorted()).toEqual([
      'ada@customer.example',
      'next@portal.example',
      'own@customer.example',
    ]);
    expect((await findUsersOf(simon)).map(({ login }) => login)).toEqual(['simon@portal.example']);
    const assignmentRows = await kysely.selectFrom('countryBrandSalesmen').select(['country', 'salesmanId']).execute();
    expect(assignmentRows.map(({ country, salesmanId }) => `${country} ${salesmanId}`).toSorted()).toEqual([
      `AT ${nextSalesman.id}`,
      `DE ${nextSalesman.id}`,
    ]);
    expect(readProblemCode(await handOverAs(nextSalesman, handOverBody))).toBe('NOT_PERMITTED');
    expect(readProblemCode(await handOverAs(root, { ...handOverBody, from: ada.id }))).toBe('USER_NOT_FOUND');
    expect(readProblemCode(await handOverAs(root, { ...handOverBody, from: nextSalesman.id, to: ada.id }))).toBe(
      'INVALID',
    );
  });

  test('one country can be handed over to another salesman, and the preview shows how many records each salesman loses and gets', async () => {
    const { portal, root, simon } = await openHelpRequests(kind);
    const { kysely } = portal.database;
    const nextSalesman = await addPerson(portal, { profileId: 2, login: 'next@portal.example' });
    await assignSalesman(portal.database, simon.id, 'AT', 'blue');
    await assignSalesman(portal.database, nextSalesman.id, 'DE', 'red');
    await portal.addUser({ login: 'vienna@customer.example', country: 'AT' });
    await portal.addUser({ login: 'own@customer.example', country: 'DE', createdBy: simon.id });
    await portal.addUser({ login: 'seen@customer.example', country: 'DE', createdBy: nextSalesman.id });
    // Simon loses two of three German customers, and still sees the third customer, whom Simon created. The other
    // salesman gets two German customers, and saw the third customer before.
    const body = { from: simon.id, to: nextSalesman.id, country: 'DE' };
    const peopleCounts = { users: 2, companies: 0, requests: 0, questions: 0 };
    const moves = [{ country: 'DE', brand: 'blue' }];
    const movedCounts = { assignments: 1, moves, ...peopleCounts, receiver: peopleCounts };
    const handOverCountry = async (confirmation: Record<string, unknown>) =>
      handOver.handOver.reply.parse(
        (await portal.call(handOver.handOver, { token: root.token, body: { ...body, ...confirmation } })).body,
      );
    const listAssignments = async () =>
      (await kysely.selectFrom('countryBrandSalesmen').select(['country', 'brandId', 'salesmanId']).execute())
        .map(({ country, brandId, salesmanId }) => `${country} ${brandId} ${salesmanId}`)
        .toSorted();
    const assignmentsBefore = await listAssignments();
    const preview = await handOverCountry({ preview: true });
    expect(preview).toMatchObject(movedCounts);
    expect(await listAssignments()).toEqual(assignmentsBefore);
    expect(await handOverCountry({ digest: preview.digest })).toEqual(preview);
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

  test('a hand-over needs the digest of its preview, and is refused if the territory has changed since the preview', async () => {
    const { portal, root, simon } = await openHelpRequests(kind);
    const nextSalesman = await addPerson(portal, { profileId: 2, login: 'next@portal.example' });
    const fromAndTo = { from: simon.id, to: nextSalesman.id };
    const handOverWith = (confirmation: Record<string, unknown>) =>
      portal.call(handOver.handOver, { token: root.token, body: { ...fromAndTo, ...confirmation } });
    const preview = async () => handOver.handOver.reply.parse((await handOverWith({ preview: true })).body);
    expect(await handOverWith({})).toMatchObject({ status: 422, body: { fields: { digest: expect.any(String) } } });
    const oldPreview = await preview();
    await assignSalesman(portal.database, simon.id, 'AT', 'blue');
    expect(await handOverWith({ digest: oldPreview.digest })).toMatchObject({ status: 409, body: { code: 'STALE' } });
    const newPreview = await preview();
    expect([oldPreview.assignments, newPreview.assignments]).toEqual([1, 2]);
    await portal.addUser({ login: 'newcomer@customer.example', country: 'AT' });
    expect(await handOverWith({ digest: newPreview.digest })).toMatchObject({ status: 409 });
    expect(await handOverWith({ digest: (await preview()).digest })).toMatchObject({
      status: 200,
      body: { assignments: 2 },
    });
  });

  test('the list of territories contains all active salesmen, and the suspended salesmen who still have assignments or users', async () => {
    const { portal, root, simon } = await openHelpRequests(kind);
    const { kysely } = portal.database;
    const suspendedWithUsers = await portal.addUser({ login: 'zoe@portal.example', profileId: 2, status: 'suspended' });
    await portal.addUser({ login: 'idle@portal.example', profileId: 2, status: 'suspended' });
    await portal.addUser({ login: 'own@customer.example', createdBy: suspendedWithUsers });
    const deletedUser = await portal.addUser({ login: 'left@customer.example', createdBy: suspendedWithUsers });
    await kysely.updateTable('users').set({ status: 'deleted' }).where('id', '=', deletedUser).execute();
    const readTerritories = async () =>
      handOver.territories.reply
        .parse((await portal.call(handOver.territories, { token: root.token })).body)
        .items.map(({ userId, isActive, assignments, users: created }) => [userId, isActive, assignments, created]);
    expect(await readTerritories()).toEqual([
      [simon.id, true, 1, 0],
      [suspendedWithUsers, false, 0, 1],
    ]);
    await kysely.updateTable('users').set({ status: 'suspended' }).where('id', '=', simon.id).execute();
    expect(await readTerritories()).toEqual([
      [simon.id, false, 1, 0],
      [suspendedWithUsers, false, 0, 1],
    ]);
  });

  test('a change or deletion of an assignment is refused if someone else has changed the assignment meanwhile', async () => {
    const { portal, root, simon } = await openHelpRequests(kind);
    const { id } = await portal.database.kysely
      .selectFrom('countryBrandSalesmen')
      .select('id')
      .executeTakeFirstOrThrow();
    const body = { country: 'DE', brand: 'red', salesmanId: simon.id, version: 1 };
    const changeAssignment = () => portal.call(countrySalesmen.update, { token: root.token, params: { id }, body });
    expect(await changeAssignment()).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await changeAssignment()).toMatchObject({ status: 409, body: { code: 'STALE' } });
    const remove = (version: number) =>
      portal.call(countrySalesmen.remove, { token: root.token, params: { id }, query: { version } });
    expect(await remove(1)).toMatchObject({ status: 409, body: { code: 'STALE' } });
    expect((await remove(2)).status).toBe(204);
  });
});
