/**
 * Measures whether the response time reveals if an address has an account: `node bench/login-timing.ts [rounds]`. Calls each of the four
 * public endpoints that take an address alternately with existing and invented accounts, each call from another network. Prints the medians
 * in milliseconds, and how often an existing account was slower than an invented account: near 50 % means that the time reveals nothing.
 */
import { registration } from '@basics/contract/registration/registration.ts';
import { session } from '@basics/contract/session/session.ts';
import { apiBase } from '@basics/contract/calls/limits.ts';
import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { openDatabase } from '@basics/server/database/database.ts';
import { migrate } from '@basics/server/database/migrate.ts';
import { openPortal } from '@basics/server/testing/portal.ts';
import { createUserBody } from '@basics/server/testing/records/staff.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './median.ts';

const roundCount = Number(process.argv[2] ?? 200);
const { profileID: _, tools: __, language: ___, crmAccount: ____, ...personFields } = createUserBody();

type MeasuredCall = {
  endpoint: Endpoint;
  createBody?: (address: string) => object;
  createQuery?: (address: string) => string;
};
const measuredCalls: Record<string, MeasuredCall> = {
  'sign-in': { endpoint: session.signIn, createBody: (login) => ({ login, password: 'Wrong-Password-1' }) },
  'forgot password': { endpoint: session.forgotPassword, createBody: (email) => ({ email }) },
  'config-tool': {
    endpoint: registration.configTool,
    createQuery: (address) => `?userEmail=${encodeURIComponent(address)}`,
  },
  register: {
    endpoint: registration.register,
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

const folder = await mkdtemp(join(tmpdir(), 'basics-bench-'));
const database = await openDatabase({ file: join(folder, 'bench.db') });
await migrate(database, Date.now);
const portal = await openPortal(database);
for (let index = 0; index < roundCount; index += 1) await portal.addUser({ login: `known${index}@bench.example` });

for (const [name, { endpoint, createBody, createQuery }] of Object.entries(measuredCalls)) {
  const durations: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let index = 0; index < roundCount; index += 1) {
    const alternatingKinds = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const accountKind of alternatingKinds) {
      const address = `${accountKind}${index}@bench.example`;
      const startTime = performance.now();
      const { statusCode } = await portal.http.inject({
        method: endpoint.method,
        url: apiBase + endpoint.path + (createQuery?.(address) ?? ''),
        remoteAddress: `10.${accountKind === 'known' ? 1 : 2}.${index >> 8}.${index & 255}`,
        ...(createBody && { payload: createBody(address) }),
      });
      durations[accountKind].push(performance.now() - startTime);
      if (statusCode === 429) throw new Error(`${name} was slowed down: nothing can be measured`);
      await portal.settled();
    }
  }
  const [known, unknown] = [median(durations.known), median(durations.unknown)];
  const comparisons = durations.known.flatMap((knownTime) =>
    durations.unknown.map((unknownTime) => Number(knownTime > unknownTime)),
  );
  const slowerPercentage = (100 * comparisons.reduce((sum, isSlower) => sum + isSlower, 0)) / comparisons.length;
  process.stdout.write(
    `${name.padEnd(16)} known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, known slower in ${slowerPercentage.toFixed(1)} %\n`,
  );
}

await portal.close();
await database.close();
await rm(folder, { recursive: true });
