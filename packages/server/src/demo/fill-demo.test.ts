import { profiles, findRole } from '@basics/contract/calls/permissions.ts';
import { hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import { readLicenceCode } from '@basics/licensing/licence-code.ts';
import { readLicenceFile } from '@basics/licensing/licence-file.ts';
import { nodePrimitives, createSignerFromSeed } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import type { Db } from '../database/foundation.ts';
import { findCustomers } from '#server/features/companies/agents/agents.repository.ts';
import { isCompanyInScope } from '#server/features/companies/companies.repository.ts';
import { createLicenseKey } from '#server/features/licenses/license-key.ts';
import { findLicenseStatus } from '#server/features/licenses/license.ts';
import { insertSigningKey } from '#server/features/signing-keys/signing-keys.repository.ts';
import { inScope } from '#server/features/users/scope.repository.ts';
import { days, expiryMarginMs } from '#server/platform/clock/clock.ts';
import { databases, createTestDatabase, type DatabaseKind } from '#server/testing/database/databases.ts';
import { suiteDatabase } from '#server/testing/processes/suite-portal.ts';
import { allRows } from '#server/testing/database/tables.ts';
import { accounts } from './people/accounts.ts';
import { demoMessageLines } from './demo-words.ts';
import { fillDemo } from './fill-demo.ts';

const key = createLicenseKey(createSignerFromSeed(Uint8Array.from({ length: 32 }, (_, at) => at)));
const now = Date.parse('2026-06-15T10:20:30.456Z');
const passwordHash = 'the hash of the demo password';

async function fillDatabase({ transact }: Database, at = now): Promise<void> {
  await transact(async (trx) => {
    await insertSigningKey(trx, { ...key, at });
    await fillDemo(trx, { now: at, passwordHash, key });
  });
}

/** Fills one database for all tests of a `describe` or of this file; the tests only read it. */
function createFilledSuite(kind: DatabaseKind): () => Database {
  const database = suiteDatabase(kind);
  beforeAll(() => fillDatabase(database()));
  return database;
}

const filledSqlite = createFilledSuite('SQLite');

const findLicenses = (db: Db, login?: string) =>
  db
    .selectFrom('licenses')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .selectAll('licenses')
    .select('users.status as ownerStatus')
    .$if(login !== undefined, (query) => query.where('login', '=', login ?? ''))
    .execute();

const countBy = <T>(rows: readonly T[], name: (row: T) => string): Record<string, number> =>
  rows.reduce<Record<string, number>>((counts, row) => ({ ...counts, [name(row)]: (counts[name(row)] ?? 0) + 1 }), {});

describe.each(databases)('the demo data (%s)', (kind) => {
  const getDatabase = kind === 'SQLite' ? filledSqlite : createFilledSuite(kind);

  test('every licence has a valid signature, and its file contains the fingerprint of its PC and the hash of its verification code', async () => {
    const database = getDatabase();
    const licenses = await findLicenses(database.kysely);
    expect(licenses.length).toBeGreaterThan(120);
    const keys = [hexToBytes(key.publicKey)];
    for (const row of licenses) {
      const request = readVerificationCode(row.verificationCode, nodePrimitives);
      const code = readLicenceCode(row.licenceCode, keys, nodePrimitives);
      const file = readLicenceFile(row.licenceFile, keys, nodePrimitives);
      expect([request.ok, code.ok, file.ok]).toEqual([true, true, true]);
      if (!file.ok || !code.ok) continue;
      expect(file.value.payload).toMatchObject({ vc: row.verificationHash, machine: { fp: row.fingerprint } });
      expect(code.value.terms.expiresAt * 1000).toBe(row.expiresAt + expiryMarginMs);
    }
  });

  test('the salesman has a few open help requests, and one that is answered', async () => {
    const database = getDatabase();
    const salesman = database.kysely.selectFrom('users').select('id').where('login', '=', 'salesman@demo.example');
    const { id: userId } = await salesman.executeTakeFirstOrThrow();
    const helpRequests = await database.kysely
      .selectFrom('helpRequests')
      .innerJoin('users', 'users.id', 'helpRequests.userId')
      .select('helpRequests.state')
      .where(inScope({ userId, profileID: 2 }))
      .execute();
    expect(countBy(helpRequests, ({ state }) => state)).toEqual({ open: 2, replied: 1 });
  });

  test('an agent with a stock of PCs issues licences for two companies of the brand', async () => {
    const { kysely } = getDatabase();
    const agent = await kysely
      .selectFrom('users')
      .select(['id as userId', 'profileId as profileID', 'companyId'])
      .where('login', '=', 'agentdistributor@demo.example')
      .executeTakeFirstOrThrow();
    const query = { keyword: '', pageNumber: 1, pageSize: 20, agentId: agent.companyId ?? 0, now };
    const { items } = await findCustomers(kysely, agent, query);
    expect(items).toHaveLength(2);
    const stock = await kysely.selectFrom('companyGrants').select(['brandId', 'pcs']).where('companyId', '=', agent.companyId).execute(); // oxfmt-ignore
    expect(stock).toEqual([{ brandId: 'red', pcs: 25 }]);
    for (const { id } of items) expect(await isCompanyInScope(kysely, agent, id, 'issuing')).toBe(true);
  });

  test('the company of every customer is an account of the CRM, in a town of its country', async () => {
    const database = getDatabase();
    const crmAccounts = await database.kysely.selectFrom('crmAccounts').selectAll().execute();
    const people = await database.kysely.selectFrom('users').select(['company', 'country']).execute();
    expect(crmAccounts.length).toBeGreaterThan(60);
    for (const { name, city, country } of crmAccounts) {
      expect(people).toContainEqual(expect.objectContaining({ company: name, country }));
      expect(city).not.toBe('');
    }
  });

  test('each of the two salesmen sees only the customers in scope, and the two salesmen see different customers', async () => {
    const database = getDatabase();
    const listVisibleLogins = async (login: string) => {
      const viewer = await database.kysely.selectFrom('users').select(['id', 'profileId']).where('login', '=', login).executeTakeFirstOrThrow(); // oxfmt-ignore
      const scope = inScope({ userId: viewer.id, profileID: viewer.profileId });
      const visibleUsers = await database.kysely.selectFrom('users').select('login').where(scope).execute();
      return visibleUsers.map((row) => row.login);
    };
    const [one, other] = [
      await listVisibleLogins('salesman@demo.example'),
      await listVisibleLogins('salesman2@demo.example'),
    ];
    expect(one.length).toBeGreaterThan(30);
    expect(other.length).toBeGreaterThan(20);
    expect(one).toContain('smallcustomer@demo.example');
    expect(other).not.toContain('smallcustomer@demo.example');
    expect(other.filter((login) => one.includes(login))).toEqual([]);
  });
});

test('two demos with the same options contain the same data', async () => {
  const other = await createTestDatabase('SQLite');
  await fillDatabase(other);
  expect(await allRows(filledSqlite())).toEqual(await allRows(other));
});

describe('the people and requests of the demo', () => {
  test('each of the nine profiles and a viewer has an account, and the start message names all these accounts', async () => {
    const database = filledSqlite();
    const rows = await database.kysely
      .selectFrom('users')
      .select(['login', 'profileId', 'status', 'passwordHash'])
      .where('login', 'like', '%@demo.example')
      .execute();
    expect(new Set(rows.map((row) => findRole(row.profileId)))).toEqual(
      new Set([...Object.values(profiles), 'viewer']),
    );
    for (const { login, profileId: profile } of rows)
      expect(login).toMatch(new RegExp(`^${findRole(profile).toLowerCase()}2?@demo\\.example$`));
    expect(rows.every((row) => row.status === 'active' && row.passwordHash === passwordHash)).toBe(true);
    expect(rows).toHaveLength(11);
    for (const { login } of accounts) expect(demoMessageLines.join('\n')).toContain(login);
  });

  test('the demo has requests with every age and outcome, and about 100 customers in about 20 countries', async () => {
    const database = filledSqlite();
    const users = await database.kysely.selectFrom('users').selectAll().execute();
    const customers = users.filter((row) => row.status === 'active' && !row.login.endsWith('@demo.example'));
    expect(customers.length).toBeGreaterThan(95);
    expect(new Set(customers.map((row) => row.country)).size).toBeGreaterThan(18);
    expect(new Set(customers.map((row) => row.brandId))).toEqual(new Set(['blue', 'red']));
    expect(users.every((row) => row.login.endsWith('.example'))).toBe(true);
    const pendingUsers = users.filter((row) => row.status === 'pending');
    expect(pendingUsers.length).toBeGreaterThan(10);
    // No pending request is older than 60 days, because older requests expire.
    expect(pendingUsers.every((row) => (row.requestDate ?? 0) > now - days(60) && row.passwordHash === null)).toBe(
      true,
    );
    const { approved, rejected, expired, withdrawn, unverified, suspended } = countBy(users, (row) => row.status);
    expect([approved, rejected, expired, withdrawn, unverified, suspended].every((count) => (count ?? 0) > 0)).toBe(
      true,
    );
  });

  test('every request has a tool and a reason, some have a comment, and each rejection has its reason', async () => {
    const database = filledSqlite();
    const { kysely } = database;
    const requests = await kysely
      .selectFrom('users')
      .leftJoin('requestedTools', 'requestedTools.userId', 'users.id')
      .selectAll('users')
      .select(['requestedTools.toolId', 'requestedTools.brandId as askedBrand'])
      .where('users.status', 'in', ['unverified', 'pending', 'approved', 'rejected', 'expired', 'withdrawn'])
      .execute();
    expect(requests.filter((row) => !row.reason || row.toolId !== 'basics' || row.askedBrand !== row.brandId)).toEqual(
      [],
    );
    expect(requests.filter((row) => row.comment).length).toBeGreaterThan(5);
    expect(requests.filter((row) => (row.requestDate === null) !== (row.status === 'unverified'))).toEqual([]);
    const rejections = await kysely.selectFrom('userHistory').selectAll().where('toStatus', '=', 'rejected').execute();
    expect(rejections.every((step) => step.reason && step.actorId)).toBe(true);
    const grantedUsers = await kysely.selectFrom('toolGrants').select('userId').execute();
    const approvedRequests = requests.filter((row) => row.status === 'approved');
    expect(approvedRequests.every(({ id }) => grantedUsers.some((grant) => grant.userId === id))).toBe(true);
  });

  test('the history of each user ends with the current status of the user', async () => {
    const database = filledSqlite();
    const users = await database.kysely.selectFrom('users').select(['id', 'status', 'createdAt']).execute();
    const history = await database.kysely.selectFrom('userHistory').selectAll().orderBy('id').execute();
    for (const user of users) {
      const historyOfUser = history.filter((row) => row.userId === user.id);
      expect(historyOfUser.at(-1)?.toStatus).toBe(user.status);
      expect(historyOfUser.map((row) => row.fromStatus)).toEqual([
        null,
        ...historyOfUser.slice(0, -1).map((row) => row.toStatus),
      ]);
      expect(historyOfUser.map((row) => row.at)).toEqual(
        historyOfUser.map((row) => row.at).toSorted((one, other) => one - other),
      );
      expect(historyOfUser.every((row) => row.at >= user.createdAt && row.at <= now)).toBe(true);
    }
  });
});

// The days include ends of months and a leap day, because these days change the length of a year.
test.each(['2026-06-15', '2028-02-29', '2026-12-31', '2027-03-01', '2026-10-25'])(
  'the customer of the small demo has a licence in every state, and one that expires soon (%s)',
  async (day) => {
    const at = Date.parse(`${day}T23:59:59Z`);
    const database = await createTestDatabase('SQLite');
    await fillDatabase(database, at);
    const customerLicenses = await findLicenses(database.kysely, 'smallcustomer@demo.example');
    expect(countBy(customerLicenses, (row) => findLicenseStatus(row, at))).toEqual({
      Revoked: 1,
      Replaced: 3,
      Expired: 2,
      Active: 1,
    });
    const activeLicenses = customerLicenses.filter((row) => findLicenseStatus(row, at) === 'Active');
    expect(activeLicenses.filter((row) => row.expiresAt < at + days(20))).toHaveLength(1);
    const allLicenses = await findLicenses(database.kysely);
    const counts = countBy(allLicenses, (row) => findLicenseStatus(row, at));
    // Only few accounts of the demo are suspended, so this status may have a small count.
    expect(Object.entries(counts).filter(([status, count]) => count <= 5 && status !== 'Suspended')).toEqual([]);
    expect(counts['Suspended']).toBeGreaterThan(0);
    expect(allLicenses.every((row) => row.issuedAt <= at)).toBe(true);
  },
);

test('without a signing key the demo has users but no licences', async () => {
  const database = await createTestDatabase('SQLite');
  await database.transact((trx) => fillDemo(trx, { now, passwordHash, key: null }));
  expect(await findLicenses(database.kysely)).toEqual([]);
  expect(await database.kysely.selectFrom('users').select('id').execute()).not.toEqual([]);
});

test('published release notes have a date in the past, and one note is a draft', async () => {
  const database = await createTestDatabase('SQLite');
  await fillDatabase(database);
  const notes = await database.kysely.selectFrom('releaseNotes').selectAll().execute();
  const publishedNotes = notes.filter((note) => note.status === 'published');
  expect(publishedNotes.length).toBeGreaterThan(7);
  expect(publishedNotes.every((note) => Date.parse(note.releaseDate) <= now)).toBe(true);
  expect(notes.length - publishedNotes.length).toBe(1);
});
