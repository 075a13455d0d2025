import { bulkLicenses, bulkRequests, bulkUsers } from '@basics/contract/calls/bulk.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { listCounts } from '@basics/contract/saved-views/list-counts.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { massActs } from '@basics/contract/mass-acts/mass-acts.ts';
import { selections } from '@basics/contract/mass-acts/selections.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { undo } from '@basics/contract/undo/undo.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { insertSigningKey } from '#server/features/signing-keys/signing-keys.repository.ts';
import { days } from '#server/platform/clock/clock.ts';
import { databases, defaultDatabases } from '#server/testing/database/databases.ts';
import {
  createLicenseRow,
  createMachineRow,
  createUserRow,
  writeMissingSearchTexts,
} from '#server/testing/database/rows.ts';
import { testKey } from '#server/testing/portal.ts';
import { openStaffedPortal } from '#server/testing/records/staff.ts';

describe.each(databases)('a selection of all rows that match (%s)', (kind) => {
  test('bulk calls change the users, requests and licences in scope that match the filters, without the excepted ones', async () => {
    const { portal, asRoot, asAda } = await openStaffedPortal(kind);
    const { kysely } = portal.database;
    const add = (login: string, country: string, values: object = {}) =>
      portal.addUser({ login: `${login}@x.example`, country, brandId: 'blue', ...values });
    const [first, second] = [await add('first', 'DE'), await add('second', 'DE')];
    const abroad = await add('abroad', 'NO');
    const applicant = await add('asks', 'DE', { status: 'pending', profileId: null, requestDate: portal.now() });
    const filters = [{ field: 'country', op: 'oneOf', values: ['DE', 'NO'] }];
    const suspend = async (token: string, body: object) => {
      const reply = await portal.call(bulkUsers.changeMany, {
        token,
        body: { change: 'suspend', reason: 'Why', ...body },
      });
      return reply.status === 200
        ? bulkUsers.changeMany.reply.parse(reply.body).results.map(({ id, outcome }) => [id, outcome])
        : [reply.status, Object(reply.body).fields];
    };
    const selection = { keyword: 'x.example', filters };
    // Ada has Germany, so the customer in Norway is out of her scope.
    expect(await suspend(asAda, { selection, preview: true })).toEqual([
      [first, 'done'],
      [second, 'done'],
    ]);
    expect(await suspend(asAda, { selection: { ...selection, except: [first] } })).toEqual([[second, 'done']]);
    expect(
      await suspend(asRoot, { selection: { filters: [{ field: 'country', op: 'oneOf', values: ['NO'] }] } }),
    ).toEqual([[abroad, 'done']]);
    expect(await suspend(asRoot, { selection, ids: [first] })).toEqual([
      422,
      { ids: 'Send either ids or a selection.' },
    ]);
    expect(await suspend(asRoot, {})).toEqual([422, { ids: 'Send either ids or a selection.' }]);

    const decided = await portal.call(bulkRequests.decideMany, {
      token: asAda,
      body: {
        decision: 'reject',
        reason: 'Why',
        selection: { filters: [{ field: 'requestDate', op: 'inLast', values: [1] }] },
      },
    });
    expect(bulkRequests.decideMany.reply.parse(decided.body).results).toMatchObject([
      { id: applicant, outcome: 'done' },
    ]);
    const rejected = await portal.call(requests.search, {
      token: asAda,
      body: { status: 'rejected', filters: [{ field: 'company', op: 'isEmpty', values: [] }] },
    });
    expect(requests.search.reply.parse(rejected.body).items.map(({ userId }) => userId)).toEqual([applicant]);

    await insertSigningKey(kysely, { ...testKey, at: portal.now() });
    for (const userId of [first, abroad]) {
      const pc = createMachineRow({ userId, name: `Büro ${userId}` });
      const { id: machineId } = await kysely
        .insertInto('machines')
        .values(pc)
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const inDays of [5, 50])
        await kysely
          .insertInto('licenses')
          .values(createLicenseRow({ userId, machineId, keyId: testKey.keyId, expiresAt: portal.now() + days(inDays) }))
          .execute();
    }
    const licenceFilters = [
      { field: 'status', op: 'oneOf', values: ['Active'] },
      { field: 'machineName', op: 'contains', values: ['BURO'] },
      { field: 'expiryDate', op: 'inNext', values: [30] },
    ];
    const found = await portal.call(licenseAdmin.search, { token: asRoot, body: { filters: licenceFilters } });
    const { items } = licenseAdmin.search.reply.parse(found.body);
    expect(items.map(({ owner }) => owner.userId)).toEqual([first]);
    const counted = await portal.call(listCounts.licenses, {
      token: asRoot,
      body: { searches: [{ filters: licenceFilters }, {}, { keyword: `buro ${first}` }] },
    });
    expect(listCounts.licenses.reply.parse(counted.body).counts.map(({ total }) => total)).toEqual([1, 4, 2]);
    const countedLicences = await portal.call(selections.licenses, {
      token: asRoot,
      body: { filters: licenceFilters },
    });
    expect(selections.licenses.reply.parse(countedLicences.body).count).toBe(1);
    const selected = await portal.call(selections.users, { token: asAda, body: { ...selection, except: [first] } });
    expect(selections.users.reply.parse(selected.body).count).toBe(1);
    const reminded = await portal.call(bulkLicenses.changeMany, {
      token: asRoot,
      body: { change: 'remind', preview: true, selection: { filters: licenceFilters } },
    });
    const reminders = bulkLicenses.changeMany.reply.parse(reminded.body);
    expect(reminders.results.map(({ id }) => id)).toEqual(items.map(({ licenseId }) => licenseId));
    expect(reminders.rows).toMatchObject(
      items.map(({ licenseId, machineName, expiryDate }) => ({ licenseId, machineName, expiryDate })),
    );
    for (const filter of [
      { field: 'country', op: 'noneOf', values: ['NO'] },
      { field: 'salesman', op: 'noneOf', values: [1] },
      { field: 'salesman', op: 'isNotEmpty', values: [] },
      { field: 'company', op: 'isNot', values: ['Nobody'] },
      { field: 'tool', op: 'isNotEmpty', values: [] },
      { field: 'issuedAt', op: 'before', values: ['2030-01-01'] },
    ]) {
      const page = await portal.call(licenseAdmin.search, { token: asRoot, body: { filters: [filter] } });
      expect(licenseAdmin.search.reply.parse(page.body).total, JSON.stringify(filter)).toBe(
        filter.field === 'country' || (filter.field === 'salesman' && filter.op === 'isNotEmpty') ? 2 : 4,
      );
    }
    // Ada has the customers in Germany, and nobody has Norway.
    for (const [op, ids] of [['isEmpty', [abroad]] as const, ['isNotEmpty', [first, second]] as const]) {
      const body = { keyword: 'x.example', filters: [{ field: 'salesman', op }] };
      const page = await portal.call(users.search, { token: asRoot, body });
      const foundIds = users.search.reply.parse(page.body).items.map(({ userId }) => userId);
      expect(
        foundIds.toSorted((a, b) => a - b),
        op,
      ).toEqual(ids);
      expect((await portal.call(requests.search, { token: asRoot, body })).status).toBe(200);
    }
  });
});

describe.each(databases)('an act on all users who match (%s)', (kind) => {
  test('the preview has parts; the run is refused if other users match since; the deletion of a few can be undone', async () => {
    const { portal, asRoot, asAda } = await openStaffedPortal(kind);
    // Nobody else is in Iceland.
    const inIceland = (index: number) => createUserRow({ login: `c${index}@x.example`, country: 'IS' });
    const rows = Array.from({ length: limits.page.max + 2 }, (_, index) => inIceland(index));
    const added = await portal.database.kysely.insertInto('users').values(rows).returning('id').execute();
    await writeMissingSearchTexts(portal.database);
    const ids = added.map(({ id }) => id).toSorted((a, b) => a - b);
    const selection = { filters: [{ field: 'country', op: 'oneOf', values: ['IS'] }] };
    const change = async (body: object, token = asRoot) => {
      const reply = await portal.call(bulkUsers.changeMany, { token, body: { change: 'delete', selection, ...body } });
      return { status: reply.status, ...Object(reply.body) };
    };
    const firstPart = bulkUsers.changeMany.reply.parse(withoutStatus(await change({ preview: true })));
    const { seen, next } = firstPart;
    expect([seen?.count, next]).toEqual([ids.length, ids[limits.page.max]]);
    expect(firstPart.results.map(({ id }) => id)).toEqual(ids.slice(0, limits.page.max));
    expect(firstPart.rows?.map(({ userId }) => userId).toSorted((a, b) => a - b)).toEqual(
      ids.slice(0, limits.page.max),
    );
    // All parts are about the users that the first part has found.
    const late = await portal.addUser({ login: 'late@x.example', country: 'IS' });
    const lastPart = bulkUsers.changeMany.reply.parse(withoutStatus(await change({ preview: true, seen, from: next })));
    expect([lastPart.results, lastPart.next]).toEqual([
      ids.slice(limits.page.max).map((id) => ({ id, outcome: 'done', effect: 'deleted' })),
      undefined,
    ]);
    expect(lastPart.effects).toEqual([{ outcome: 'done', effect: 'deleted', takesAway: true, count: 2 }]);
    const counted = await portal.call(selections.users, { token: asRoot, body: { ...selection, except: [late] } });
    expect(counted.body).toEqual(seen);

    expect(await change({ background: true, seen })).toMatchObject({ status: 409, code: 'SELECTION_CHANGED' });
    expect(await change({ preview: true, seen, from: next })).toMatchObject({ status: 409 });
    // Only a preview has parts: a run from an id would change the users before it too.
    expect(await change({ background: true, from: next })).toMatchObject({ status: 422, code: 'INVALID' });
    // Ada may edit users, but not delete them.
    expect(await change({ preview: true }, asAda)).toMatchObject({ status: 403 });
    expect(await change({ background: true, seen, selection: { ...selection, except: [late] } })).toMatchObject({
      status: 200,
      act: { of: ids.length, kind: 'users', change: 'delete' },
    });

    const removed = await change({ selection: undefined, ids: [late] });
    expect(removed).toMatchObject({ results: [{ id: late, outcome: 'done', effect: 'deleted' }] });
    const isListed = async () => (await portal.call(users.get, { token: asRoot, params: { id: late } })).status;
    expect(await isListed()).toBe(404);
    expect((await portal.call(undo.undo, { token: asRoot, params: { id: removed.undo.id } })).status).toBe(200);
    expect(await isListed()).toBe(200);
  });
});

describe.each(databases)('an act on all requests that match (%s)', (kind) => {
  test('one call counts the requests in scope; they are approved with the profiles of the preview, or deleted until Undo', async () => {
    const { portal, asRoot, asAda } = await openStaffedPortal(kind);
    const { kysely } = portal.database;
    const apply = async (login: string, country: string) => {
      const applicant = { status: 'pending', profileId: null, country, brandId: 'blue' } as const;
      const id = await portal.addUser({ login: `${login}@x.example`, ...applicant });
      await kysely.updateTable('users').set({ requestDate: portal.now() }).where('id', '=', id).execute();
      await kysely.insertInto('requestedTools').values({ userId: id, toolId: 'basics', brandId: 'blue' }).execute();
      return id;
    };
    const ids = [await apply('one', 'DE'), await apply('two', 'DE')];
    const abroad = await apply('abroad', 'NO');
    await writeMissingSearchTexts(portal.database);
    const selection = { filters: [{ field: 'country', op: 'oneOf', values: ['DE', 'NO'] }] };
    const count = async (token: string) =>
      selections.requests.reply.parse((await portal.call(selections.requests, { token, body: selection })).body);
    // Ada has Germany.
    expect([(await count(asRoot)).count, (await count(asAda)).count]).toEqual([3, 2]);
    const decide = async (body: object, token = asAda) => {
      const reply = await portal.call(bulkRequests.decideMany, { token, body: { selection, ...body } });
      return { status: reply.status, ...Object(reply.body) };
    };
    const approval = { decision: 'approve', profileID: 7 };
    const { results, seen } = bulkRequests.decideMany.reply.parse(
      withoutStatus(await decide({ ...approval, preview: true })),
    );
    expect([results.map(({ id, profileID }) => [id, profileID]), seen]).toEqual([
      ids.map((id) => [id, 7]),
      await count(asAda),
    ]);
    const run = { background: true, seen };
    expect(await decide({ decision: 'delete', ...run }, asRoot)).toMatchObject({ status: 409 });
    const statusesOf = async () =>
      (
        await kysely
          .selectFrom('users')
          .select('status')
          .where('id', 'in', [...ids, abroad])
          .orderBy('id')
          .execute()
      ).map(({ status }) => status);
    const stillPending = ['pending', 'pending', 'pending'];
    const deletion = await decide({ decision: 'delete', ...run });
    expect(deletion).toMatchObject({ status: 200, act: { kind: 'requests', change: 'delete', of: 2 } });
    await portal.runMassActs();
    expect((await count(asAda)).count).toBe(0);
    const actId = { token: asAda, params: { actId: deletion.act.actId } };
    expect((await portal.call(massActs.undo, actId)).status).toBe(200);
    await portal.runMassActs();
    expect([await statusesOf(), (await count(asAda)).count]).toEqual([stillPending, 2]);
    const profiles = results.map(({ id, profileID }) => ({ id, profileID }));
    expect(await decide({ ...approval, profiles, ...run })).toMatchObject({ status: 200, act: { of: 2 } });
    await portal.runMassActs();
    expect(await statusesOf()).toEqual(['approved', 'approved', 'pending']);
  });
});

test.each(databases)(
  'a deletion of requests deletes nobody who has become a user since the requests were selected (%s)',
  async (kind) => {
    const { portal, asRoot } = await openStaffedPortal(kind);
    const { kysely } = portal.database;
    const apply = (login: string) => portal.addUser({ login, status: 'pending', profileId: null, country: 'DE' });
    const [request, joined] = [await apply('request@x.example'), await apply('joined@x.example')];
    await kysely.updateTable('users').set({ requestDate: portal.now() }).where('id', 'in', [request, joined]).execute();
    await writeMissingSearchTexts(portal.database);
    const { body: seen } = await portal.call(selections.requests, { token: asRoot, body: {} });
    const body = { decision: 'delete', selection: {}, seen, background: true };
    expect(await portal.call(bulkRequests.decideMany, { token: asRoot, body })).toMatchObject({ status: 200 });
    await kysely.updateTable('users').set({ status: 'active', profileId: 7 }).where('id', '=', joined).execute();
    await portal.runMassActs();
    const rows = kysely.selectFrom('users').select('status').where('id', 'in', [request, joined]).orderBy('id');
    expect(await rows.execute()).toEqual([{ status: 'deleted' }, { status: 'active' }]);
  },
);

describe.each(databases)('a selection without rows (%s)', (kind) => {
  test('the preview of each act on no rows has no outcome', async () => {
    const { portal, asRoot } = await openStaffedPortal(kind);
    const selection = { keyword: 'nobody' };
    for (const [endpoint, act] of [
      [bulkUsers.changeMany, { change: 'suspend', reason: 'Why' }],
      [bulkUsers.changeMany, { change: 'invite' }],
      [bulkUsers.changeMany, { change: 'delete' }],
      [bulkRequests.decideMany, { decision: 'approve' }],
      [bulkRequests.decideMany, { decision: 'delete' }],
      [bulkLicenses.changeMany, { change: 'renew' }],
      [bulkLicenses.changeMany, { change: 'remind' }],
    ] as const) {
      const reply = await portal.call(endpoint, { token: asRoot, body: { ...act, selection, preview: true } });
      expect([reply.status, reply.body], JSON.stringify(act)).toMatchObject([
        200,
        { results: [], rows: [], seen: { count: 0 } },
      ]);
    }
  });
});

const withoutStatus = ({ status: _status, ...reply }: { status: number }) => reply;

describe.each(defaultDatabases)('the filters of a list (%s)', (kind) => {
  test('a filter that the list does not have, or with wrong values, is refused with the reason', async () => {
    const { portal, asRoot } = await openStaffedPortal(kind);
    const refuse = async (filter: object) => {
      const { status, body } = await portal.call(users.search, { token: asRoot, body: { filters: [filter] } });
      expect(status).toBe(422);
      return Object.values(Object(Object(body).fields))[0];
    };
    expect(await refuse({ field: 'shoe', op: 'is', values: ['x'] })).toContain('no field with this name');
    expect(await refuse({ field: 'country', op: 'more', values: ['DE'] })).toContain('no such operator');
    expect(await refuse({ field: 'country', op: 'oneOf', values: [] })).toContain('another number of values');
    expect(await refuse({ field: 'createdAt', op: 'between', values: ['2026-03-02', '2026-03-01'] })).toContain(
      'the first day first',
    );
    expect(await refuse({ field: 'phone', op: 'contains', values: ['+4'] })).toContain('three digits');
    // A text of which nothing remains would match every row, and a selection would change every row.
    expect(await refuse({ field: 'phone', op: 'contains', values: ['00-0'] })).toContain('Enter a text');
    expect(await refuse({ field: 'company', op: 'contains', values: ['\u0301'] })).toContain('Enter a text');
    expect(await refuse({ field: 'licences', op: 'more', values: [-1] })).toContain('whole number');
  });
});
