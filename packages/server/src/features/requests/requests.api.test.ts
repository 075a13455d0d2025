import { requests } from '@basics/contract/requests/requests.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { days } from '#server/platform/clock/clock.ts';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { readProblemCode, openPortal } from '#server/testing/portal.ts';
import {
  createApprovalBody,
  listHistory,
  listLetters,
  openStaffedPortal,
  addStaff,
} from '#server/testing/records/staff.ts';
import type { StaffedPortal } from '#server/testing/records/staff.ts';
import { slowDownDatabase } from '#server/testing/database/slow-database.ts';

async function addRequest({ portal }: StaffedPortal, name: string, but: { brandId?: string; country?: string } = {}) {
  const login = `${name}@applicant.example`;
  const id = await portal.addUser({ login, status: 'pending', profileId: null, ...but });
  const requestColumns = { requestDate: portal.now(), reason: `${name} needs it`, comment: 'soon' };
  await portal.database.kysely.updateTable('users').set(requestColumns).where('id', '=', id).execute();
  await portal.database.kysely
    .insertInto('requestedTools')
    .values({ userId: id, toolId: 'basics', brandId: but.brandId ?? 'blue' })
    .execute();
  return id;
}

const searchRequests = async (
  { portal, asRoot }: StaffedPortal,
  body: Record<string, unknown> = {},
  token = asRoot,
) => {
  const response = await portal.call(requests.search, { token, body });
  const { items, total } = requests.search.reply.parse(response.body);
  return { total, names: items.map(({ login }) => login.replace(/@.*/, '')) };
};

describe.each(databases)('requests (%s)', (kind) => {
  test('a request shows the requested tools and the responsible salesman (T340)', async () => {
    const fixture = await openStaffedPortal(kind);
    const id = await addRequest(fixture, 'one');
    const response = await fixture.portal.call(requests.get, { token: fixture.asAda, params: { id } });
    expect(response).toMatchObject({
      status: 200,
      body: {
        status: 'pending',
        requestDate: '2026-03-10T12:00:00.000Z',
        reason: 'one needs it',
        comment: 'soon',
        profileID: null,
        tools: [{ tool: 'basics', brand: 'blue', configTools: [] }],
        salesman: { userId: fixture.ada },
        decided: null,
      },
    });
  });

  test('the list of requests can be filtered and sorted, counts the matching requests, and has the oldest first by default (T344)', async () => {
    const fixture = await openStaffedPortal(kind);
    await addRequest(fixture, 'old');
    fixture.portal.pass(days(10));
    await addRequest(fixture, 'red', { brandId: 'red', country: 'NO' });
    fixture.portal.pass(days(1));
    await addRequest(fixture, 'new');
    // The administrator signs in again, because the clock has moved past the end of the session.
    const token = await fixture.portal.signIn('root@portal.example');
    const searchAsRoot = (body: Record<string, unknown>) => searchRequests(fixture, body, token);
    expect(await searchAsRoot({})).toEqual({ total: 3, names: ['old', 'red', 'new'] });
    expect(await searchAsRoot({ olderThanDays: 5 })).toEqual({ total: 1, names: ['old'] });
    expect(await searchAsRoot({ country: 'NO' })).toEqual({ total: 1, names: ['red'] });
    expect(await searchAsRoot({ brand: 'blue', tool: 'basics', pageSize: 1, pageNumber: 2 })).toEqual({
      total: 2,
      names: ['new'],
    });
    expect(await searchAsRoot({ keyword: 'red@' })).toEqual({ total: 1, names: ['red'] });
    expect((await searchAsRoot({ sort: { field: 'requestDate', direction: 'desc' } })).names).toEqual([
      'new',
      'red',
      'old',
    ]);
    for (const field of ['lastName', 'company', 'country', 'status'])
      expect((await searchAsRoot({ sort: { field, direction: 'asc' } })).total).toBe(3);
    expect((await searchAsRoot({ status: 'rejected' })).total).toBe(0);
  });

  test('an approval gives the applicant an account with the given grants, and sends the link to set a password (T342)', async () => {
    const fixture = await openStaffedPortal(kind);
    const { portal, asAda } = fixture;
    const id = await addRequest(fixture, 'one');
    const response = await portal.call(requests.approve, { token: asAda, params: { id }, body: createApprovalBody(1) });
    expect(response).toMatchObject({
      status: 200,
      body: { status: 'approved', profileID: 7, lastName: 'Neu', tools: [{ tool: 'basics' }], version: 2 },
    });
    expect(await listHistory(portal, id)).toEqual(['pending -> approved']);
    expect(await listLetters(portal)).toEqual(['requestApproved to one@applicant.example']);
    expect((await searchRequests(fixture)).total).toBe(0);
    expect((await searchRequests(fixture, { status: 'approved' })).names).toEqual(['one']);
    expect((await searchRequests(fixture, { status: 'all', keyword: 'one' })).names).toEqual(['one']);
    expect((await portal.call(users.search, { token: asAda, body: { keyword: 'neu' } })).body).toMatchObject({
      total: 1,
    });
  });

  test('a rejection needs a reason, which the applicant gets and staff can reuse (T339)', async () => {
    const fixture = await openStaffedPortal(kind);
    const { portal, asAda } = fixture;
    const id = await addRequest(fixture, 'one');
    const reject = (body: Record<string, unknown>) =>
      portal.call(requests.reject, { token: asAda, params: { id }, body });
    expect(await reject({ id })).toMatchObject({ status: 422, body: { fields: { reason: 'Reason is required.' } } });
    expect(await reject({ id: id + 1, reason: 'no' })).toMatchObject({
      status: 422,
      body: { fields: { id: expect.any(String) } },
    });
    expect(readProblemCode((await reject({ id, reason: 'no', version: 9 })).body)).toBe('STALE');
    expect(await reject({ id, reason: 'Not a customer' })).toMatchObject({
      status: 200,
      body: { status: 'rejected', decided: { by: 'Test ada', reason: 'Not a customer' } },
    });
    expect(await listLetters(portal)).toEqual(['requestRejected to one@applicant.example']);
    expect((await portal.call(requests.options, { token: asAda })).body).toMatchObject({
      recentReasons: ['Not a customer'],
    });
  });

  test('the applicant gets the reason by e-mail even if the request is deleted after its rejection', async () => {
    const { portal, asRoot } = await openStaffedPortal(kind);
    const id = await portal.addUser({ login: 'asks@customer.example', status: 'pending', profileId: null });
    await portal.call(requests.reject, { token: asRoot, params: { id }, body: { id, reason: 'Not sold there' } });
    expect((await portal.call(users.remove, { token: asRoot, params: { id } })).status).toBe(204);
    expect(await listLetters(portal)).toEqual(['requestRejected to asks@customer.example']);
  });

  test('if two members of staff decide the same request, the second member learns who decided first, and when', async () => {
    const fixture = await openStaffedPortal(kind);
    const { portal, asRoot, asAda } = fixture;
    const id = await addRequest(fixture, 'one');
    await portal.call(requests.reject, { token: asAda, params: { id }, body: { id, reason: 'no' } });
    const message = 'Test ada rejected this request on 10 March 2026, 13:00 (Germany).';
    const lateResponses = [
      await portal.call(requests.approve, { token: asRoot, params: { id }, body: createApprovalBody(1) }),
      await portal.call(requests.reject, { token: asRoot, params: { id }, body: { id, reason: 'no' } }),
    ];
    for (const response of lateResponses)
      expect(response).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED', message } });
  });

  test('an approval cannot grant a profile or add-on that the approver may not grant', async () => {
    const fixture = await openStaffedPortal(kind);
    const { portal, asAda } = fixture;
    const id = await addRequest(fixture, 'one');
    const tools = [{ tool: 'basics', brand: 'blue', configTools: ['configRail'], validFrom: null, validTo: null }];
    const body = createApprovalBody(1, { profileID: 1, tools });
    expect(await portal.call(requests.approve, { token: asAda, params: { id }, body })).toMatchObject({
      status: 422,
      body: { fields: { profileID: 'This value is not allowed.', 'tools.0.configTools': expect.any(String) } },
    });
    expect(await listHistory(portal, id)).toEqual([]);
  });

  test('an account that staff created cannot be read or decided as a request (T341)', async () => {
    const { portal, asRoot } = await openStaffedPortal(kind);
    const id = await portal.addUser({ login: 'in@customer.example' });
    const responses = [
      await portal.call(requests.get, { token: asRoot, params: { id } }),
      await portal.call(requests.approve, { token: asRoot, params: { id }, body: createApprovalBody(1) }),
      await portal.call(requests.reject, { token: asRoot, params: { id }, body: { id, reason: 'no' } }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

describe.each(databases)('simultaneous decisions (%s)', (kind) => {
  test('only one of fifty simultaneous decisions on a request succeeds, and one e-mail is sent (T343)', async () => {
    const database = await createTestDatabase(kind);
    const { portal, asRoot, asAda } = await addStaff(await openPortal(slowDownDatabase(database, 5)));
    const id = await portal.addUser({ login: 'wanted@applicant.example', status: 'pending', profileId: null });
    await database.kysely.updateTable('users').set({ requestDate: portal.now() }).where('id', '=', id).execute();
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const token = index % 2 === 0 ? asRoot : asAda;
        if (index % 5 === 4) return portal.call(requests.reject, { token, params: { id }, body: { id, reason: 'no' } });
        return portal.call(requests.approve, { token, params: { id }, body: createApprovalBody(1) });
      }),
    );
    const successfulDecisions = responses.filter(({ status }) => status === 200);
    const lateDecisions = responses.filter(({ body }) => readProblemCode(body) === 'ALREADY_DECIDED');
    expect([successfulDecisions.length, lateDecisions.length]).toEqual([1, 49]);
    expect(await listLetters(portal)).toHaveLength(1);
    expect(await listHistory(portal, id)).toHaveLength(1);
  });
});
