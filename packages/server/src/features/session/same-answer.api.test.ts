import { registration } from '@basics/contract/registration.ts';
import { session } from '@basics/contract/session.ts';
import { describe, expect, test } from 'vitest';
import { anyDatabase, createTestDatabase } from '#server/testing/databases.ts';
import { openPortal, passwords } from '#server/testing/portal.ts';
import type { CallResponse, Portal } from '#server/testing/portal.ts';
import { createUserBody } from '#server/testing/staff.ts';
import { watchDatabase } from '#server/testing/statements.ts';

const { profileID: _, tools: __, language: ___, crmAccount: ____, ...person } = createUserBody();

/** The four calls without a session that could show whether an address has an account. */
const calls: Record<string, (portal: Portal, login: string) => Promise<CallResponse>> = {
  'signing in': ({ call }, login) => call(session.signIn, { body: { login, password: 'Wrong-Password-1' } }),
  'a forgotten password': ({ call }, email) => call(session.forgotPassword, { body: { email } }),
  'listing the tools that can be requested': ({ call }, userEmail) =>
    call(registration.configTool, { query: { userEmail } }),
  registering: ({ call }, login) =>
    call(registration.register, {
      body: { ...person, login, email: login, tool: 'basics', reason: 'We build with Basics', comment: '' },
    }),
};

const addresses = ['unknown', 'known', 'suspended', 'asks', 'KNOWN'].map((name) => `${name}@customer.example`);

const hashCalls = ['hash', 'check a hash'];

/** Opens a portal with several kinds of accounts, and records its SQL statements and hashes in order. */
async function openWatchedPortal(kind: 'SQLite' | 'PostgreSQL') {
  const done: string[] = [];
  const portal = await openPortal(
    watchDatabase(await createTestDatabase(kind), (sql) => done.push(sql)),
    {
      passwords: {
        ...passwords,
        hash: (text) => (done.push('hash'), passwords.hash(text)),
        matches: (stored, text) => (done.push('check a hash'), passwords.matches(stored, text)),
      },
    },
  );
  await portal.addUser({ login: 'known@customer.example' });
  await portal.addUser({ login: 'suspended@customer.example', status: 'suspended' });
  await portal.addUser({ login: 'asks@customer.example', status: 'pending', profileId: null });
  return { portal, done };
}

describe.each(anyDatabase)('the same answer for every address on %s', (kind) => {
  test.each(Object.keys(calls))('%s does the same work before the answer for every address', async (name) => {
    const { portal, done } = await openWatchedPortal(kind);
    const seen = [];
    for (const address of addresses) {
      done.length = 0;
      const response = await calls[name]?.(portal, address);
      // Work after the answer does not affect the measurable response time.
      const before = [...done];
      await portal.settled();
      const body = { ...Object(response?.body), requestId: 'any' };
      seen.push({ status: response?.status, body, before });
    }
    expect(seen[0]?.before.length).toBeGreaterThan(0);
    for (const answer of seen) expect(answer).toEqual(seen[0]);
  });

  test('the background job for a forgotten password does the same work for every address', async () => {
    const { portal, done } = await openWatchedPortal(kind);
    const seen = [];
    for (const address of addresses.slice(0, 4)) {
      await portal.call(session.forgotPassword, { body: { email: address } });
      done.length = 0;
      await portal.settled();
      seen.push([...done]);
    }
    expect(seen[0]?.length).toBeGreaterThan(10);
    for (const each of seen) expect(each).toEqual(seen[0]);
    expect(await portal.database.kysely.selectFrom('outbox').select('toAddress').execute()).toEqual([
      { toAddress: 'known@customer.example' },
    ]);
  });

  test('a sign-in costs one hash check for every login', async () => {
    const { portal, done } = await openWatchedPortal(kind);
    for (const address of addresses) {
      done.length = 0;
      await calls['signing in']?.(portal, address);
      expect(done.filter((call) => hashCalls.includes(call))).toEqual(['check a hash']);
    }
  });
});
