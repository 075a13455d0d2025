import { licenses } from '@basics/contract/licenses/licenses.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  createTestLocation,
  databases,
  openWithLongTimeouts,
  type DatabaseKind,
} from '#server/testing/database/databases.ts';
import { watchDatabase } from '#server/testing/database/statements.ts';
import { openPortal, password } from '#server/testing/portal.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addStaff, createUserBody } from '#server/testing/records/staff.ts';

/**
 * Counts the round trips to PostgreSQL: statements that are sent before the answer to another one share its round trip. `reset` starts a new
 * count.
 */
function countRoundTrips() {
  let trips = 0;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its client
  const { query } = Client.prototype;
  vi.spyOn(Client.prototype, 'query').mockImplementation(function send(this: Client, ...statement: unknown[]) {
    const trip = trips + 1;
    const sent: unknown = Reflect.apply(query, this, statement);
    const note = () => (trips = Math.max(trips, trip));
    if (sent instanceof Promise) sent.then(note, note);
    return sent;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return { reset: () => void (trips = 0), count: () => trips };
}

/** Opens a portal, and returns a function that counts the round trips of an action on PostgreSQL, and its statements on SQLite. */
async function openCountedPortal(kind: DatabaseKind) {
  const roundTrips = countRoundTrips();
  let statements = 0;
  const database = await openWithLongTimeouts(await createTestLocation(kind));
  onTestFinished(() => database.close());
  const { portal, asRoot: token } = await addStaff(await openPortal(watchDatabase(database, () => (statements += 1))));
  async function countTripsOf(action: () => Promise<unknown>): Promise<number> {
    statements = 0;
    roundTrips.reset();
    await action();
    // Work after the response is part of a call.
    await portal.settled();
    return kind === 'SQLite' ? statements : roundTrips.count();
  }
  async function countTrips(call: (number: number) => ReturnType<typeof portal.call>): Promise<number> {
    const makeCall = async (number: number) => {
      const { status, body } = await call(number);
      expect(status, JSON.stringify(body)).toBe(200);
    };
    // The first call of its kind can do more.
    await countTripsOf(() => makeCall(1));
    const tripsWithoutCall = await countTripsOf(async () => {});
    // Statements on two connections that run beside each other are counted as one after the other if the answers arrive in an unlucky order,
    // so the smallest of some counts is the length of the longest chain.
    const trips = [];
    // oxlint-disable-next-line no-await-in-loop -- one call after the other is counted
    for (const number of [2, 3, 4, 5]) trips.push(await countTripsOf(() => makeCall(number)));
    return Math.min(...trips) - tripsWithoutCall;
  }
  return { portal, token, countTrips };
}

// On a line of 10 ms to the database, each round trip adds 10 ms to the call. Lower a number when a call needs fewer.
test.each(databases)('the number of round trips to the database of frequent calls does not grow (%s)', async (kind) => {
  const { portal, token, countTrips } = await openCountedPortal(kind);
  const id = await portal.addUser({ login: 'cad@customer.example' });
  const trips = {
    signIn: await countTrips(() => portal.call(session.signIn, { body: { login: 'root@portal.example', password } })),
    ownAccount: await countTrips(() => portal.call(users.current, { token })),
    search: await countTrips(() => portal.call(users.search, { token, body: {} })),
    keywordSearch: await countTrips(() => portal.call(users.search, { token, body: { keyword: 'cad' } })),
    user: await countTrips(() => portal.call(users.get, { token, params: { id } })),
    createUser: await countTrips((number) => {
      const login = `new${number}@customer.example`;
      return portal.call(users.create, { token, body: createUserBody({ login, email: login }) });
    }),
    previewLicence: await countTrips((number) => {
      const body = { verificationCode: createCode(createMachine(`pc-${number}`)), preview: true };
      return portal.call(licenses.issue, { token, params: { id }, body });
    }),
  };
  expect(trips).toEqual(limits[kind]);
});

const limits = {
  SQLite: { signIn: 14, ownAccount: 1, search: 6, keywordSearch: 9, user: 4, createUser: 19, previewLicence: 10 },
  PostgreSQL: { signIn: 8, ownAccount: 1, search: 3, keywordSearch: 6, user: 2, createUser: 8, previewLicence: 9 },
};
