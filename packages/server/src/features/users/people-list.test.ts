import { users } from '@basics/contract/users.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#server/database/database.ts';
import { foldText, splitKeyword } from '#server/platform/search/search-text.ts';
import { databases } from '#server/testing/databases.ts';
import type { DatabaseKind } from '#server/testing/databases.ts';
import { addCustomers, smallCountries } from '#server/testing/many-customers.ts';
import { readQueryPlans } from '#server/testing/plans.ts';
import { recordReads } from '#server/testing/reads.ts';
import { createUserRow } from '#server/testing/rows.ts';
import { assign } from '#server/testing/staff.ts';
import { suiteDatabase } from '#server/testing/suite-portal.ts';
import { inScope } from './scope.repository.ts';
import type { Viewer } from './scope.repository.ts';
import { searchUsers } from './search-users.repository.ts';
import { writeSearchTexts } from './user-search.repository.ts';

type Asked = Partial<Body<typeof users.search>>;

const fields = ['lastName', 'firstName', 'company', 'login', 'country', 'status', 'createdAt'] as const;
const orders = fields.flatMap((field) => (['asc', 'desc'] as const).map((direction) => ({ field, direction })));

/** The filters, and keywords that match different numbers of users: two letters, one user in a thousand, one in ten, two words, one user, none. */
const choices: Asked[] = [
  {},
  { status: 'suspended' },
  { profileID: 7 },
  { profileID: 2 },
  { brand: 'red' },
  { country: 'NO' },
  { country: 'AE' },
  { tool: 'basics' },
  { country: 'NO', brand: 'red', status: 'approved', profileID: 5 },
  ...['a', 'al', 'company327.', 'almeida', 'jansen', 'helene almeida', 'al ber', 'customer7919@', 'zzqqxx'].map(
    (keyword) => ({ keyword }),
  ),
  { keyword: 'almeida', country: 'NO', tool: 'basics' },
  // All of them are at the end of this order.
  { keyword: 'company 9', sort: { field: 'company', direction: 'asc' } },
];

const root: Viewer = { userId: 1, profileID: 1 };
const salesmen = { one: 2, three: 3, forty: 4 } as const;
/** The salesman with three pairs is also the deputy of the one with forty. */
const viewers: readonly Viewer[] = [
  root,
  { userId: salesmen.one, profileID: 2 },
  { userId: salesmen.three, profileID: 2, deputyFor: [salesmen.forty] },
  { userId: salesmen.forty, profileID: 2 },
];

/** Adds an administrator, and salesmen with 1, 3 and 40 pairs of country and brand. */
async function addStaff(database: ReturnType<ReturnType<typeof suiteDatabase>>): Promise<void> {
  const staff = [1, 2, 2, 2].map((profileId, at) => createUserRow({ login: `staff${at}@x.example`, profileId }));
  await database.transact(async (trx) => {
    const made = await trx
      .insertInto('users')
      .values(staff)
      .returning(['id', 'login', 'firstName', 'lastName', 'company', 'crmAccount'])
      .execute();
    expect(made.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    await writeSearchTexts(trx, made);
  });
  await assign(database, salesmen.one, 'AD', 'red');
  for (const [country, brand] of [
    ['DE', 'blue'],
    ['FR', 'blue'],
    ['NO', 'red'],
  ] as const)
    await assign(database, salesmen.three, country, brand);
  for (const country of smallCountries) await assign(database, salesmen.forty, country, 'red');
}

const read = (db: Db, viewer: Viewer, asked: Asked) => searchUsers(db, viewer, users.search.body.parse(asked));

describe.each(databases)('the list of many users on %s', (kind) => {
  const database = suiteDatabase(kind);
  beforeAll(() => addStaff(database()));

  test('a page of 20,000 users reads about as many rows as one of 2,000, without a scan or a sort of a table', async () => {
    const pages = viewers.flatMap((viewer) =>
      [...choices, ...orders.flatMap((sort) => [{ sort }, { sort, before: '' }])].map((asked) => ({ viewer, asked })),
    );
    const costs = async () => {
      const found: { asked: string; rows: number; isFull: boolean }[] = [];
      for (const { viewer, asked } of pages) {
        let isFull = false;
        const { rows } = await recordReads(database(), async ({ kysely }) => {
          isFull = (await read(kysely, viewer, asked)).items.length === 20;
        });
        found.push({ asked: JSON.stringify({ viewer, asked }), rows, isFull });
      }
      return found;
    };
    await addCustomers(database(), { from: 0, to: 2000 });
    const few = await costs();
    await addCustomers(database(), { from: 2000, to: 20_000 });
    const many = await costs();
    for (const [at, { asked, rows, isFull }] of many.entries()) {
      // A query reads a page of users, their sort keys, grants and counters, and up to 64 groups.
      expect(rows, asked).toBeLessThanOrEqual(200);
      if (isFull && few[at]?.isFull) expect(rows, asked).toBeLessThanOrEqual((few[at]?.rows ?? 0) + 64);
    }
    for (const { viewer, asked } of pages)
      for (const plan of await readQueryPlans(database().kysely, kind, (on) => read(on, viewer, asked)))
        expect(scansOf(plan, kind), `${JSON.stringify({ viewer, asked })}\n${plan}`).toEqual([]);
  });

  test('a page contains the same users as a search of the whole table, for each viewer, filter, order and page', async () => {
    const { kysely } = database();
    // Customers that a salesman created, and requests that go to the salesman of another brand.
    await sql`update users set created_by = ${salesmen.three} where id % 500 = 3`.execute(kysely);
    await sql`update users set status = 'approved', request_date = 1 where id % 300 = 7`.execute(kysely);
    for (const viewer of viewers) {
      const all = await wholeTable(kysely, viewer);
      // No index contains characters such as @, so these texts are read one by one.
      for (const [at, asked] of [...choices, { keyword: '@' }].entries()) {
        const sort = asked.sort ?? orders[at % orders.length] ?? orders[0];
        const ids = expectedIds(all, { ...asked, sort });
        const told = JSON.stringify({ viewer, asked, sort });
        const first = await read(kysely, viewer, { ...asked, sort });
        expect(idsOf(first), told).toEqual(ids.slice(0, 20));
        if (first.totalIsMinimum) expect(ids.length, told).toBeGreaterThan(first.total);
        else expect(first.total, told).toBe(ids.length);
        const next =
          first.next === undefined ? null : await read(kysely, viewer, { ...asked, sort, after: first.next });
        expect(next ? idsOf(next) : [], told).toEqual(ids.slice(20, 40));
        expect(idsOf(await read(kysely, viewer, { ...asked, sort, before: '' })), told).toEqual(ids.slice(-20));
        const pageNumber = Math.max(1, Math.floor(ids.length / 30));
        expect(idsOf(await read(kysely, viewer, { ...asked, sort, pageNumber })), told).toEqual(
          ids.slice((pageNumber - 1) * 20, pageNumber * 20),
        );
      }
    }
  });
});

const idsOf = ({ items }: { items: readonly { id: number }[] }): number[] => items.map(({ id }) => id);

/** The lines of a query plan that read a whole table. Reading an index in its order is allowed, because it stops when the page is full. */
function scansOf(plan: string, kind: DatabaseKind): string[] {
  const lines = plan.split('\n').map((line) => line.trim());
  if (kind === 'PostgreSQL')
    return lines.filter((line) => /Seq Scan on (users|listed_users|listed_user_tags|tool_grants)\b/.test(line));
  const walked = lines
    .filter((line) => line.startsWith('CO-ROUTINE'))
    .map((line) => line.replace('CO-ROUTINE', 'SCAN'));
  return lines.filter(
    (line) =>
      /^SCAN (users|r|s|t|listed_users)\b/.test(line) &&
      !line.includes('USING COVERING INDEX listed_users_by_') &&
      !walked.includes(line),
  );
}

type Whole = Awaited<ReturnType<typeof wholeTable>>;

/** Reads all users with an account who are in the viewer's scope. */
const wholeTable = (db: Db, viewer: Viewer) =>
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

function expectedIds(all: Whole, { status, profileID, brand, country, tool, keyword = '', sort }: Asked): number[] {
  const words = splitKeyword(keyword);
  const fitting = all.filter(
    (user) =>
      (status === undefined || user.status === status) &&
      (profileID === undefined || user.profileId === profileID) &&
      (brand === undefined || user.brandId === brand) &&
      (country === undefined || user.country === country) &&
      // Only the four members of staff have no grant.
      (tool === undefined || user.id > 4) &&
      words.every((word) =>
        hasWord(foldText(`${user.firstName} ${user.lastName}\n${user.loginFold}\n${user.company}`), word),
      ),
  );
  const keysOf = (user: Whole[number]): (string | number)[] =>
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
  return fitting
    .map((user) => ({ id: user.id, keys: [...keysOf(user), user.id] }))
    .toSorted((a, b) => sign * compared(a.keys, b.keys))
    .map(({ id }) => id);
}

/** Whether a text matches a search word. A search word of one or two letters must be at the beginning of a word. */
function hasWord(text: string, word: string): boolean {
  if (word.length > 2 || !/^[\p{L}\p{N}]+$/u.test(word)) return text.includes(word);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${word}`, 'u').test(text);
}

function compared(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [at, one] of a.entries()) {
    const other = b[at] ?? 0;
    const order =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
    if (order !== 0) return order;
  }
  return 0;
}
