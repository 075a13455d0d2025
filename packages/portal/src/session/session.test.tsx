import { session as calls } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { expect, onTestFinished, test } from 'vitest';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { createToken, createUser } from '#portal/testing/records/people.ts';
import { startFakeServer } from '#portal/testing/portal.tsx';
import { createSession } from './session.ts';
import { removeRememberedPath, rememberPath, takeRememberedPath } from './remembered-path.ts';
import { render } from 'vitest-browser-react';
import { Allowed, SessionContext } from './session-context.tsx';

const user = createUser('OEM');
const signedOutState = { isAuthenticated: false, isLoading: false, user: null };
const signedInState = { isAuthenticated: true, isLoading: false, user };

/** Creates a response whose body breaks off. */
const createBrokenResponse = (): Response =>
  new Response(new ReadableStream({ pull: (out) => out.error(new TypeError('network error')) }));

/** Starts a session in a tab with this stored token, and records all its states; the first `brokenCount` profile responses break off. */
function startSession(token: string | null, brokenCount = 0) {
  const server = startFakeServer();
  server.answer(users.current, () =>
    server.requests(users.current).length > brokenCount ? user : createBrokenResponse(),
  );
  server.answer(calls.signOut, () => undefined);
  if (token !== null) localStorage.setItem('token', token);
  const session = createSession();
  const states: unknown[] = [session.state()];
  session.subscribe(() => states.push(session.state()));
  onTestFinished(session.start());
  return { server, session, states };
}

test('with a valid stored token the session is authenticated and loading, and has its user once the profile is loaded (T218)', async () => {
  const { session, states } = startSession(createToken('ada'));
  expect(session.state()).toEqual({ isAuthenticated: true, isLoading: true, user: null });
  await expect.poll(session.state).toMatchObject(signedInState);
  expect(states).toHaveLength(3);
});

test.each([
  ['without a stored token', null],
  ['with a stored token that cannot be decoded', 'nonsense'],
  ['with a stored token without a user name', createToken('')],
  ['with a stored token that has expired', createToken('ada', -0.01)],
])('%s the session is unauthenticated, and no profile is requested (T215)', (_, token) => {
  const { server, session } = startSession(token);
  expect(session.state()).toEqual(signedOutState);
  expect(server.requests(users.current)).toEqual([]);
});

test('signing in sets the user and stores the token; signing out clears the user and removes the token (T216)', async () => {
  const { server, session, states } = startSession(null);
  const token = createToken('ada');
  server.answer(calls.signIn, () => ({ token }));
  await session.signIn({ login: 'ada', password: 'Quartz-Lantern-27' });
  expect(session.state()).toMatchObject(signedInState);
  expect(localStorage.getItem('token')).toBe(token);
  await session.signOut();
  expect(session.state()).toEqual(signedOutState);
  expect(localStorage.getItem('token')).toBeNull();
  expect(states).toMatchObject([signedOutState, signedInState, signedOutState]);
});

test('if the server refuses another call while the user signs out, the session still ends as signed out, not as expired', async () => {
  const { server, session } = startSession(createToken('ada'));
  await expect.poll(session.state).toMatchObject(signedInState);
  const ends: unknown[] = [];
  session.onEnd((end) => ends.push(end));
  server.answer(users.current, () => createRefusal('NO_SESSION'));
  server.answer(calls.signOut, () =>
    session.refresh().then(
      () => undefined,
      () => undefined,
    ),
  );
  await session.signOut();
  expect(ends).toEqual([{ how: 'signedOut' }]);
});

test('a profile response that breaks off, as after a reload of the page, does not end the session', async () => {
  const token = createToken('ada');
  const { server, session, states } = startSession(token, 1);
  await expect.poll(session.state).toMatchObject(signedInState);
  expect(states).toMatchObject([signedOutState, { isLoading: true }, signedInState]);
  expect(server.requests(users.current).map((request) => request.token)).toEqual([token, token]);
  expect(localStorage.getItem('token')).toBe(token);
});

test('if the profile cannot be loaded, the session ends', async () => {
  const { server, session } = startSession(null);
  server.answer(calls.signIn, () => ({ token: createToken('ada') }));
  server.answer(users.current, () => createRefusal('ACCOUNT_PROBLEM'));
  await expect(session.signIn({ login: 'ada', password: 'x' })).rejects.toThrow('Something is wrong with your account');
  expect(session.state()).toEqual(signedOutState);
  expect(localStorage.getItem('token')).toBeNull();
});

test('when the reply to an extension is lost, the session does not change, and the next extension continues it with a new token', async () => {
  const tokenBefore = createToken('ada');
  const { server, session } = startSession(tokenBefore);
  await expect.poll(session.state).toMatchObject(signedInState);
  server.answer(calls.extend, () => createRefusal('BUSY'));
  await expect(session.extend()).rejects.toThrow();
  expect(localStorage.getItem('token')).toBe(tokenBefore);
  expect(session.state()).toMatchObject(signedInState);
  const extendedToken = createToken('ada', 9);
  server.answer(calls.extend, () => ({ token: extendedToken }));
  await session.extend();
  expect(localStorage.getItem('token')).toBe(extendedToken);

  server.answer(users.current, () => createRefusal('NO_SESSION'));
  await expect(session.refresh()).rejects.toThrow();
  await expect.poll(session.state).toEqual(signedOutState);
});

test('a path is remembered for this tab and returned once', () => {
  rememberPath('/account?pageNumber=2');
  expect(sessionStorage.getItem('previousUrl')).toBe('/account?pageNumber=2');
  expect(takeRememberedPath()).toBe('/account?pageNumber=2');
  expect(takeRememberedPath()).toBeNull();
});

test('a stored path that leads to another site is ignored', () => {
  sessionStorage.setItem('previousUrl', '//evil.example');
  expect(takeRememberedPath()).toBeNull();
  expect(sessionStorage.getItem('previousUrl')).toBeNull();
});

test('the sign-in page does not replace the remembered path', () => {
  rememberPath('/account');
  rememberPath('/sign-in');
  expect(sessionStorage.getItem('previousUrl')).toBe('/account');
  removeRememberedPath();
  expect(takeRememberedPath()).toBeNull();
});

async function renderAllowed(isSignedIn: boolean) {
  const server = startFakeServer();
  server.answer(users.current, () => createUser('OEM'));
  if (isSignedIn) localStorage.setItem('token', createToken('ada'));
  const session = createSession();
  onTestFinished(session.start());
  const { container } = await render(
    <SessionContext value={session}>
      <Allowed any={['users.view', 'license.generate']}>
        <span>any-one </span>
      </Allowed>
      <Allowed any={['users.view', 'requests.view']}>
        <span>any-none </span>
      </Allowed>
      <Allowed all={['account.view', 'license.generate']}>
        <span>all-both </span>
      </Allowed>
      <Allowed all={['account.view', 'users.view']}>
        <span>all-one </span>
      </Allowed>
    </SessionContext>,
  );
  return { session, container };
}

test('the component Allowed shows its children to users with any of its permissions, or with all of them (T217)', async () => {
  const { container } = await renderAllowed(true);
  await expect.poll(() => container.textContent).toBe('any-one all-both ');
});

test('the component Allowed hides its children from visitors who are not signed in', async () => {
  const { session, container } = await renderAllowed(false);
  expect(session.state()).toEqual({ isAuthenticated: false, isLoading: false, user: null });
  expect(container.textContent).toBe('');
});
