import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { registration } from '@basics/contract/registration/registration.ts';
import { session } from '@basics/contract/session/session.ts';
import { describe, expect, test } from 'vitest';
import { createRequest } from '#server/testing/access/access-attempt.ts';
import { missingSubject } from '#server/testing/access/access-row.ts';
import type { Passwords } from '#server/platform/passwords/passwords.ts';
import { defaultDatabases, createTestDatabase } from '#server/testing/database/databases.ts';
import { openPortal } from '#server/testing/portal.ts';

const createRegistration = (personNumber: number) =>
  Object(createRequest('registration.register', { ...missingSubject, name: `host-${personNumber}` }).body);

/**
 * Every public call that is rate-limited by network address. The test calls each with a different `personNumber` each
 * time.
 */
const rateLimitedCalls: readonly {
  endpoint: Endpoint;
  query?: string;
  body?: (personNumber: number) => Record<string, unknown>;
}[] = [
  {
    endpoint: session.signIn,
    body: (personNumber) => ({ login: `host-${personNumber}@customer.example`, password: 'wrong' }),
  },
  { endpoint: session.forgotPassword, body: (personNumber) => ({ email: `host-${personNumber}@customer.example` }) },
  { endpoint: session.checkLink, body: () => ({ token: 'guess' }) },
  { endpoint: session.exchange, body: () => ({ token: 'guess' }) },
  { endpoint: session.passkeyOptions },
  { endpoint: registration.register, body: createRegistration },
  { endpoint: registration.confirm, body: () => ({ token: 'guess' }) },
  { endpoint: registration.configTool, query: '?userEmail=x' },
];

const passwordsOfNobody: Passwords = {
  requireQueueCapacity: () => undefined,
  hash: () => Promise.reject(new Error('nothing is to be hashed')),
  matches: () => Promise.resolve(false),
  isOutdated: () => false,
};

describe.each(defaultDatabases)('rate limits of an IPv6 network (%s)', (kind) => {
  test.each(rateLimitedCalls)(
    '$endpoint.name counts all 2^64 addresses of a network as one',
    async ({ endpoint, query, body }) => {
      const portal = await openPortal(await createTestDatabase(kind), { passwords: passwordsOfNobody });
      const statuses = new Set<number>();
      for (let personNumber = 1; personNumber <= 125 && !statuses.has(429); personNumber += 1) {
        const response = await portal.http.inject({
          method: endpoint.method,
          url: `/core/api${endpoint.path}${query ?? ''}`,
          remoteAddress: `2001:db8:7:7::${personNumber.toString(16)}`,
          ...(body && { payload: body(personNumber) }),
        });
        statuses.add(response.statusCode);
      }
      expect([...statuses]).toContain(429);
      await portal.close();
    },
  );
});
