import { users } from '@basics/contract/users/users.ts';
import { userSelection, type userListFields } from '@basics/contract/users/user-lists.ts';
import type { ListFilter } from '@basics/contract/calls/list-fields.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/foundation.ts';
import { insertSigningKey } from '#server/features/signing-keys/signing-keys.repository.ts';
import { days } from '#server/platform/clock/clock.ts';
import { foldText } from '#server/platform/search/search-text.ts';
import { databases } from '#server/testing/database/databases.ts';
import {
  createLicenseRow,
  createMachineRow,
  createUserRow,
  writeMissingSearchTexts,
} from '#server/testing/database/rows.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';
import { suiteDatabase } from '#server/testing/processes/suite-portal.ts';
import { testKey } from '#server/testing/portal.ts';
import { inScope, isCustomerOfSalesman, type Viewer } from '../scope.repository.ts';
import { countUsers, findMatchingUsers, findSelectedUsers, searchUsers } from './search-users.repository.ts';
import { readUsers } from '../users.repository.ts';

const now = Date.UTC(2026, 2, 10, 12);
const salesmanId = 2;
const viewers: readonly Viewer[] = [
  { userId: 1, profileID: 1 },
  { userId: salesmanId, profileID: 2 },
];
/** More users than the server gathers and sorts, so that it also walks the index of the order. */
const customers = 2400;
const countries = ['DE', 'NO', 'PL', 'FR'];
const companies = ['', 'Böhm & Söhne', 'Company 28', 'Company 283', 'o’Neil', "O'Neil"];
const phones = ['', '+48 (0)22 123 45-67', '0049 221/1234567', '(221) 555.0100'];

/** Adds staff, and customers with sessions, licences of each kind, companies and phone numbers. */
async function addPeople({ kysely, transact }: Database): Promise<void> {
  const rows = Array.from({ length: customers }, (_, at) =>
    createUserRow({
      login: `user${at}@x.example`,
      lastName: `Last ${(at * 7919) % 1009}`,
      profileId: at < 2 ? at + 1 : (([5, 7, 8] as const)[at % 3] ?? 5),
      country: countries[at % 4] ?? 'DE',
      brandId: at % 3 === 0 ? 'red' : 'blue',
      status:
        at < 2 ? 'active' : ((['active', 'approved', 'suspended'] as const)[at % 7 === 0 ? 2 : at % 2] ?? 'active'),
      company: companies[at % 6] ?? '',
      phone: phones[at % 4] ?? '',
      createdAt: now - days(at % 400),
    }),
  );
  for (let from = 0; from < customers; from += 400)
    await kysely
      .insertInto('users')
      .values(rows.slice(from, from + 400))
      .execute();
  await sql`update users set created_by = ${salesmanId} where id % 50 = 3`.execute(kysely);
  await insertSigningKey(kysely, { ...testKey, at: now });
  await transact(async (trx) => {
    for (let userId = 3; userId < 600; userId += 3) {
      const { id: machineId } = await trx
        .insertInto('machines')
        .values(createMachineRow({ userId, name: `PC ${userId}` }))
        .returning('id')
        .executeTakeFirstOrThrow();
      const kinds = [
        {},
        { revokedAt: now },
        { replacedAt: now },
        { expiresAt: now - 1 },
        { expiresAt: now + days(20) },
      ];
      const licences = kinds.slice(0, 1 + (userId % 5)).map((kind) => ({
        ...createLicenseRow({ userId, machineId, keyId: testKey.keyId, expiresAt: now + days(userId % 90) }),
        ...kind,
      }));
      await trx.insertInto('licenses').values(licences).execute();
    }
  });
}

describe.each(databases)('the fields of the list of users (%s)', (kind) => {
  const database = suiteDatabase(kind);
  beforeAll(async () => {
    await addPeople(database());
    await writeMissingSearchTexts(database());
    await assignSalesman(database(), salesmanId, 'NO', 'red');
    await assignSalesman(database(), salesmanId, 'PL', 'blue');
    const { kysely } = database();
    await sql`insert into sessions (id, user_id, created_at, expires_at, last_seen_at, user_agent, address, is_viewing)
      select cast(id as text), id, ${sql.lit(now)} - cast(id % 40 as bigint) * ${sql.lit(days(1))}, ${sql.lit(now)}, ${sql.lit(now)}, '', '',
        case when id % 10 = 4 then 1 else 0 end from users where id % 2 = 0`.execute(kysely);
    // Licences change after they were issued, and licences of one account move to another when accounts are joined.
    await sql`update licenses set revoked_at = ${now} where id % 11 = 1`.execute(kysely);
    await sql`update licenses set user_id = user_id + 300 where id % 13 = 1`.execute(kysely);
  });

  test('page, total, count, export and selection contain the rows that match, for each viewer and random filters', async () => {
    const { kysely } = database();
    const random = createRandom(kind === 'SQLite' ? 7 : 11);
    for (const viewer of viewers) {
      const people = await readPeople(kysely, viewer);
      const searches = [{}, { country: 'NO', brand: 'red' }, { keyword: 'user12' }].map((search) =>
        users.export.body.parse(search),
      );
      const totals = [
        people.length,
        people.filter(({ country, brandId }) => country === 'NO' && brandId === 'red').length,
        people.filter(({ login }) => login.includes('user12')).length,
      ];
      for (let round = 0; round < 20; round += 1) {
        const filters = chooseFilters(random);
        const query = users.search.body.parse({ filters, pageSize: 200, sort: { field: 'login', direction: 'asc' } });
        const text = JSON.stringify({ viewer, filters });
        const expected = people.filter((person) => filters.every((filter) => isMatch(person, filter)));
        const page = await searchUsers(kysely, viewer, query, { now, readRows: readUsers });
        expect(
          page.items.map(({ id }) => id),
          text,
        ).toEqual(expected.slice(0, 200).map(({ id }) => id));
        expect(page.total, text).toBe(page.totalIsMinimum ? 1000 : expected.length);
        searches.push(users.export.body.parse({ filters }));
        totals.push(expected.length);
        if (round % 5 > 0) continue;
        const exported: number[] = [];
        const { batches } = await findMatchingUsers(kysely, viewer, query, now);
        for await (const rows of batches()) exported.push(...rows.map(({ id }) => id));
        expect(exported, text).toEqual(expected.map(({ id }) => id));
        const except = expected.slice(0, 2).map(({ id }) => id);
        const selected = await findSelectedUsers(kysely, viewer, userSelection.parse({ filters, except }), now);
        expect(
          selected.toSorted((a, b) => a - b),
          text,
        ).toEqual(
          expected
            .slice(2)
            .map(({ id }) => id)
            .toSorted((a, b) => a - b),
        );
      }
      const { counts } = await countUsers(kysely, viewer, searches, now);
      expect(counts.map(({ total }) => Math.min(total, 1000))).toEqual(totals.map((total) => Math.min(total, 1000)));
    }
  });
});

/** Returns a generator of random numbers below its parameter (mulberry32), so that a failed test can be repeated. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Filter = ListFilter<keyof typeof userListFields>;

const referenceOps = ['oneOf', 'noneOf', 'isEmpty', 'isNotEmpty'] as const;
const momentOps = ['before', 'after', 'between', 'inNext', 'inLast', 'isEmpty', 'isNotEmpty'] as const;
const textOps = ['contains', 'is', 'isNot', 'isEmpty', 'isNotEmpty'] as const;
const momentValues = { before: ['2026-03-10'], after: ['2026-03-01'], between: ['2026-03-01', '2026-03-10'] };

/** Filters of each field with each operator: each choice is one filter, and a query has one to three of them. */
const choices: readonly Filter[] = [
  ...(['oneOf', 'noneOf'] as const).map((op) => ({ field: 'status', op, values: ['active', 'suspended'] }) as const),
  ...referenceOps.flatMap((op): Filter[] => {
    const hasValues = op === 'oneOf' || op === 'noneOf';
    const create = (field: Filter['field'], values: Filter['values']) => ({
      field,
      op,
      values: hasValues ? values : [],
    });
    return [
      create('profileID', [5, 2]),
      create('brand', ['red']),
      create('country', ['PL', 'NO']),
      create('tool', ['basics']),
      create('createdBy', [salesmanId]),
      ...(hasValues ? [create('salesman', [salesmanId])] : []),
    ];
  }),
  ...momentOps.flatMap((op) =>
    (['createdAt', 'nextExpiry', 'lastSignIn'] as const).map((field): Filter => {
      const values = { inNext: [30], inLast: [7], isEmpty: [], isNotEmpty: [], ...momentValues }[op];
      return { field, op, values };
    }),
  ),
  ...textOps.flatMap((op): Filter[] => {
    const isEmptiness = op === 'isEmpty' || op === 'isNotEmpty';
    return [
      { field: 'company', op, values: isEmptiness ? [] : [op === 'contains' ? 'SOHNE' : 'company 28 '] },
      { field: 'phone', op, values: isEmptiness ? [] : [op === 'contains' ? '221-12' : '+48 22 1234567'] },
    ];
  }),
  ...(['is', 'more', 'fewer'] as const).flatMap((op): Filter[] =>
    [0, 1, 2].map((count) => ({ field: 'licences', op, values: [count] })),
  ),
  { field: 'neverSignedIn', op: 'yes', values: [] },
  { field: 'neverSignedIn', op: 'no', values: [] },
];

const chooseFilters = (random: (below: number) => number): Filter[] =>
  Array.from({ length: 1 + random(3) }, () => choices[random(choices.length)]).filter((filter) => filter !== undefined);

type Person = Awaited<ReturnType<typeof readPeople>>[number];

/** Reads all users in the viewer's scope with the facts about them from the tables that these facts come from. */
async function readPeople(db: Db, viewer: Viewer) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'login', 'profileId', 'brandId', 'country', 'status', 'company', 'phone', 'createdBy', 'createdAt'])
    .select(isCustomerOfSalesman(salesmanId).as('isCustomer'))
    .where('status', 'in', ['active', 'approved', 'suspended'])
    .where(inScope(viewer))
    .execute();
  const licences = await db.selectFrom('licenses').select(['userId', 'expiresAt', 'revokedAt', 'replacedAt']).execute();
  const sessions = await db.selectFrom('sessions').select(['userId', 'createdAt', 'isViewing']).execute();
  const valid = Map.groupBy(
    licences.filter(
      ({ expiresAt, revokedAt, replacedAt }) => expiresAt > now && revokedAt === null && replacedAt === null,
    ),
    ({ userId }) => userId,
  );
  const signIns = Map.groupBy(
    sessions.filter(({ isViewing }) => isViewing === 0),
    ({ userId }) => userId,
  );
  return rows
    .map((row) => {
      const expiries = (valid.get(row.id) ?? []).map(({ expiresAt }) => expiresAt);
      const lastSignIn = Math.max(0, ...(signIns.get(row.id) ?? []).map(({ createdAt }) => createdAt));
      return { ...row, licences: expiries.length, nextExpiry: expiries.toSorted((a, b) => a - b)[0] ?? 0, lastSignIn };
    })
    .toSorted((a, b) => (a.login < b.login ? -1 : 1));
}

function isMatch(person: Person, { field, op, values }: Filter): boolean {
  const stored = {
    status: person.status,
    profileID: person.profileId,
    brand: person.brandId,
    country: person.country,
    tool: null,
    company: foldText(person.company),
    phone: person.phone.replace('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, ''),
    salesman: person.isCustomer ? salesmanId : null,
    createdBy: person.createdBy,
    createdAt: person.createdAt,
    licences: person.licences,
    nextExpiry: person.nextExpiry,
    lastSignIn: person.lastSignIn,
    neverSignedIn: person.lastSignIn === 0,
  }[field];
  const isEmpty = stored === null || stored === '' || stored === 0;
  const text = field === 'phone' ? String(values[0]).replaceAll(/\D/g, '') : foldText(String(values[0])).trim();
  const from = typeof values[0] === 'string' ? Date.parse(values[0]) : 0;
  const to = typeof values[1] === 'string' ? Date.parse(values[1]) : 0;
  const today = Date.UTC(2026, 2, 10);
  const at = Number(stored);
  return {
    oneOf: () => stored !== null && values.includes(Number.isInteger(stored) ? Number(stored) : String(stored)),
    noneOf: () => stored === null || !values.includes(Number.isInteger(stored) ? Number(stored) : String(stored)),
    isEmpty: () => isEmpty,
    isNotEmpty: () => !isEmpty,
    yes: () => stored === true,
    no: () => stored === false,
    contains: () => String(stored).includes(text),
    is: () => (field === 'licences' ? stored === values[0] : stored === text),
    isNot: () => stored !== text,
    more: () => at > Number(values[0]),
    fewer: () => at < Number(values[0]),
    before: () => !isEmpty && at < from,
    after: () => !isEmpty && at >= from + days(1),
    between: () => !isEmpty && at >= from && at < to + days(1),
    inNext: () => at >= now && at < today + days(Number(values[0]) + 1),
    inLast: () => at >= today - days(Number(values[0])) && at <= now,
  }[op]();
}
