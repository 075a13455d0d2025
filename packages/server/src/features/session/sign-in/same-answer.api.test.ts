import { registration } from '@basics/contract/registration/registration.ts';
import { session } from '@basics/contract/session/session.ts';
import { describe, expect, test } from 'vitest';
import { defaultDatabases, createTestDatabase } from '#server/testing/database/databases.ts';
import { openPortal, passwords } from '#server/testing/portal.ts';
import type { CallResponse, Portal } from '#server/testing/portal.ts';
import { createUserBody } from '#server/testing/records/staff.ts';
import { watchDatabase } from '#server/testing/database/statements.ts';

const { profileID: _, tools: __, language: ___, crmAccount: ____, ...person } = createUserBody();

/** The calls without a session that could show whether an address has an account. */
const calls: Record<string, (portal: Portal, login: string) => Promise<CallResponse>> = {
  'signing in': ({ call }, login) => call(session.signIn, { body: { login, password: 'Wrong-Password-1' } }),
  'a forgotten password': ({ call }, email) => call(session.forgotPassword, { body: { email } }),
  'opening a link by its code': ({ call }, email) => call(session.openLink, { body: { email, code: 'K7QF-2M9X' } }),
  'listing the tools that can be requested': ({ call }, userEmail) =>
    call(registration.configTool, { query: { userEmail } }),
  registering: ({ call }, login) =>
    call(registration.register, {
      body: { ...person, login, email: login, tool: 'basics', reason: 'We build with Basics', comment: '' },
    }),
};

const addresses = ['unknown', 'known', 'suspended', 'asks', 'KNOWN'].map((name) => `${name}@customer.example`);

const hashCalls = ['hash', 'check a hash'];

/** Opens a portal with several kinds of accounts, and records its SQL statements and password hashes in order. */
async function openWatchedPortal(kind: 'SQLite' | 'PostgreSQL') {
  const operations: string[] = [];
  const portal = await openPortal(
    watchDatabase(await createTestDatabase(kind), (sql) => operations.push(sql)),
    {
      passwords: {
        ...passwords,
        hash: (typedPassword) => (operations.push('hash'), passwords.hash(typedPassword)),
        matches: (passwordHash, typedPassword) => (
          operations.push('check a hash'),
          passwords.matches(passwordHash, typedPassword)
        ),
      },
    },
  );
  await portal.addUser({ login: 'known@customer.example' });
  await portal.addUser({ login: 'suspended@customer.example', status: 'suspended' });
  await portal.addUser({ login: 'asks@customer.example', status: 'pending', profileId: null });
  return { portal, done: operations };
}

describe.each(defaultDatabases)('the same answer for every address (%s)', (kind) => {
  test.each(Object.keys(calls))('%s does the same work before the response, whatever the address', async (name) => {
    const { portal, done: operations } = await openWatchedPortal(kind);
    const answers = [];
    for (const address of addresses) {
      operations.length = 0;
      const response = await calls[name]?.(portal, address);
      // Only operations before the response are compared, because later work does not affect the response time.
      const operationsBefore = [...operations];
      await portal.settled();
      const body = { ...Object(response?.body), requestId: 'any' };
      answers.push({ status: response?.status, body, before: operationsBefore });
    }
    expect(answers[0]?.before.length).toBeGreaterThan(0);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test('the background job for a forgotten password makes the same calculations for every address', async () => {
    const { portal, done: operations } = await openWatchedPortal(kind);
    const statementLists = [];
    for (const address of addresses.slice(0, 4)) {
      await portal.call(session.forgotPassword, { body: { email: address } });
      operations.length = 0;
      await portal.settled();
      statementLists.push([...operations]);
    }
    expect(statementLists[0]?.length).toBeGreaterThan(10);
    for (const statementList of statementLists) expect(statementList).toEqual(statementLists[0]);
    expect(
      await portal.database.kysely.selectFrom('outbox').select(['toAddress', 'kind']).orderBy('id').execute(),
    ).toEqual([
      { toAddress: 'known@customer.example', kind: 'passwordReset' },
      { toAddress: 'suspended@customer.example', kind: 'accountState' },
      { toAddress: 'asks@customer.example', kind: 'accountState' },
    ]);
  });

  test('a sign-in checks exactly one password hash, whatever the login', async () => {
    const { portal, done: operations } = await openWatchedPortal(kind);
    for (const address of addresses) {
      operations.length = 0;
      await calls['signing in']?.(portal, address);
      expect(operations.filter((call) => hashCalls.includes(call))).toEqual(['check a hash']);
    }
  });
});
