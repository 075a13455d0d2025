import { users } from '@basics/contract/users/users.ts';
import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { countries } from '#server/platform/countries/countries.ts';
import { createTestDatabase, databases } from '#server/testing/database/databases.ts';
import { readProblemCode, openPortal, type Portal } from '#server/testing/portal.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { createUserRow } from '#server/testing/database/rows.ts';
import { suiteDatabase } from '#server/testing/processes/suite-portal.ts';
import { writeSearchTexts } from './search-users.repository.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { readCsvCells } from '#server/testing/records/csv.ts';
import { createUserBody, openStaffedPortal, type StaffedPortal } from '#server/testing/records/staff.ts';

type Page = Reply<typeof users.search>;
type ListQuery = Partial<Body<typeof users.search>>;

const fields = ['login', 'firstName', 'lastName', 'company', 'country', 'status', 'createdAt'] as const;
const sortOrders = fields.flatMap((field) => (['asc', 'desc'] as const).map((direction) => ({ field, direction })));

/** Adds the users with the numbers `from` to `to` - 1; the same number always creates the same user. */
async function addUsers({ transact }: Database, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += 500)
    // The batches run one after the other, because a database writes one transaction at a time.
    // oxlint-disable-next-line no-await-in-loop
    await transact(async (trx) => {
      const rows = Array.from({ length: Math.min(500, to - at) }, (_, offset) => createPerson(at + offset));
      const userRows = await trx
        .insertInto('users')
        .values(rows)
        .returning(['id', 'login', 'firstName', 'lastName', 'phone', 'company', 'crmAccount'])
        .execute();
      await writeSearchTexts(trx, userRows);
    });
}

const createPerson = (at: number) =>
  createUserRow({
    login: `user${at}@x.example`,
    firstName: `First ${at % 7}`,
    lastName: `Last ${at % 11}`,
    company: `Company ${at % 5}`,
    country: ['DE', 'NO', 'AX'][at % 3] ?? null,
    brandId: ['blue', 'red'][at % 2] ?? null,
    profileId: [3, 7, null][at % 3] ?? null,
    status: (['active', 'approved', 'suspended'] as const)[at % 3] ?? 'active',
    createdAt: Date.UTC(2026, 0, 1) + (at % 13) * 1000,
  });

/** Opens a portal with 60 users, and signs an administrator in. */
async function openUserList(database: Database) {
  const portal = await openPortal(database);
  const { token } = await addPerson(portal, { profileId: 1 });
  await addUsers(database, 0, 60);
  const search = async (body: ListQuery): Promise<Page> => {
    const response = await portal.call(users.search, { token, body });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    return users.search.reply.parse(response.body);
  };
  return { portal, token, search };
}

const readIds = ({ items }: Page) => items.map(({ userId }) => userId);

describe.each(databases)('the list of users (%s)', (kind) => {
  const database = suiteDatabase(kind);
  let portal: Portal;
  let token: string;
  let search: (body: ListQuery) => Promise<Page>;
  beforeAll(async () => {
    ({ portal, token, search } = await openUserList(database()));
  });

  test('in every sort order, the pages contain the same users when they are read forwards, backwards or by number', async () => {
    for (const sort of sortOrders) {
      const completePage = await search({ pageSize: 200, sort });
      expect(completePage.total).toBe(61);
      const pageSize = 23;
      const [forwards, backwards, numbered]: [number[], number[], number[]] = [[], [], []];
      for (let page: Page | null = await search({ pageSize, sort }); page;) {
        forwards.push(...readIds(page));
        page = page.next === undefined ? null : await search({ pageSize, sort, after: page.next });
      }
      for (let page: Page | null = await search({ pageSize, sort, before: '' }); page;) {
        backwards.unshift(...readIds(page));
        page = page.previous === undefined ? null : await search({ pageSize, sort, before: page.previous });
      }
      for (const pageNumber of [1, 2, 3]) numbered.push(...readIds(await search({ pageSize, sort, pageNumber })));
      expect({ forwards, backwards, numbered }, JSON.stringify(sort)).toEqual({
        forwards: readIds(completePage),
        backwards: readIds(completePage),
        numbered: readIds(completePage),
      });
    }
  });

  test('a page has a cursor for the next page and for the previous page, if such a page exists', async () => {
    const hasNeighbours = async (body: ListQuery) => {
      const { next, previous } = await search({ pageSize: 20, ...body });
      return [previous !== undefined, next !== undefined];
    };
    expect(await hasNeighbours({})).toEqual([false, true]);
    expect(await hasNeighbours({ pageNumber: 3 })).toEqual([true, true]);
    expect(await hasNeighbours({ pageNumber: 4 })).toEqual([true, false]);
    expect(await hasNeighbours({ before: '' })).toEqual([true, false]);
    expect(await hasNeighbours({ keyword: 'user59@' })).toEqual([false, false]);
  });

  test('an invalid cursor, or a cursor for another sort order, is refused', async () => {
    const { next = '' } = await search({ pageSize: 5 });
    const forgeCursor = (...keys: unknown[]) =>
      Buffer.from(JSON.stringify(['lastName asc', ...keys])).toString('base64url');
    for (const body of [
      { after: next, sort: { field: 'login', direction: 'asc' } },
      { after: 'nonsense' },
      { before: forgeCursor('a', 'b', 2 ** 40) },
      { before: forgeCursor('a', '\0', 1) },
      { after: forgeCursor('a', 1, 1) },
      { after: forgeCursor('a', 1) },
    ]) {
      const response = await portal.call(users.search, { token, body });
      expect([response.status, readProblemCode(response.body)], JSON.stringify(body)).toEqual([422, 'INVALID']);
    }
  });

  test('users are sorted by the name of their country, as the pages of the portal show it', async () => {
    const ranks = await database().kysely.selectFrom('countryRanks').select('code').orderBy('rank').execute();
    expect(ranks.map(({ code }) => code)).toEqual(countries.map(({ code }) => code));
  });
});

describe.each(databases)('changes to the list of users (%s)', (kind) => {
  test('after each change, the list and its counts contain exactly the users with an account', async () => {
    const database = await createTestDatabase(kind);
    const { kysely } = database;
    const { portal, token, search } = await openUserList(database);
    const readListedIds = async () => kysely.selectFrom('listedUsers').select('userId').orderBy('userId').execute();
    const readAccountIds = async () =>
      kysely
        .selectFrom('users')
        .select('id as userId')
        .where('status', 'in', ['active', 'approved', 'suspended'])
        .orderBy('id')
        .execute();
    type GroupCount = { facts: string; n: number };
    const readCounters = async () =>
      sql<GroupCount>`select country || ' ' || brand_id || ' ' || profile_id || ' ' || status || ' ' || created_by || ' ' || requested as facts, n
        from listed_user_groups where n <> 0 order by facts`.execute(kysely);
    const countUsers = async () =>
      sql<GroupCount>`select coalesce(country, '') || ' ' || coalesce(brand_id, '') || ' ' || coalesce(profile_id, -1) || ' ' || status || ' '
          || coalesce(created_by, 0) || ' ' || case when request_date is null then 0 else 1 end as facts, count(*) as n
        from users where status in ('active', 'approved', 'suspended') group by 1 order by facts`.execute(kysely);
    const expectCorrectCounters = async () => {
      expect(await readListedIds()).toEqual(await readAccountIds());
      expect((await readCounters()).rows).toEqual((await countUsers()).rows);
    };
    await expectCorrectCounters();
    const [one, two, three] = (await search({ pageSize: 3, sort: { field: 'createdAt', direction: 'asc' } })).items;
    if (!one || !two || !three) throw new Error('the list has no users');
    const { version } = one;
    await portal.call(users.update, {
      token,
      params: { id: one.userId },
      body: { version, lastName: 'Ängström', country: 'SE' },
    });
    expect(readIds(await search({ country: 'SE' }))).toEqual([one.userId]);
    expect((await portal.call(users.remove, { token, params: { id: two.userId } })).status).toBe(204);
    await kysely.updateTable('users').set({ status: 'pending' }).where('id', '=', three.userId).execute();
    await expectCorrectCounters();
    expect((await search({})).total).toBe(59);
  });
});

const createCustomer = async (
  { portal, asRoot }: StaffedPortal,
  name: string,
  changedFields: Record<string, unknown> = {},
) => {
  const login = `${name}@customer.example`;
  const body = createUserBody({ login, email: login, ...changedFields });
  expect((await portal.call(users.create, { token: asRoot, body })).status).toBe(200);
};

const exportUsers = async ({ portal }: StaffedPortal, token: string, body: Record<string, unknown> = {}) => {
  const response = await portal.call(users.export, { token, body });
  expect(response.status).toBe(200);
  return readCsvCells(response);
};

describe.each(databases)('users as CSV (%s)', (kind) => {
  test('a row of an export contains the columns of the list and the columns that the import reads', async () => {
    const fixture = await openStaffedPortal(kind);
    const tools = [
      { tool: 'basics', brand: 'blue', configTools: ['configRail'], validFrom: null, validTo: '2027-01-31' },
      { tool: 'basics', brand: 'red', configTools: [], validFrom: null, validTo: null },
    ];
    await createCustomer(fixture, 'nele', { phone: '+49 30 1', company: '=1+1', tools, crmAccount: 'C-1' });
    const response = await fixture.portal.call(users.export, { token: fixture.asRoot, body: { keyword: 'nele' } });
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="users-2026-03-10.csv"; filename*=UTF-8''users-2026-03-10.csv`,
    });
    expect(response.bytes.toString()).toContain(`"'+49 30 1","'=1+1"`);
    expect(readCsvCells(response)).toEqual([
      {
        login: 'nele@customer.example',
        firstName: 'Nele',
        lastName: 'Neu',
        phone: "'+49 30 1",
        company: "'=1+1",
        profile: 'SmallCustomer',
        brand: 'blue',
        country: 'DE',
        tools: 'basics:blue:configRail:..2027-01-31; basics:red',
        companyRef: '',
        language: 'en',
        canReceiveMail: 'yes',
        crmAccount: 'C-1',
        userId: expect.stringMatching(/^\d+$/),
        status: 'approved',
        continent: 'Europe',
        createdAt: '2026-03-10T12:00:00.000Z',
      },
    ]);
  });

  test('an export contains the same rows as the list: the same filters, order and scope, and all pages (T443)', async () => {
    const fixture = await openStaffedPortal(kind);
    for (let index = 0; index < 12; index += 1)
      await createCustomer(fixture, `c${index}`, {
        lastName: `Name ${index % 5}`,
        country: index % 2 === 0 ? 'DE' : 'NO',
        company: index % 3 === 0 ? 'Nørd AS' : '',
      });
    for (const token of [fixture.asRoot, fixture.asAda])
      for (const search of [
        {},
        { country: 'NO' },
        { keyword: 'nord' },
        { tool: 'basics', brand: 'blue', profileID: 7 },
        ...['login', 'firstName', 'lastName', 'company', 'country', 'status', 'createdAt'].flatMap((field) => [
          { sort: { field, direction: 'asc' } },
          { sort: { field, direction: 'desc' } },
        ]),
      ]) {
        const { body } = await fixture.portal.call(users.search, { token, body: { ...search, pageSize: 200 } });
        const { items } = users.search.reply.parse(body);
        const rows = await exportUsers(fixture, token, search);
        expect(
          rows.map(({ login }) => login),
          JSON.stringify(search),
        ).toEqual(items.map(({ login }) => login));
        // The test moves the clock, because a user can export only 20 times an hour.
        fixture.portal.pass(600_000);
      }
    expect((await exportUsers(fixture, fixture.asAda)).length).toBeLessThan(
      (await exportUsers(fixture, fixture.asRoot)).length,
    );
  });

  test('the audit log records every export, and the number of exports per hour is limited (T444)', async () => {
    const fixture = await openStaffedPortal(kind);
    const requestExport = () => fixture.portal.call(users.export, { token: fixture.asAda, body: { keyword: 'x' } });
    const statusCodes = new Set<number>();
    for (let index = 0; index < 20; index += 1) statusCodes.add((await requestExport()).status);
    expect(statusCodes).toEqual(new Set([200]));
    expect(await requestExport()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
    const rows = await selectAuditEntries(fixture.portal.database.kysely)
      .select(['actorId', 'after'])
      .where('action', '=', 'user.export')
      .execute();
    expect(rows).toHaveLength(20);
    expect(rows[0]).toEqual({ actorId: fixture.ada, after: '{"keyword":"x"}' });
  });
});
