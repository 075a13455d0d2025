import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { licenseSelection } from '@basics/contract/license-admin/license-lists.ts';
import { users } from '@basics/contract/users/users.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/foundation.ts';
import {
  countLicenses,
  findSelectedLicenses,
  searchLicenses,
} from '#server/features/license-admin/search-licenses.repository.ts';
import { insertSigningKey } from '#server/features/signing-keys/signing-keys.repository.ts';
import { foldText, splitKeyword } from '#server/platform/search/search-text.ts';
import { createTestDatabase, databases, type DatabaseKind } from '#server/testing/database/databases.ts';
import { addCustomers, smallCountries } from '#server/testing/records/many-customers.ts';
import { readQueryPlans } from '#server/testing/database/plans.ts';
import { recordReads } from '#server/testing/database/reads.ts';
import { createUserRow } from '#server/testing/database/rows.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';
import { suiteDatabase } from '#server/testing/processes/suite-portal.ts';
import { inScope, type Viewer } from '../scope.repository.ts';
import { countUsers, listCompanies, searchUsers, writeSearchTexts } from './search-users.repository.ts';
import { readUsers } from '../users.repository.ts';

type UserSearch = Partial<Body<typeof users.search>>;

const fields = ['lastName', 'firstName', 'company', 'login', 'country', 'status', 'createdAt'] as const;
const orders = fields.flatMap((field) => (['asc', 'desc'] as const).map((direction) => ({ field, direction })));

/** Searches with each filter, and with keywords that match different numbers of users, from none to all. */
const searches: UserSearch[] = [
  {},
  { status: 'suspended' },
  { profileID: 7 },
  { profileID: 2 },
  { brand: 'red' },
  { country: 'NO' },
  { country: 'AE' },
  { tool: 'basics' },
  { country: 'NO', brand: 'red', status: 'approved', profileID: 5 },
  ...[
    'a',
    'al',
    'company327.',
    'almeida',
    'jansen',
    'helene almeida',
    'al ber',
    'example',
    'customer7919@',
    'zzqqxx',
  ].map((keyword) => ({ keyword })),
  { keyword: 'almeida', country: 'NO', tool: 'basics' },
  // Users without a company are at the end of the list that is sorted by company.
  { keyword: 'company 9', sort: { field: 'company', direction: 'asc' } },
];

/** The time at which relative days are counted, in Unix milliseconds. */
const now = Date.UTC(2026, 2, 10, 12);
const root: Viewer = { userId: 1, profileID: 1 };
const salesmanIds = { one: 2, three: 3, forty: 4 } as const;
/** The salesman with three pairs of country and brand is also the deputy of the salesman with forty pairs. */
const viewers: readonly Viewer[] = [
  root,
  { userId: salesmanIds.one, profileID: 2 },
  { userId: salesmanIds.three, profileID: 2, deputyFor: [salesmanIds.forty] },
  { userId: salesmanIds.forty, profileID: 2 },
];

/** Adds an administrator, and salesmen with 1, 3 and 40 pairs of country and brand. */
async function addStaff(database: Database): Promise<void> {
  const staff = [1, 2, 2, 2].map((profileId, at) => createUserRow({ login: `staff${at}@x.example`, profileId }));
  await database.transact(async (trx) => {
    const staffRows = await trx
      .insertInto('users')
      .values(staff)
      .returning(['id', 'login', 'firstName', 'lastName', 'phone', 'company', 'crmAccount'])
      .execute();
    expect(staffRows.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    await writeSearchTexts(trx, staffRows);
  });
  await assignSalesman(database, salesmanIds.one, 'AD', 'red');
  for (const [country, brand] of [
    ['DE', 'blue'],
    ['FR', 'blue'],
    ['NO', 'red'],
  ] as const)
    await assignSalesman(database, salesmanIds.three, country, brand);
  for (const country of smallCountries) await assignSalesman(database, salesmanIds.forty, country, 'red');
}

const readPage = (db: Db, viewer: Viewer, search: UserSearch) =>
  searchUsers(db, viewer, users.search.body.parse(search), { now, readRows: readUsers });

/**
 * Changes some users to customers that a salesman created, and others to new accounts whose request went to the
 * salesman of another brand.
 */
async function addCustomersOfSalesmen({ kysely }: Database): Promise<void> {
  await sql`update users set created_by = ${salesmanIds.three} where id % 500 = 3`.execute(kysely);
  await sql`update users set status = 'approved', request_date = 1 where id % 300 = 7`.execute(kysely);
}

type PageRequest = { viewer: Viewer; search: UserSearch };
type ReadCost = { search: string; rows: number; isFull: boolean };

/** Reads each page, and counts the rows that its statements return. */
async function readCosts(database: Database, pages: readonly PageRequest[]): Promise<ReadCost[]> {
  const costs: ReadCost[] = [];
  for (const { viewer, search } of pages) {
    let isFull = false;
    const { rows } = await recordReads(database, async ({ kysely }) => {
      isFull = (await readPage(kysely, viewer, search)).items.length === 20;
    });
    costs.push({ search: JSON.stringify({ viewer, search }), rows, isFull });
  }
  return costs;
}

describe.each(databases)('the list of many users (%s)', (kind) => {
  const database = suiteDatabase(kind);
  const pages = viewers.flatMap((viewer) =>
    [...searches, ...orders.flatMap((sort) => [{ sort }, { sort, before: '' }])].map((search) => ({ viewer, search })),
  );
  let costsOf2000: ReadCost[] = [];
  beforeAll(async () => {
    await addStaff(database());
    await addCustomers(database(), { from: 0, to: 2000 });
    costsOf2000 = await readCosts(database(), pages);
    await addCustomers(database(), { from: 2000, to: 20_000 });
    await addCustomersOfSalesmen(database());
  });

  test('a page of a list of 20,000 users reads about as many rows as with 2,000 users, and scans and sorts no table', async () => {
    const costsOf20000 = await readCosts(database(), pages);
    for (const [at, { search, rows, isFull }] of costsOf20000.entries()) {
      // The statements read a page of users with their sort keys, grants and counters, and up to 64 groups.
      expect(rows, search).toBeLessThanOrEqual(200);
      if (isFull && costsOf2000[at]?.isFull)
        expect(rows, search).toBeLessThanOrEqual((costsOf2000[at]?.rows ?? 0) + 64);
    }
    for (const { viewer, search } of pages)
      for (const plan of await readQueryPlans(database().kysely, kind, (on) => readPage(on, viewer, search)))
        expect(findTableScans(plan, kind), `${JSON.stringify({ viewer, search })}\n${plan}`).toEqual([]);
  });

  test('a page contains the same users as a search of the whole table, for each viewer, filter, order and page', async () => {
    const { kysely } = database();
    for (const viewer of viewers) {
      const tableRows = await readWholeTable(kysely, viewer);
      // No index contains characters such as @, so a search for them compares the text of every user.
      for (const [at, search] of [...searches, { keyword: '@' }].entries()) {
        const sort = search.sort ?? orders[at % orders.length] ?? orders[0];
        const ids = findExpectedIds(tableRows, { ...search, sort });
        const queryText = JSON.stringify({ viewer, search, sort });
        const firstPage = await readPage(kysely, viewer, { ...search, sort });
        expect(readIds(firstPage), queryText).toEqual(ids.slice(0, 20));
        if (firstPage.totalIsMinimum) expect(ids.length, queryText).toBeGreaterThan(firstPage.total);
        else expect(firstPage.total, queryText).toBe(ids.length);
        if (viewer === root && search.keyword === 'a')
          expect(firstPage, queryText).toMatchObject({ total: 1000, totalIsMinimum: true });
        const nextPage =
          firstPage.next === undefined
            ? null
            : await readPage(kysely, viewer, { ...search, sort, after: firstPage.next });
        expect(nextPage ? readIds(nextPage) : [], queryText).toEqual(ids.slice(20, 40));
        expect(readIds(await readPage(kysely, viewer, { ...search, sort, before: '' })), queryText).toEqual(
          ids.slice(-20),
        );
        const pageNumber = Math.max(1, Math.floor(ids.length / 30));
        expect(readIds(await readPage(kysely, viewer, { ...search, sort, pageNumber })), queryText).toEqual(
          ids.slice((pageNumber - 1) * 20, pageNumber * 20),
        );
      }
    }
  });
});

// SQLite does not say how many rows a statement has read.
test('a search of a salesman with few customers reads as many rows for a word that only others’ customers have as for a word that nobody has (T1060)', async () => {
  const database = await createTestDatabase('PostgreSQL');
  await addStaff(database);
  await addCustomers(database, { from: 0, to: 2000 });
  const salesman: Viewer = { userId: salesmanIds.one, profileID: 2 };
  await sql`update user_search set fold = fold || ' quartzowl', company = 'quartzowl' where user_id in (
    select id from users where country <> 'AD' and id > 4 order by id limit 500)`.execute(database.kysely);
  expect(await readPage(database.kysely, root, { keyword: 'quartzowl' })).toMatchObject({ total: 500 });
  const reads = [
    (db: Db, viewer: Viewer, keyword: string) => readPage(db, viewer, { keyword }),
    (db: Db, viewer: Viewer, keyword: string) => countUsers(db, viewer, [users.export.body.parse({ keyword })], now),
    (db: Db, viewer: Viewer, company: string) => countUsers(db, viewer, [users.export.body.parse({ company })], now),
    listCompanies,
  ];
  for (const read of reads) {
    const countRead = (keyword: string, viewer: Viewer) =>
      countReadRows(database, async (db) => {
        await read(db, viewer, keyword);
      });
    expect(await countRead('quartzowl', salesman), String(read)).toEqual(await countRead('quartzelk', salesman));
    expect(await countRead('quartzowl', root), String(read)).not.toEqual(await countRead('quartzelk', root));
  }
});

test('a search for licences of a salesman with few customers reads as many texts for a word or a company that only others’ customers have as for one that nobody has (T1065)', async () => {
  const database = await createTestDatabase('PostgreSQL');
  await addStaff(database);
  await insertSigningKey(database.kysely, { keyId: 'ab'.repeat(8), publicKey: 'cd'.repeat(32), at: now });
  await addCustomers(database, { from: 0, to: 2000 });
  await assignSalesman(database, salesmanIds.one, 'JP', 'red');
  const salesman: Viewer = { userId: salesmanIds.one, profileID: 2 };
  await sql`update user_search set fold = fold || ' quartzowl', company = 'quartzowl' where user_id in (
    select id from users where country not in ('AD', 'JP') and id > 4 order by id limit 500)`.execute(database.kysely);
  const reads = [
    (db: Db, filters: object) => searchLicenses(db, salesman, { search: licenseAdmin.search.body.parse(filters), now }),
    (db: Db, filters: object) => countLicenses(db, salesman, [licenseAdmin.export.body.parse(filters)], now),
    (db: Db, filters: object) => findSelectedLicenses(db, salesman, licenseSelection.parse(filters), now),
  ];
  for (const read of reads)
    for (const name of ['keyword', 'company']) {
      const countRead = async (text: string) => {
        const counts = await countReadRows(
          database,
          async (db) => void (await read(db, { keyword: '', [name]: text })),
        );
        return { owners: counts['user_search'] ?? 0, pcs: counts['machines'], licenses: counts['licenses'] };
      };
      const counts = await countRead('quartzelk');
      expect(counts.owners, `${name} ${String(read)}`).toBeGreaterThan(0);
      expect(counts.owners, `${name} ${String(read)}`).toBeLessThan(2000);
      expect(await countRead('quartzowl'), `${name} ${String(read)}`).toEqual(counts);
    }
});

/** Counts for each table the rows that PostgreSQL reads, and how often it looks up an index. */
const countReadRows = ({ transact }: Database, read: (db: Db) => Promise<void>) =>
  transact(async (trx) => {
    // What parallel workers read is not counted.
    await sql`set local max_parallel_workers_per_gather = 0`.execute(trx);
    const before = await readTableReads(trx);
    await read(trx);
    const after = await readTableReads(trx);
    return Object.fromEntries([...after].map(([table, n]) => [table, n - (before.get(table) ?? 0)]));
  });

async function readTableReads(trx: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ table: string; n: number }>`
    select relname as "table", seq_tup_read + coalesce(idx_scan + idx_tup_fetch, 0) as "n" from pg_stat_xact_user_tables`.execute(
    trx,
  );
  return new Map(rows.map(({ table, n }) => [table, n]));
}

const readIds = ({ items }: { items: readonly { id: number }[] }): number[] => items.map(({ id }) => id);

/**
 * Returns the lines of a query plan that read a whole table. To read an index in its order is allowed, because the
 * database stops when the page is full.
 */
function findTableScans(plan: string, kind: DatabaseKind): string[] {
  const lines = plan.split('\n').map((line) => line.trim());
  if (kind === 'PostgreSQL')
    return lines.filter((line) => /Seq Scan on (users|listed_users|listed_user_tags|tool_grants)\b/.test(line));
  const coRoutines = lines
    .filter((line) => line.startsWith('CO-ROUTINE'))
    .map((line) => line.replace('CO-ROUTINE', 'SCAN'));
  return lines.filter(
    (line) =>
      /^SCAN (users|r|s|t|listed_users)\b/.test(line) &&
      !line.includes('USING COVERING INDEX listed_users_by_') &&
      !coRoutines.includes(line),
  );
}

type TableRows = Awaited<ReturnType<typeof readWholeTable>>;

/** Reads all users with an account who are in the viewer's scope. */
const readWholeTable = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('users')
    .innerJoin('userSearch', 'userSearch.userId', 'users.id')
    .leftJoin('countryRanks', 'countryRanks.code', 'users.country')
    .select(['users.id', 'users.country', 'users.brandId', 'users.profileId', 'users.status', 'users.createdAt'])
    .select([
      'userSearch.firstName',
      'userSearch.lastName',
      'userSearch.company',
      'users.loginFold',
      'countryRanks.rank',
    ])
    .where('users.status', 'in', ['active', 'approved', 'suspended'])
    .where(inScope(viewer))
    .execute();

function findExpectedIds(
  tableRows: TableRows,
  { status, profileID, brand, country, tool, keyword = '', sort }: UserSearch,
): number[] {
  const words = splitKeyword(keyword);
  const matchingUsers = tableRows.filter(
    (user) =>
      (status === undefined || user.status === status) &&
      (profileID === undefined || user.profileId === profileID) &&
      (brand === undefined || user.brandId === brand) &&
      (country === undefined || user.country === country) &&
      // All users except the four members of staff have a grant.
      (tool === undefined || user.id > 4) &&
      words.every((word) =>
        hasWord(foldText(`${user.firstName} ${user.lastName}\n${user.loginFold}\n${user.company}`), word),
      ),
  );
  const listSortKeys = (user: TableRows[number]): (string | number)[] =>
    ({
      lastName: [user.lastName, user.firstName],
      firstName: [user.firstName, user.lastName],
      company: [user.company],
      login: [user.loginFold],
      country: [user.rank ?? 9999],
      status: [user.status],
      createdAt: [user.createdAt],
    })[sort?.field ?? 'lastName'];
  const sign = sort?.direction === 'desc' ? -1 : 1;
  return matchingUsers
    .map((user) => ({ id: user.id, keys: [...listSortKeys(user), user.id] }))
    .toSorted((a, b) => sign * compareKeys(a.keys, b.keys))
    .map(({ id }) => id);
}

/** Returns whether a text matches a search word. A search word of one or two letters must be at the beginning of a word. */
function hasWord(text: string, word: string): boolean {
  if (word.length > 2 || !/^[\p{L}\p{N}]+$/u.test(word)) return text.includes(word);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${word}`, 'u').test(text);
}

function compareKeys(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [at, one] of a.entries()) {
    const otherValue = b[at] ?? 0;
    const order =
      typeof one === 'number' && typeof otherValue === 'number'
        ? one - otherValue
        : Buffer.compare(Buffer.from(String(one)), Buffer.from(String(otherValue)));
    if (order !== 0) return order;
  }
  return 0;
}
