import type { Endpoint } from '@basics/contract/endpoint.ts';
import { registration } from '@basics/contract/registration.ts';
import { session } from '@basics/contract/session.ts';
import { describe, expect, test } from 'vitest';
import { createRequest } from '#server/testing/access/access-attempt.ts';
import type { Passwords } from '#server/platform/security/passwords.ts';
import { anyDatabase, createTestDatabase } from '#server/testing/databases.ts';
import { openPortal } from '#server/testing/portal.ts';

const createRegistration = (who: number) =>
  Object(createRequest('registration.register', { id: 0, version: 0, name: `host-${who}`, colleague: 0 }).body);

/** Every public call that is rate-limited by network address; `who` is a different person each time. */
const calls: readonly { endpoint: Endpoint; query?: string; body?: (who: number) => Record<string, unknown> }[] = [
  { endpoint: session.signIn, body: (who) => ({ login: `host-${who}@customer.example`, password: 'wrong' }) },
  { endpoint: session.forgotPassword, body: (who) => ({ email: `host-${who}@customer.example` }) },
  { endpoint: session.checkLink, body: () => ({ token: 'guess' }) },
  { endpoint: session.exchange, body: () => ({ token: 'guess' }) },
  { endpoint: session.passkeyOptions },
  { endpoint: registration.register, body: createRegistration },
  { endpoint: registration.confirm, body: () => ({ token: 'guess' }) },
  { endpoint: registration.configTool, query: '?userEmail=x' },
];

const unknownPerson: Passwords = {
  hash: () => Promise.reject(new Error('nothing is to be hashed')),
  fits: () => Promise.resolve(false),
  isOutdated: () => false,
};

describe.each(anyDatabase)('on %s', (kind) => {
  test.each(calls)(
    '$endpoint.name counts all 2^64 addresses of a network as one',
    async ({ endpoint, query, body }) => {
      const portal = await openPortal(await createTestDatabase(kind), { passwords: unknownPerson });
      const statuses = new Set<number>();
      for (let who = 1; who <= 125 && !statuses.has(429); who += 1) {
        const response = await portal.http.inject({
          method: endpoint.method,
          url: `/core/api${endpoint.path}${query ?? ''}`,
          remoteAddress: `2001:db8:7:7::${who.toString(16)}`,
          ...(body && { payload: body(who) }),
        });
        statuses.add(response.statusCode);
      }
      expect([...statuses]).toContain(429);
      await portal.close();
    },
  );
});
