import { licenses } from '@basics/contract/licenses/licenses.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { expect, test } from 'vitest';
import { createTestDatabase, databases, type DatabaseKind } from '#server/testing/database/databases.ts';
import { watchDatabase } from '#server/testing/database/statements.ts';
import { openPortal, password } from '#server/testing/portal.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addStaff, createUserBody } from '#server/testing/records/staff.ts';

/**
 * Opens a portal, and returns a function that counts how often an action waits for the database: once for each statement, and twice for the
 * begin and the end of a transaction.
 */
async function openCountedPortal(kind: DatabaseKind) {
  let trips = 0;
  const counted = watchDatabase(await createTestDatabase(kind), () => (trips += 1));
  const transact: typeof counted.transact = (action) => {
    trips += 2;
    return counted.transact(action);
  };
  const { portal, asRoot: token } = await addStaff(await openPortal({ ...counted, transact }));
  async function countTripsOf(action: () => Promise<unknown>): Promise<number> {
    trips = 0;
    await action();
    // Work after the response is part of a call.
    await portal.settled();
    return trips;
  }
  async function countTrips(call: (number: number) => ReturnType<typeof portal.call>): Promise<number> {
    const makeCall = async (number: number) => {
      const { status, body } = await call(number);
      expect(status, JSON.stringify(body)).toBe(200);
    };
    // The first call of its kind can do more.
    await countTripsOf(() => makeCall(1));
    const tripsWithoutCall = await countTripsOf(async () => {});
    return (await countTripsOf(() => makeCall(2))) - tripsWithoutCall;
  }
  return { portal, token, countTrips };
}

// On a line of 10 ms to the database, each of them adds 10 ms to the call. Lower a number when a call needs fewer.
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
  // SQLite, which is in the same process, writes an audit entry by several statements.
  const auditTrips = kind === 'SQLite' ? 1 : 0;
  expect(trips).toEqual({
    signIn: 17 + auditTrips,
    ownAccount: 3,
    search: 5,
    keywordSearch: 8,
    user: 3,
    createUser: 21 + auditTrips,
    previewLicence: 10,
  });
});
