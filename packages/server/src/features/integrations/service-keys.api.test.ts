import { api, endpoints } from '@basics/contract/api.ts';
import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { permissions } from '@basics/contract/calls/permissions.ts';
import { serviceAccounts } from '@basics/contract/integrations/service-accounts.ts';
import { users } from '@basics/contract/users/users.ts';
import { audit } from '@basics/contract/audit/audit.ts';
import { expect, test, describe } from 'vitest';
import { extendAndVerifyChain } from '#server/testing/audit-of.ts';
import { days, minutes } from '#server/platform/clock/clock.ts';
import { purgeExpired } from '#server/jobs/purge/purge-expired.ts';
import { attemptCall, findAccessRow } from '#server/testing/access/access-attempt.ts';
import { missingId, missingSubject } from '#server/testing/access/access-row.ts';
import {
  createTestDatabase,
  databases,
  defaultDatabases,
  type DatabaseKind,
} from '#server/testing/database/databases.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { assignSalesman, createUserBody, listLetters } from '#server/testing/records/staff.ts';
import { openPortal, readProblemCode } from '#server/testing/portal.ts';
import { remindKeyOwners } from './remind-owners.ts';
import { createKey, readKeyPrefix } from './key.ts';

const accountPermissions = [
  'users.view',
  'users.edit',
  'users.create',
  'users.create-customer',
  'license.generate',
  'account.view',
];
const keyPermissions = permissions.filter((permission) => permission !== 'license.menu');

/** Opens a portal with an administrator, a salesman of Germany, and a service account of the salesman with one key. */
async function openFixture(kind: DatabaseKind) {
  const portal = await openPortal(await createTestDatabase(kind));
  const root = await addPerson(portal, { profileId: 1, login: 'root@portal.example', grants: [] });
  const sam = await addPerson(portal, { profileId: 2, login: 'sam@portal.example', country: 'DE' });
  await assignSalesman(portal.database, sam.id, 'DE', 'blue');
  const fields = { name: 'Shop', purpose: '', ownerId: sam.id, countries: null, brands: null, networks: [] };
  const createAccount = async (but: Record<string, unknown> = {}) => {
    const body = {
      ...fields,
      permissions: accountPermissions,
      ...but,
    };
    return portal.call(serviceAccounts.create, { token: root.token, body });
  };
  const addKey = async (id: number, body: Record<string, unknown> = { name: 'production' }) =>
    portal.call(serviceAccounts.createKey, { token: root.token, params: { id }, body });
  const openAccount = async (but: Record<string, unknown> = {}) => {
    const account = serviceAccounts.create.reply.parse((await createAccount(but)).body);
    const key = serviceAccounts.createKey.reply.parse((await addKey(account.accountId)).body);
    return { account, ...key };
  };
  const getUser = (token: string, id: number, headers = {}) =>
    portal.call(users.get, { token, params: { id }, headers });
  const codeOf = async (response: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await response;
    return status < 300 ? status : readProblemCode(body);
  };
  return { portal, root, sam, fields, createAccount, addKey, openAccount, getUser, codeOf };
}

test('a key has a checksum, so that a mistyped key is found without a request', () => {
  const key = createKey((count) => Uint8Array.from({ length: count }, (_, at) => (at * 37) % 256));
  expect(key).toMatch(/^bpk_[\dA-Za-z]{36}$/);
  expect(readKeyPrefix(key)).toBe(key.slice(0, 12));
  const swapped = key.replace(/^(bpk_.)(.)(.)/, '$1$3$2');
  expect([swapped === key, readKeyPrefix(swapped)]).toEqual([false, null]);
});

describe.each(databases)('service accounts (%s)', (kind) => {
  test('a key acts for its owner within the permissions, the countries and the networks of its account, from creation to revocation (T581)', async () => {
    const { portal, root, sam, fields, createAccount, addKey, openAccount, getUser, codeOf } = await openFixture(kind);
    const german = await addPerson(portal, { country: 'DE' });
    const norwegian = await addPerson(portal, { country: 'NO' });

    // The account gets no more than its owner has, and only known values.
    const refusedBody = { permissions: ['users.delete'], countries: ['XX'], brands: ['none'], networks: ['0.0.0.0/0'] };
    expect((await createAccount(refusedBody)).body).toMatchObject({
      code: 'INVALID',
      fields: {
        permissions: expect.any(String),
        countries: expect.any(String),
        brands: expect.any(String),
        networks: expect.any(String),
      },
    });
    expect((await createAccount({ ownerId: german.id })).body).toMatchObject({
      fields: { ownerId: expect.any(String) },
    });

    const { account, key, prefix, keyId } = await openAccount();
    expect(await codeOf(getUser(key, german.id))).toBe(200);
    // Not in the territory of the owner; staff, and even the owner, are never in the scope of a key.
    expect(await codeOf(getUser(key, norwegian.id))).toBe('USER_NOT_FOUND');
    expect(await codeOf(getUser(key, sam.id))).toBe('USER_NOT_FOUND');
    const found = await portal.call(users.search, { token: key, body: {} });
    expect(users.search.reply.parse(found.body)).toMatchObject({ total: 1, items: [{ userId: german.id }] });
    expect(found.headers).toMatchObject({
      'ratelimit-policy': '"key";q=600;w=60',
      ratelimit: expect.stringMatching(/^"key";r=\d+;t=60$/),
    });

    // A change names the account in the audit log, whose chain stays whole; the scope holds for what a key writes.
    const update = (body: Record<string, unknown>, token = key) =>
      portal.call(users.update, { token, params: { id: german.id }, body });
    expect(await codeOf(update({ company: 'Alder' }))).toBe(200);
    expect(await codeOf(update({ country: 'NO' }))).toBe('KEY_SCOPE');
    const created = await portal.call(users.create, { token: key, body: createUserBody() });
    const { userId, version } = users.create.reply.parse(created.body);
    expect(created.headers).toMatchObject({ location: `/core/api/user/${userId}`, etag: `"${version}"` });
    // The ETag of a record is another way to send the version that the client has read.
    const updateCreated = (ifMatch: string) =>
      portal.call(users.update, {
        token: key,
        params: { id: userId },
        body: { phone: ifMatch },
        headers: { 'if-match': ifMatch },
      });
    expect((await updateCreated(`"${version}"`)).headers['etag']).toBe(`"${version + 1}"`);
    expect(await codeOf(updateCreated(`"${version}"`))).toBe('PRECONDITION_FAILED');
    const entries = audit.search.reply.parse(
      (
        await portal.call(audit.search, {
          token: root.token,
          body: { action: 'user.update', subjectId: String(german.id) },
        })
      ).body,
    );
    expect(entries.items).toMatchObject([
      { actor: { userId: sam.id }, machine: `Shop (${prefix})`, after: { company: 'Alder' } },
    ]);
    expect(await extendAndVerifyChain(portal.database)).toMatchObject({ ok: true });

    // Two keys at a time, and not one more.
    expect((await addKey(account.accountId)).status).toBe(200);
    expect(await codeOf(addKey(account.accountId))).toBe('TOO_MANY_KEYS');

    // Account and owner are read for each request: country, brand, network, permission, status.
    const change = async (but: Record<string, unknown>) =>
      portal.call(serviceAccounts.update, {
        token: root.token,
        params: { id: account.accountId },
        body: { ...fields, permissions: ['users.view'], ...but },
      });
    expect((await change({ countries: ['AT'] })).status).toBe(200);
    expect(await codeOf(getUser(key, german.id))).toBe('USER_NOT_FOUND');
    await change({ brands: ['red'] });
    expect(await codeOf(getUser(key, german.id))).toBe('USER_NOT_FOUND');
    await change({ networks: ['192.0.2.0/24'] });
    expect(await codeOf(getUser(key, german.id))).toBe('KEY_NETWORK');
    await change({ networks: ['127.0.0.0/8', '::1'] });
    expect(await codeOf(update({ company: 'Birch' }))).toBe('NOT_PERMITTED');
    expect(await codeOf(getUser(key, german.id))).toBe(200);
    await portal.database.kysely.deleteFrom('countryBrandSalesmen').execute();
    expect(await codeOf(getUser(key, german.id))).toBe('USER_NOT_FOUND');
    const setOwner = (values: { status?: 'active' | 'suspended'; profileId?: number }) =>
      portal.database.kysely.updateTable('users').set(values).where('id', '=', sam.id).execute();
    await setOwner({ status: 'suspended' });
    expect(await codeOf(getUser(key, german.id))).toBe('KEY_REFUSED');
    await setOwner({ status: 'active', profileId: 7 });
    expect(await codeOf(getUser(key, german.id))).toBe('KEY_REFUSED');
    await setOwner({ profileId: 2 });

    await portal.settled();
    const list = async () =>
      serviceAccounts.list.reply.parse((await portal.call(serviceAccounts.list, { token: root.token })).body);
    const lastUsed = { day: '2026-03-10', network: '127.0.0.1' };
    expect((await list()).items[0]?.keys.find((one) => one.keyId === keyId)).toMatchObject({
      prefix,
      lastUsed,
      expiresAt: '2027-03-10T23:59:59.000Z',
    });
    expect(JSON.stringify(await list())).not.toContain(key);

    const revoke = () =>
      portal.call(serviceAccounts.revokeKey, { token: root.token, params: { id: account.accountId, keyId } });
    expect([(await revoke()).status, await codeOf(revoke())]).toEqual([204, 'RESULTS_NOT_FOUND']);
    expect(await codeOf(getUser(key, german.id))).toBe('KEY_REFUSED');
    const [gone, old] = [await openAccount({ name: 'Gone' }), await openAccount({ name: 'Old' })];
    const removal = { token: root.token, params: { id: gone.account.accountId } };
    expect((await portal.call(serviceAccounts.remove, removal)).status).toBe(204);
    expect(await codeOf(getUser(gone.key, german.id))).toBe('KEY_REFUSED');
    portal.pass(days(366));
    expect(await codeOf(getUser(old.key, german.id))).toBe('KEY_REFUSED');
  });

  test('a request with an Idempotency-Key runs once, and its first answer is repeated for 7 days (T584)', async () => {
    const { portal, root, openAccount, codeOf } = await openFixture(kind);
    const { key, account } = await openAccount();
    const send = (login: string, idempotencyKey = 'order-1', token = key) =>
      portal.call(users.create, {
        token,
        body: createUserBody({ login, email: login }),
        headers: { 'idempotency-key': idempotencyKey },
      });
    const logins = async () =>
      (
        await portal.database.kysely
          .selectFrom('users')
          .select('login')
          .where('login', 'like', '%@shop.example')
          .execute()
      ).map(({ login }) => login);

    // Of two at once, one runs; the other one gets its answer, or the answer 409 with a time to wait.
    const answers = await Promise.all([send('a@shop.example'), send('a@shop.example')]);
    expect(await logins()).toEqual(['a@shop.example']);
    const first = answers.find(({ status }) => status === 200);
    const other = answers.find((answer) => answer !== first);
    expect([200, 409]).toContain(other?.status);
    expect((await send('a@shop.example')).body).toEqual(first?.body);
    expect(await codeOf(send('b@shop.example'))).toBe('IDEMPOTENCY_MISMATCH');
    expect(await codeOf(send('b@shop.example', 'with space'))).toBe('INVALID');

    // A refusal is repeated too. A second key of the same account repeats it, another account does not.
    const refusal = await send('a@shop.example', 'order-2');
    expect([refusal.status, (await send('a@shop.example', 'order-2')).status]).toEqual([422, 422]);
    const second = serviceAccounts.createKey.reply.parse(
      (
        await portal.call(serviceAccounts.createKey, {
          token: root.token,
          params: { id: account.accountId },
          body: { name: 'next' },
        })
      ).body,
    );
    expect((await send('a@shop.example', 'order-1', second.key)).body).toEqual(first?.body);
    expect((await send('c@shop.example', 'order-1', (await openAccount({ name: 'Other' })).key)).status).toBe(200);

    // A search runs each time, so that it never shows what the key may no longer see; a record can be sent back as it was read.
    const headers = { 'idempotency-key': 'order-3' };
    const search = async () =>
      users.search.reply.parse(
        (await portal.call(users.search, { token: key, body: { keyword: 'a@shop' }, headers })).body,
      ).items;
    const [item] = await search();
    const params = { id: item?.userId ?? 0 };
    const read = users.get.reply.parse((await portal.call(users.get, { token: key, params })).body);
    const change = { token: key, params, body: { ...read, phone: '+49 1' }, headers };
    const changed = await portal.call(users.update, change);
    expect(changed.body).toMatchObject({ phone: '+49 1' });
    expect((await portal.call(users.update, change)).body).toEqual(changed.body);
    await portal.database.kysely
      .updateTable('users')
      .set({ country: 'NO', createdBy: null })
      .where('id', '=', params.id)
      .execute();
    expect(await search()).toEqual([]);
    expect((await portal.call(users.update, change)).body, 'the answer that the key has got').toEqual(changed.body);

    // A copy of the database does not show the answer. A request whose process stopped can be sent again after a minute.
    const rows = portal.database.kysely;
    expect(JSON.stringify(await rows.selectFrom('idempotentAnswers').selectAll().execute())).not.toContain(
      'shop.example',
    );
    await rows.updateTable('idempotentAnswers').set({ answer: null }).execute();
    expect(await codeOf(send('a@shop.example'))).toBe('IDEMPOTENCY_BUSY');
    portal.pass(minutes(2));
    expect(await codeOf(send('a@shop.example'))).toBe('INVALID');

    portal.pass(days(7) + 1);
    await purgeExpired({ database: portal.database, clock: portal.now, queueLetter: async () => {} });
    expect(await rows.selectFrom('idempotentAnswers').selectAll().execute()).toEqual([]);
  });

  test('the owner is reminded 30 and 7 days before a key ends, and administrators are asked for another owner once', async () => {
    const { portal, sam, openAccount } = await openFixture(kind);
    await openAccount();
    const remind = async () => {
      const dependencies = {
        database: portal.database,
        clock: portal.now,
        queueLetter: openOutbox(portal.database).queueLetter,
      };
      await Promise.all([remindKeyOwners(dependencies), remindKeyOwners(dependencies)]);
      return (await listLetters(portal)).filter((letter) => letter.startsWith('service'));
    };
    expect(await remind()).toEqual([]);
    portal.pass(days(336));
    const toOwner = 'serviceKeyEnds to sam@portal.example';
    expect(await remind()).toEqual([toOwner]);
    portal.pass(days(23));
    expect(await remind()).toEqual([toOwner, toOwner]);
    await portal.database.kysely.updateTable('users').set({ status: 'suspended' }).where('id', '=', sam.id).execute();
    expect(await remind()).toEqual([toOwner, toOwner, 'serviceAccountOwner to root@portal.example']);
    expect(await remind()).toHaveLength(3);
  });

  test('a key makes 600 requests a minute, and then gets 429 with the time until it may continue (T586)', async () => {
    const { portal, openAccount, getUser } = await openFixture(kind);
    const { key, keyId } = await openAccount();
    await portal.database.kysely
      .insertInto('throttles')
      .values({ key: `key:${keyId}`, count: 599, windowStart: portal.now(), nextAllowedAt: 0, lastAttemptAt: 0 })
      .execute();
    portal.pass(20_000);
    expect((await getUser(key, missingId)).headers).toMatchObject({ ratelimit: '"key";r=0;t=40' });
    const { status, headers } = await getUser(key, missingId);
    expect([status, headers['retry-after']]).toEqual([429, '40']);
    portal.pass(minutes(1));
    expect((await getUser(key, missingId)).status).toBe(404);
  });
});

describe.each(defaultDatabases)('all calls (%s)', (kind) => {
  test('a call that is open to keys needs its permission, and every other call refuses keys (T582)', async () => {
    const { portal, root, openAccount } = await openFixture(kind);
    const all = await openAccount({ ownerId: root.id, permissions: keyPermissions, name: 'All' });
    const none = await openAccount({ ownerId: root.id, permissions: ['POC.view'], name: 'None' });
    const attempt = (call: Endpoint, token: string) =>
      attemptCall(portal, findAccessRow(call.name), {
        token,
        subject: { ...missingSubject, name: `x${call.name}` },
      });
    const wrong: string[] = [];
    for (const call of endpoints) {
      portal.pass(1000);
      const outcome = await attempt(call, all.key);
      const isRight = call.machines
        ? !['NOT_FOR_KEYS', 'NOT_PERMITTED', 'KEY_REFUSED'].includes(outcome) &&
          (call.access === 'public' || (await attempt(call, none.key)) === 'NOT_PERMITTED')
        : outcome === 'NOT_FOR_KEYS';
      if (!isRight) wrong.push(`${call.name}: ${outcome}`);
    }
    expect(wrong).toEqual([]);
  });

  test('calls about sign-in, second factors, keys, views and bulk deletion are never open to keys (T583)', () => {
    const closed = endpoints.filter(
      ({ path, name, method, access }) =>
        access === 'administrator' ||
        /^\/(auth|admin)\//.test(path) ||
        /second-factor|view-as|password|login|permission/.test(path) ||
        (method === 'DELETE' && /bulk/.test(path)) ||
        name in api.secondFactor,
    );
    expect(closed.filter(({ machines }) => machines).map(({ name }) => name)).toEqual([]);
  });
});
