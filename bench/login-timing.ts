/**
 * Measures whether the response time reveals if an address has an account: `node bench/login-timing.ts [pairs] [SQLite|PostgreSQL]`. Calls
 * each of the four public endpoints that take an address alternately with existing and invented accounts, each call from another network.
 * Registers also the addresses of invited users, and compares two groups of invented addresses. Prints the medians in milliseconds, and how
 * often an existing account was slower than an invented account (AUC): 0.50 means that the times do not show whether an account exists.
 */
import { registration } from '@basics/contract/registration/registration.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { apiBase } from '@basics/contract/calls/limits.ts';
import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import type { Portal } from '@basics/server/testing/portal.ts';
import { createUserBody } from '@basics/server/testing/records/staff.ts';
import { compareTimes, median } from './median.ts';
import { databaseKinds, runOnDatabase } from './open-bench.ts';

const pairCount = Number(process.argv[2] ?? 300);
const { profileID: _, tools: __, language: ___, crmAccount: ____, ...personFields } = createUserBody();

/** Two groups of addresses, whose response times are compared. */
type Groups = readonly [known: string, other: string];
type MeasuredCall = {
  endpoint: Endpoint;
  groups: readonly Groups[];
  createBody?: (address: string) => object;
  createQuery?: (address: string) => string;
};
const knownOrNot: Groups = ['active', 'unknown'];
const measuredCalls: Record<string, MeasuredCall> = {
  'sign-in': {
    endpoint: session.signIn,
    groups: [knownOrNot],
    // Each password is tried at one account only, because a password that is tried at many accounts is slowed down.
    createBody: (login) => ({ login, password: `Wrong-Password-${login}` }),
  },
  'forgot password': {
    endpoint: session.forgotPassword,
    groups: [knownOrNot],
    createBody: (email) => ({ email }),
  },
  'config-tool': {
    endpoint: registration.configTool,
    groups: [knownOrNot],
    createQuery: (address) => `?userEmail=${encodeURIComponent(address)}`,
  },
  register: {
    endpoint: registration.register,
    groups: [knownOrNot, ['approved', 'strange'], ['invented', 'made-up']],
    createBody: (login) => ({
      ...personFields,
      login,
      email: login,
      tool: 'basics',
      reason: 'We build with Basics',
      comment: '',
    }),
  },
};

for (const kind of databaseKinds.filter((name) => name === (process.argv[3] ?? name)))
  await runOnDatabase(kind, async ({ portal }) => {
    await addAccounts(portal);
    for (const [name, call] of Object.entries(measuredCalls))
      for (const groups of call.groups) await measureCall(`${kind}, ${name}`, portal, call, groups);
  });

async function addAccounts(portal: Portal): Promise<void> {
  const administrator = 'administrator@bench.example';
  await portal.addUser({ login: administrator, profileId: 1 });
  for (let index = 0; index < pairCount; index += 1) {
    await portal.addUser({ login: `active${index}@bench.example` });
    await portal.addUser({ login: `approved${index}@bench.example`, status: 'approved' });
  }
  // An administrator sees the accounts of all groups that are called known, so the measurement compares what it claims to compare.
  const token = await portal.signIn(administrator);
  for (const group of ['active', 'approved', 'unknown']) {
    const { body } = await portal.call(users.search, { token, body: { keyword: `${group}7@bench.example` } });
    const { length } = users.search.reply.parse(body).items;
    if (length !== (group === 'unknown' ? 0 : 1)) throw new Error(`an administrator finds ${length} of ${group}`);
  }
}

async function measureCall(
  name: string,
  portal: Portal,
  { endpoint, createBody, createQuery }: MeasuredCall,
  groups: Groups,
): Promise<void> {
  const durations: [number[], number[]] = [[], []];
  for (let index = 0; index < pairCount; index += 1)
    for (const side of index % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const address = `${groups[side]}${index}@bench.example`;
      const startTime = performance.now();
      const { statusCode } = await portal.http.inject({
        method: endpoint.method,
        url: apiBase + endpoint.path + (createQuery?.(address) ?? ''),
        remoteAddress: `10.${side}.${index >> 8}.${index & 255}`,
        ...(createBody && { payload: createBody(address) }),
      });
      durations[side].push(performance.now() - startTime);
      if (statusCode === 429) throw new Error(`${name} was slowed down: nothing can be measured`);
      await portal.settled();
    }
  const medians = durations.map((times) => median(times).toFixed(2));
  process.stdout.write(
    `${name.padEnd(28)} ${groups[0]} ${medians[0]} ms, ${groups[1]} ${medians[1]} ms, AUC ${compareTimes(...durations).toFixed(3)}\n`,
  );
}
