import { bulkUsers } from '@basics/contract/calls/bulk.ts';
import { operatorsByType, type ListFilter, type ListValue } from '@basics/contract/calls/list-fields.ts';
import { customerProfiles } from '@basics/contract/calls/permissions.ts';
import { serviceAccounts } from '@basics/contract/integrations/service-accounts.ts';
import { selections } from '@basics/contract/mass-acts/selections.ts';
import { userListFields } from '@basics/contract/users/user-lists.ts';
import { users, type User } from '@basics/contract/users/users.ts';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertSigningKey } from '#server/features/signing-keys/signing-keys.repository.ts';
import { databases } from '#server/testing/database/databases.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { testKey, type Portal } from '#server/testing/portal.ts';
import { readCsvCells } from '#server/testing/records/csv.ts';
import { addCustomers, smallCountries } from '#server/testing/records/many-customers.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';

type Pair = readonly [country: string, brand: string];
/** A viewer of the list, with the tokens of a session and of a key for programs. An administrator has no pairs. */
type Viewer = { id: number; token: string; key: string; pairs: readonly Pair[] | null };

const pairsOfSalesmen: readonly (readonly Pair[])[] = [
  [['NO', 'blue']],
  [
    ['DE', 'blue'],
    ['FR', 'red'],
    ['SE', 'red'],
  ],
  smallCountries.map((country) => [country, 'red'] as const),
];

describe.each(databases)('the list of users for people and programs (%s)', (kind) => {
  const portal = suitePortal(kind);
  let viewers: Viewer[] = [];
  beforeAll(async () => {
    const { database } = portal();
    await insertSigningKey(database.kysely, { ...testKey, at: portal().now() });
    viewers = await addViewers(portal());
    await addCustomers(database, { from: 0, to: 400 });
  });

  test('page by page, export, bulk call and key of a program have the same rows for 40 random filters and four viewers (T821)', async () => {
    const [root] = viewers;
    if (!root) throw new Error('no administrator');
    const all = await readPages(portal(), root.token, []);
    const samples = fc.sample(fc.array(arbitraryFilter(all), { minLength: 1, maxLength: 2 }), {
      numRuns: 40,
      seed: kind === 'SQLite' ? 3 : 5,
    });
    let selected = 0;
    for (const filters of samples) {
      const ofRoot = await readPages(portal(), root.token, filters);
      for (const viewer of viewers) {
        const text = JSON.stringify({ filters, pairs: viewer.pairs });
        const rows = viewer === root ? ofRoot : await readPages(portal(), viewer.token, filters);
        const ids = toIds(rows);
        expect(ids, text).toEqual(toIds(ofRoot.filter((user) => isSeen(viewer, user))));
        // A program sees customers, and no staff.
        expect(toIds(await readPages(portal(), viewer.key, filters)), text).toEqual(toIds(rows.filter(isCustomer)));
        expect(await readExport(portal(), viewer.token, filters), text).toEqual(
          rows.map(({ login }) => login).toSorted(),
        );
        expect(await readPreview(portal(), viewer.token, filters), text).toEqual(ids);
        selected += ids.length;
      }
    }
    expect(selected).toBeGreaterThan(1000);
  });
});

async function addViewers(portal: Portal): Promise<Viewer[]> {
  const root = await addPerson(portal, { profileId: 1, grants: [] });
  const viewers: Viewer[] = [];
  for (const pairs of [null, ...pairsOfSalesmen]) {
    const person = pairs === null ? root : await addPerson(portal, { profileId: 2, country: 'IS', grants: [] });
    for (const [country, brand] of pairs ?? []) await assignSalesman(portal.database, person.id, country, brand);
    const account = await portal.call(serviceAccounts.create, {
      token: root.token,
      body: {
        name: `Program ${person.id}`,
        purpose: '',
        ownerId: person.id,
        permissions: ['users.view'],
        countries: null,
        brands: null,
        networks: [],
      },
    });
    const { accountId } = serviceAccounts.create.reply.parse(account.body);
    const created = await portal.call(serviceAccounts.createKey, {
      token: root.token,
      params: { id: accountId },
      body: { name: 'test' },
    });
    const { key } = serviceAccounts.createKey.reply.parse(created.body);
    viewers.push({ id: person.id, token: person.token, key, pairs });
  }
  return viewers;
}

/** A salesman sees the customers of the assigned pairs, and the own account. */
function isSeen({ id, pairs }: Viewer, user: User): boolean {
  if (pairs === null || user.userId === id) return true;
  return isCustomer(user) && pairs.some(([country, brand]) => country === user.country && brand === user.brand);
}

const isCustomer = ({ profileID }: User): boolean => customerProfiles.some((profile) => profile === profileID);

const toIds = (rows: readonly User[]): number[] => rows.map(({ userId }) => userId).toSorted((a, b) => a - b);

/** Reads all pages of the list, each from the place where the last one ended. */
async function readPages(portal: Portal, token: string, filters: readonly ListFilter[]): Promise<User[]> {
  const rows: User[] = [];
  let after: string | undefined;
  do {
    const response = await portal.call(users.search, {
      token,
      body: { filters, pageSize: 90, sort: { field: 'company', direction: 'desc' }, ...(after && { after }) },
    });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    const page = users.search.reply.parse(response.body);
    rows.push(...page.items);
    after = page.next;
    if (!page.totalIsMinimum && after === undefined) expect(page.total).toBe(rows.length);
  } while (after !== undefined);
  return rows;
}

async function readExport(portal: Portal, token: string, filters: readonly ListFilter[]): Promise<string[]> {
  await portal.database.kysely.deleteFrom('throttles').execute();
  const file = await portal.call(users.export, { token, body: { filters } });
  return readCsvCells(file)
    .map(({ login = '' }) => login)
    .toSorted();
}

/** Reads the ids of a preview of a bulk call part by part, which has as many as the selection says. */
async function readPreview(portal: Portal, token: string, filters: readonly ListFilter[]): Promise<number[]> {
  const change = { change: 'suspend', reason: 'Unpaid', preview: true, selection: { filters } };
  const counted = await portal.call(selections.users, { token, body: { filters } });
  const ids: number[] = [];
  let place: object | undefined = {};
  while (place) {
    const response = await portal.call(bulkUsers.changeMany, { token, body: { ...change, ...place } });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    const { results, next, seen } = bulkUsers.changeMany.reply.parse(response.body);
    ids.push(...results.map(({ id }) => id));
    expect(seen).toEqual(counted.body);
    place = next === undefined ? undefined : { from: next, seen };
  }
  expect(ids).toHaveLength(selections.users.reply.parse(counted.body).count);
  return ids;
}

/** Random filters of each field with values that some users have. */
function arbitraryFilter(rows: readonly User[]): fc.Arbitrary<ListFilter> {
  const values: Readonly<Record<string, readonly ListValue[]>> = {
    status: ['active', 'suspended', 'approved'],
    profileID: [5, 7],
    brand: ['red', 'blue'],
    country: ['NO', 'DE', 'AD', 'GR'],
    tool: ['basics'],
    company: rows.slice(0, 20).map(({ company }) => company),
    phone: ['4822'],
    salesman: viewersOf(rows),
    createdBy: [1],
  };
  return fc.constantFrom(...Object.entries(userListFields)).chain(([field, { type }]) =>
    fc
      .constantFrom(...operatorsByType[type].filter((op) => field !== 'salesman' || !op.endsWith('mpty')))
      .chain((op): fc.Arbitrary<ListFilter> => {
        const toFilter = (chosen: readonly ListValue[]): ListFilter => ({ field, op, values: chosen });
        if (type === 'flag' || op.endsWith('mpty')) return fc.constant(toFilter([]));
        if (type === 'count') return fc.integer({ min: 0, max: 2 }).map((count) => toFilter([count]));
        if (op === 'inNext' || op === 'inLast') return fc.integer({ min: 1, max: 900 }).map((n) => toFilter([n]));
        if (op === 'between') return fc.constant(toFilter(['2025-01-10', '2026-02-20']));
        if (type === 'moment') return fc.constant(toFilter(['2025-03-01']));
        const value = fc.constantFrom(...(values[field] ?? ['x']));
        if (op === 'oneOf' || op === 'noneOf')
          return fc.uniqueArray(value, { minLength: 1, maxLength: 2 }).map(toFilter);
        return value.map((text) => toFilter([op === 'contains' ? String(text).slice(-6) : text]));
      }),
  );
}

/** The ids of staff among the rows. */
const viewersOf = (rows: readonly User[]): number[] =>
  rows.filter(({ profileID }) => profileID === 2).map(({ userId }) => userId);
