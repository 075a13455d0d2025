import { session as calls } from '@basics/contract/session.ts';
import { users } from '@basics/contract/users.ts';
import { expect, onTestFinished, test } from 'vitest';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { createToken, createUser } from '#portal/testing/people.ts';
import { fakeServer } from '#portal/testing/portal.tsx';
import { createSession } from './session.ts';

const user = createUser('OEM');
const nobody = { isAuthenticated: false, isLoading: false, user: null };
const somebody = { isAuthenticated: true, isLoading: false, user };

/** A response that begins well but never completes. */
const createBrokenResponse = (): Response =>
  new Response(new ReadableStream({ pull: (out) => out.error(new TypeError('network error')) }));

/** A session in a tab with this stored token, and all the states that it had; the first `broken` profile responses are cut off. */
function open(token: string | null, broken = 0) {
  const server = fakeServer();
  server.answer(users.current, () => (server.requests(users.current).length > broken ? user : createBrokenResponse()));
  server.answer(calls.signOut, () => undefined);
  if (token !== null) localStorage.setItem('token', token);
  const session = createSession();
  const states: unknown[] = [session.state()];
  session.subscribe(() => states.push(session.state()));
  onTestFinished(session.start());
  return { server, session, states };
}

test('with a valid stored token the session is authenticated and loading, and has its user once the profile is loaded', async () => {
  const { session, states } = open(createToken('ada'));
  expect(session.state()).toEqual({ isAuthenticated: true, isLoading: true, user: null });
  await expect.poll(session.state).toMatchObject(somebody);
  expect(states).toHaveLength(3);
});

test.each([
  ['without a stored token', null],
  ['with one that does not decode', 'nonsense'],
  ['with one that carries no userName', createToken('')],
  ['with one that is past its end', createToken('ada', -0.01)],
])('%s the session is unauthenticated, and no profile is asked for', (_, token) => {
  const { server, session } = open(token);
  expect(session.state()).toEqual(nobody);
  expect(server.requests(users.current)).toEqual([]);
});

test('signing in sets the user and stores the token; signing out clears the user and removes it', async () => {
  const { server, session, states } = open(null);
  const token = createToken('ada');
  server.answer(calls.signIn, () => ({ token }));
  await session.signIn({ login: 'ada', password: 'Quartz-Lantern-27' });
  expect(session.state()).toMatchObject(somebody);
  expect(localStorage.getItem('token')).toBe(token);
  await session.signOut();
  expect(session.state()).toEqual(nobody);
  expect(localStorage.getItem('token')).toBeNull();
  expect(states).toMatchObject([nobody, somebody, nobody]);
});

test('a profile response that is cut off, as by a reload of the page, does not end the session', async () => {
  const token = createToken('ada');
  const { server, session, states } = open(token, 1);
  await expect.poll(session.state).toMatchObject(somebody);
  expect(states).toMatchObject([nobody, { isLoading: true }, somebody]);
  expect(server.requests(users.current).map((request) => request.token)).toEqual([token, token]);
  expect(localStorage.getItem('token')).toBe(token);
});

test('a profile that cannot be loaded ends the session', async () => {
  const { server, session } = open(null);
  server.answer(calls.signIn, () => ({ token: createToken('ada') }));
  server.answer(users.current, () => createRefusal('ACCOUNT_PROBLEM'));
  await expect(session.signIn({ login: 'ada', password: 'x' })).rejects.toThrow('Something is wrong with your account');
  expect(session.state()).toEqual(nobody);
  expect(localStorage.getItem('token')).toBeNull();
});

test('an extension whose answer is lost leaves the session as it was, and the next one goes on with a new token', async () => {
  const held = createToken('ada');
  const { server, session } = open(held);
  await expect.poll(session.state).toMatchObject(somebody);
  server.answer(calls.extend, () => createRefusal('BUSY'));
  await expect(session.extend()).rejects.toThrow();
  expect(localStorage.getItem('token')).toBe(held);
  expect(session.state()).toMatchObject(somebody);
  const extended = createToken('ada', 9);
  server.answer(calls.extend, () => ({ token: extended }));
  await session.extend();
  expect(localStorage.getItem('token')).toBe(extended);

  server.answer(users.current, () => createRefusal('NO_SESSION'));
  await expect(session.refresh()).rejects.toThrow();
  await expect.poll(session.state).toEqual(nobody);
});
