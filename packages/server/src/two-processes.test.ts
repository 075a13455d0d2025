import type { Endpoint } from '@basics/contract/endpoint.ts';
import { apiBase } from '@basics/contract/limits.ts';
import { session } from '@basics/contract/session.ts';
import { users } from '@basics/contract/users.ts';
import { afterAll, expect, test } from 'vitest';
import { makePages } from './testing/built-pages.ts';
import { createEmptyLocation } from './testing/databases.ts';
import { newFolder } from './testing/folders.ts';
import { password, readToken } from './testing/portal.ts';
import { startProcess } from './testing/process.ts';

const pages = await makePages();
afterAll(() => pages.remove());

type Sent = { token?: string; id?: number; body?: unknown };

/** A call over the network to one of the two processes. */
async function ask(address: string, endpoint: Endpoint, { token, id, body }: Sent = {}) {
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
  readToken((await ask(address, session.signIn, { body: { login: `${profile}@demo.example`, password } })).body);

type EndedSession = { id: number; version: number; token: string };

/** The calls that end a session, made to `here` by an administrator or by the owner of the session. */
const sessionEndings: Record<
  string,
  (here: string, asRoot: string, victim: EndedSession) => Promise<{ status: number }>
> = {
  'a sign-out': (here, _, { token }) => ask(here, session.signOut, { token }),
  'a suspension': (here, token, { id, version }) =>
    ask(here, users.suspend, { token, id, body: { version, reason: 'Unpaid' } }),
  'a deletion': (here, token, { id }) => ask(here, users.remove, { token, id }),
  'a change of profile': (here, token, { id, version }) =>
    ask(here, users.update, { token, id, body: { version, profileID: 3 } }),
  'a change of password': (here, _, { token }) =>
    ask(here, session.changePassword, {
      token,
      body: { currentPassword: password, password: 'Granite-Harbour-91', confirmPassword: 'Granite-Harbour-91' },
    }),
};
const sessionsToEnd = ['oem', 'adv', 'smallcustomer', 'designeroffice', 'urjauser'];

test('a session that one process ends is invalid at the next request to another process on the same PostgreSQL', async () => {
  const [cwd, where] = [await newFolder(), await createEmptyLocation('PostgreSQL')];
  const env = { DATABASE_URL: 'url' in where ? where.url : '' };
  const begin = () => startProcess({ cwd, env, args: ['--demo'], pages: pages.folder }).ready();
  const here = await begin();
  const there = await begin();
  expect(here).not.toBe(there);
  const asRoot = await signIn(here, 'administrator');
  for (const [index, [what, end]] of Object.entries(sessionEndings).entries()) {
    const token = await signIn(there, sessionsToEnd[index] ?? '');
    const before = await ask(there, users.current, { token });
    const id: number = before.body.userId;
    const { version } = (await ask(there, users.get, { token, id })).body;
    expect([what, before.status]).toEqual([what, 200]);
    const ended = await end(here, asRoot, { id, version, token });
    expect([what, Math.floor(ended.status / 100)]).toEqual([what, 2]);
    for (const address of [there, here])
      expect([what, (await ask(address, users.current, { token })).status]).toEqual([what, 401]);
  }
});
