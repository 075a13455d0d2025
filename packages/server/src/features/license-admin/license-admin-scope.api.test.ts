import { licenseAdmin } from '@basics/contract/license-admin.ts';
import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createLicenseRow, createMachineRow, createUserRow } from '#server/testing/rows.ts';
import { fillSearchText } from '#server/features/users/user-search.repository.ts';
import { readCsvCells } from '#server/testing/csv.ts';
import { databases, createTestDatabase } from '#server/testing/databases.ts';
import type { DatabaseKind } from '#server/testing/databases.ts';
import { readProblemCode, openPortal, testKey } from '#server/testing/portal.ts';
import type { Portal } from '#server/testing/portal.ts';
import { assign, addStaff } from '#server/testing/staff.ts';

/**
 * Opens a portal with a salesman's two customers and 500 customers out of the salesman's scope, each with one licence.
 */
async function openCrowd(kind: DatabaseKind) {
  const database = await createTestDatabase(kind);
  const { counter, count } = createStatementCounter();
  const counted = { ...database, kysely: database.kysely.withPlugin(counter) };
  const house = await addStaff(await openPortal(counted));
  const { portal } = house;
  const foreign = Array.from({ length: 500 }, (_, at) =>
    createUserRow({
      login: `foreign${at}@elsewhere.example`,
      lastName: 'Foreign',
      country: at % 2 === 0 ? 'NO' : 'DE',
      brandId: at % 2 === 0 ? 'blue' : 'red',
    }),
  );
  await portal.database.kysely.insertInto('users').values(foreign).execute();
  const colleague = await portal.addUser({ login: 'colleague@portal.example', profileId: 2 });
  await assign(portal.database, colleague, 'DE', 'red');
  for (const login of ['mine1@near.example', 'mine2@near.example']) await portal.addUser({ login });
  await fillSearchText(portal.database);
  const customers = await portal.database.kysely
    .selectFrom('users')
    .select(['id', 'login'])
    .where('profileId', '=', 7)
    .orderBy('id')
    .execute();
  const licensed = await addLicensedPcs(portal, customers);
  return { ...house, count, foreign: licensed.filter(({ login }) => login.startsWith('foreign')) };
}

/** Counts the statements that run outside transactions. */
function createStatementCounter() {
  let statements = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { counter, count: () => statements };
}

/** Gives each customer a PC with a licence. */
async function addLicensedPcs(portal: Portal, people: readonly { id: number; login: string }[]) {
  const { kysely } = portal.database;
  const name = (id: number) => `PC-${id}`;
  const machines = await kysely
    .insertInto('machines')
    .values(people.map(({ id }) => createMachineRow({ userId: id, name: name(id) })))
    .returning(['id', 'userId'])
    .execute();
  const made = await kysely
    .insertInto('licenses')
    .values(machines.map((pc) => createLicenseRow({ userId: pc.userId, machineId: pc.id, keyId: testKey.keyId })))
    .returning(['id', 'userId', 'machineId'])
    .execute();
  const logins = new Map(people.map(({ id, login }) => [id, login]));
  return made.map((row) => ({ ...row, login: logins.get(row.userId) ?? '' }));
}

const sorts = ['issuedAt', 'expiryDate', 'machineName', 'owner'].flatMap((field) =>
  ['asc', 'desc'].map((direction) => ({ pageSize: 200, sort: { field, direction } })),
);

describe.each(databases)('the licences of 500 foreign customers on %s', (kind) => {
  test('foreign licences are in no list, total, search or sort of a salesman', async () => {
    const { portal, asAda, asRoot } = await openCrowd(kind);
    const found = async (token: string, body: Record<string, unknown>) =>
      licenseAdmin.search.reply.parse((await portal.call(licenseAdmin.search, { token, body })).body);
    expect((await found(asRoot, {})).total).toBe(502);
    for (const body of [{}, { pageSize: 200 }, { keyword: 'pc' }, { status: 'Active' }, { tool: 'basics' }, ...sorts]) {
      const { items, total } = await found(asAda, body);
      expect(total).toBe(2);
      expect(items.map(({ owner }) => owner.login).toSorted()).toEqual(['mine1@near.example', 'mine2@near.example']);
    }
    for (const body of [{ keyword: 'foreign' }, { country: 'NO' }, { brand: 'red' }])
      expect(await found(asAda, body)).toMatchObject({ items: [], total: 0 });
  });

  test('foreign licences are not in a salesman’s export, and an administrator’s export has all licences in the order of the list', async () => {
    const { portal, asAda, asRoot } = await openCrowd(kind);
    const table = async (token: string, body: Record<string, unknown>) =>
      readCsvCells(await portal.call(licenseAdmin.export, { token, body })).map(({ login }) => login);
    for (const body of [{}, { keyword: 'pc' }, { status: 'Active' }, ...sorts.map(({ sort }) => ({ sort }))])
      expect((await table(asAda, body)).toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
        'mine1@near.example',
        'mine2@near.example',
      ]);
    for (const body of [{ keyword: 'foreign' }, { country: 'NO' }, { brand: 'red' }])
      expect(await table(asAda, body)).toEqual([]);
    for (const { sort } of sorts) {
      const first = await portal.call(licenseAdmin.search, { token: asRoot, body: { sort, pageSize: 200 } });
      const seen = licenseAdmin.search.reply.parse(first.body).items.map(({ owner }) => owner.login);
      const all = await table(asRoot, { sort });
      expect(all).toHaveLength(502);
      expect(all.slice(0, 200), sort.field).toEqual(seen);
    }
  });

  test('foreign licences give the same answer by id, code or owner as licences that do not exist', async () => {
    const { portal, asAda, foreign } = await openCrowd(kind);
    const nowhere = { id: 2_000_000_000, userId: 2_000_000_000, machineId: 2_000_000_000 };
    for (const { id: licenseId, userId: id, machineId } of [foreign[0], foreign[1], nowhere].map(
      (row) => row ?? nowhere,
    )) {
      const token = asAda;
      const answers = [
        await portal.call(licenseAdmin.machines, { token, params: { id } }),
        await portal.call(licenseAdmin.revoke, { token, params: { id, licenseId }, body: { reason: 'no' } }),
        await portal.call(licenseAdmin.release, { token, params: { id, machineId }, body: {} }),
        await portal.call(licenseAdmin.release, { token, params: { id, machineId }, body: { overrideReason: 'no' } }),
      ];
      for (const { status, body } of answers) expect([status, readProblemCode(body)]).toEqual([404, 'USER_NOT_FOUND']);
      const whole = await portal.call(licenseAdmin.get, { token, params: { licenseId } });
      expect([whole.status, readProblemCode(whole.body)]).toEqual([404, 'RESULTS_NOT_FOUND']);
      const byOwner = await portal.call(licenseAdmin.search, { token, body: { userId: id } });
      expect(byOwner.body).toMatchObject({ items: [], total: 0 });
    }
    const row = await portal.database.kysely
      .selectFrom('licenses')
      .select('licenceUid')
      .where('id', '=', foreign[0]?.id ?? 0)
      .executeTakeFirstOrThrow();
    const byUid = await portal.call(licenseAdmin.search, { token: asAda, body: { keyword: row.licenceUid } });
    expect(byUid.body).toMatchObject({ items: [], total: 0 });
  });

  test('no one can find the licences of a deleted account', async () => {
    const { portal, asRoot, foreign } = await openCrowd(kind);
    const gone = foreign[0];
    if (!gone) throw new Error('there is no foreign licence');
    await portal.database.kysely
      .updateTable('users')
      .set({ status: 'deleted' })
      .where('id', '=', gone.userId)
      .execute();
    const list = await portal.call(licenseAdmin.search, { token: asRoot, body: {} });
    expect(list.body).toMatchObject({ total: 501 });
    expect((await portal.call(licenseAdmin.get, { token: asRoot, params: { licenseId: gone.id } })).status).toBe(404);
  });

  test('the list needs the same number of queries for 500 licences as for two', async () => {
    const { portal, asRoot, count } = await openCrowd(kind);
    const asked = async (pageSize: number) => {
      const before = count();
      await portal.call(licenseAdmin.search, { token: asRoot, body: { pageSize } });
      return count() - before;
    };
    expect(await asked(200)).toBe(await asked(2));
  });
});
