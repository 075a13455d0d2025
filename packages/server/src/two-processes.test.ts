import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { apiBase } from '@basics/contract/calls/limits.ts';
import { session } from '@basics/contract/session/session.ts';
import { activation } from '@basics/contract/licenses/activation.ts';
import { users } from '@basics/contract/users/users.ts';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { writeTestPages } from './testing/built-pages.ts';
import {
  createEmptyLocation,
  openWithLongTimeouts,
  repeatTimes,
  selectDatabases,
} from './testing/database/databases.ts';
import { createCode, createMachine } from './testing/records/machine.ts';
import { createFolder } from './testing/processes/folders.ts';
import { password, readToken } from './testing/portal.ts';
import { startProcess } from './testing/processes/process.ts';

const pages = await writeTestPages();
afterAll(() => pages.remove());

type CallInput = { token?: string; id?: number; body?: unknown };

/** Makes a call over the network to one of the two processes. */
async function callPortal(address: string, endpoint: Endpoint, { token, id, body }: CallInput = {}) {
  const response = await fetch(address + apiBase + endpoint.path.replace('{id}', String(id)), {
    method: endpoint.method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

const signIn = async (address: string, profile: string): Promise<string> =>
  readToken((await callPortal(address, session.signIn, { body: { login: `${profile}@demo.example`, password } })).body);

type EndedSession = { id: number; version: number; token: string };

/**
 * The calls that end a session. The owner of the session or an administrator makes these calls to the first process.
 */
const sessionEndings: Record<
  string,
  (firstAddress: string, rootToken: string, victim: EndedSession) => Promise<{ status: number }>
> = {
  'a sign-out': (firstAddress, _, { token }) => callPortal(firstAddress, session.signOut, { token }),
  'a suspension': (firstAddress, token, { id, version }) =>
    callPortal(firstAddress, users.suspend, { token, id, body: { version, reason: 'Unpaid' } }),
  'a deletion': (firstAddress, token, { id }) => callPortal(firstAddress, users.remove, { token, id }),
  'a change of profile': (firstAddress, token, { id, version }) =>
    callPortal(firstAddress, users.update, { token, id, body: { version, profileID: 3 } }),
  'a change of password': (firstAddress, _, { token }) =>
    callPortal(firstAddress, session.changePassword, {
      token,
      body: { currentPassword: password, password: 'Granite-Harbour-91', confirmPassword: 'Granite-Harbour-91' },
    }),
};
const sessionsToEnd = ['oem', 'adv', 'smallcustomer', 'designeroffice', 'urjauser'];

test('a session that one process ends is invalid at the next request to another process on the same PostgreSQL (T560)', async () => {
  const [cwd, location] = [await createFolder(), await createEmptyLocation('PostgreSQL')];
  const env = { DATABASE_URL: 'url' in location ? location.url : '' };
  const startPortal = () => startProcess({ cwd, env, args: ['--demo'], pages: pages.folder }).ready();
  const firstAddress = await startPortal();
  const secondAddress = await startPortal();
  expect(firstAddress).not.toBe(secondAddress);
  const rootToken = await signIn(firstAddress, 'administrator');
  for (const [index, [endingName, end]] of Object.entries(sessionEndings).entries()) {
    const token = await signIn(secondAddress, sessionsToEnd[index] ?? '');
    const replyBefore = await callPortal(secondAddress, users.current, { token });
    const id: number = replyBefore.body.userId;
    const { version } = (await callPortal(secondAddress, users.get, { token, id })).body;
    expect([endingName, replyBefore.status]).toEqual([endingName, 200]);
    const endingResult = await end(firstAddress, rootToken, { id, version, token });
    expect([endingName, Math.floor(endingResult.status / 100)]).toEqual([endingName, 2]);
    for (const address of [secondAddress, firstAddress])
      expect([endingName, (await callPortal(address, users.current, { token })).status]).toEqual([endingName, 401]);
  }
});

describe.each(selectDatabases('PostgreSQL'))('two processes with one database (%s)', (kind) => {
  test('when one user confirms a PC and another refuses it at the same moment, exactly one succeeds: a refused PC gets no licence and takes no seat (T657)', async () => {
    const cwd = await createFolder();
    const emptyLocation = await createEmptyLocation(kind);
    const env = 'url' in emptyLocation ? { DATABASE_URL: emptyLocation.url } : {};
    const location = 'url' in emptyLocation ? emptyLocation : { file: join(cwd, 'data/demo/portal.db') };
    const startPortal = () => startProcess({ cwd, env, args: ['--demo'], pages: pages.folder }).ready();
    const [confirming, denying] = [await startPortal(), await startPortal()];
    const database = await openWithLongTimeouts(location);
    onTestFinished(() => database.close());
    await database.kysely.updateTable('licencePolicies').set({ seats: 255, moves: 255 }).execute();
    const [owner, stranger] = [await signIn(confirming, 'designeroffice'), await signIn(denying, 'oem')];
    for (let round = 0; round < repeatTimes(6, 50); round += 1) {
      const name = `RACE-${round}`;
      // A confirmation or a refusal that comes too late counts as a wrong code, and after ten of them the account must wait.
      await database.kysely.deleteFrom('throttles').execute();
      const verificationCode = createCode(createMachine(name), { at: Date.now() });
      const started = await callPortal(confirming, activation.requestActivation, { body: { verificationCode } });
      const body = { userCode: started.body.user_code };
      const [confirmed, denied] = await Promise.all([
        callPortal(confirming, activation.confirmActivation, { token: owner, body }),
        callPortal(denying, activation.denyActivation, { token: stranger, body }),
      ]);
      const pcs = await database.kysely
        .selectFrom('machines')
        .leftJoin('licenses', 'licenses.machineId', 'machines.id')
        .select('licenses.id')
        .where('machines.name', '=', name)
        .execute();
      expect([
        [200, 422, 1],
        [422, 204, 0],
      ]).toContainEqual([confirmed.status, denied.status, pcs.length]);
    }
  });
});
