import { licenses } from '@basics/contract/licenses/licenses.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { call } from '#portal/api/call.ts';
import { openOtherTabStorage } from '#portal/testing/pages/another-tab.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { answerHealth } from '#portal/testing/health.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { answerOwnAccount, createOwnSession } from '#portal/testing/pages/own-account.ts';
import { createToken, createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { readCurrentUser } from '@basics/contract/session/current-user.ts';
import { viewAs } from '@basics/contract/session/view-as.ts';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerFigures } from '#portal/testing/records/figures.ts';
import { answerUsers, createUserRecord } from '#portal/testing/records/users.ts';

const user = createUser('OEM');
const readStoredToken = (): string | null => localStorage.getItem('token');
const signInHeading = page.getByRole('heading', { level: 1, name: 'Sign in' });
const accountHeading = page.getByRole('heading', { level: 1, name: 'My Account' });
const locateToast = (text: string | RegExp) => page.getByRole('region', { name: 'Notifications' }).getByText(text);

const openAccount = () => openPortal({ at: '/account', user, prepareServer: answerLicenses });

test('a visitor with a valid token sees only the loading indicator until the profile has been loaded (T085)', async () => {
  const profileArrived = Promise.withResolvers<void>();
  await openPortal({
    at: '/account',
    user,
    prepareServer: (server) => {
      answerLicenses(server);
      server.answer(users.current, async () => {
        await profileArrived.promise;
        return user;
      });
    },
  });
  await expect.element(page.getByText('Loading')).toBeInTheDocument();
  expect(document.querySelector('main, header')).toBeNull();
  const loader = document.elementFromPoint(0, 0);
  expect(loader?.textContent).toBe('Loading');
  expect(loader).toBe(document.elementFromPoint(innerWidth - 1, innerHeight - 1));
  expect(loader).not.toBe(document.body);
  profileArrived.resolve();
  await expect.element(accountHeading).toBeVisible();
});

test.each([
  ['is used and not requested again', () => localStorage.getItem('token'), 0],
  ['is ignored if it belongs to another token', () => createToken('somebody.else@office.example'), 1],
])('the profile that /early.js requested before the portal ran %s', async (_, readEarlyToken, requestCount) => {
  const { server } = await openPortal({
    at: '/account',
    user,
    prepareServer: (fakeServer) => {
      answerLicenses(fakeServer);
      Object.assign(window, {
        earlyUser: { token: readEarlyToken(), response: Promise.resolve(Response.json(user)) },
      });
    },
  });
  await expect.element(accountHeading).toBeVisible();
  expect(server.requests(users.current)).toHaveLength(requestCount);
});

test.each([
  ['past its date', () => createToken('ada', -0.01)],
  ['without a user name', () => createToken('')],
  ['that does not decode', () => 'nonsense'],
])('a stored token %s gives no session and is removed (T084)', async (_, storedToken) => {
  localStorage.setItem('token', storedToken());
  const { server } = await openPortal({ at: '/account' });
  await expect.element(signInHeading).toBeVisible();
  expect(readStoredToken()).toBeNull();
  expect(server.requests(users.current)).toEqual([]);
});

test.each([
  ['nothing', '', 'The answer could not be read. Reload the page, then try again.'],
  ['null', 'null', 'The answer could not be read. Reload the page, then try again.'],
  ['an empty object', '{}', 'The answer could not be read. Reload the page, then try again.'],
  ['a list', '[]', 'The answer could not be read. Reload the page, then try again.'],
  [
    'permissions that are no list',
    JSON.stringify({ ...user, permissions: 'all' }),
    'The answer could not be read. Reload the page, then try again.',
  ],
  [
    'a deputy that is no list',
    JSON.stringify({ ...user, deputyFor: 1 }),
    'The answer could not be read. Reload the page, then try again.',
  ],
  ['the page of another server', '<!doctype html>', 'The answer could not be read. Reload the page, then try again.'],
  ['an error', { status: 500 }, 'Something went wrong. Please try again later.'],
  ['a refusal', { status: 403 }, 'Your profile does not allow this. If you need it, ask an administrator.'],
  [
    'the error of a gateway, although the server is ready,',
    { status: 502 },
    'The portal is busy. Try again in a moment.',
  ],
])(
  'a server that answers the profile with %s ends the session and shows the reason (T083)',
  async (_, answer, reason) => {
    answerHealth();
    await openPortal({
      at: '/account',
      user,
      prepareServer: (server) =>
        server.answer(users.current, () =>
          typeof answer === 'string' ? new Response(answer) : new Response('', answer),
        ),
    });
    await expect.element(signInHeading).toBeVisible();
    await expect.element(locateToast(reason)).toBeVisible();
    expect(readStoredToken()).toBeNull();
  },
);

test('a profile with fields and permissions that this version does not know keeps the session', async () => {
  const laterUser = { ...user, permissions: [...user.permissions, 'users.praise'], mood: 'calm' };
  await openPortal({
    at: '/account',
    user,
    prepareServer: (server) => {
      answerLicenses(server);
      server.answer(users.current, () => Response.json(laterUser));
    },
  });
  await expect.element(accountHeading).toBeVisible();
});

test('a profile that is refused ends the session and shows the reason (T082)', async () => {
  await openPortal({
    at: '/account',
    user,
    prepareServer: (server) => server.answer(users.current, () => createRefusal('ACCOUNT_PROBLEM')),
  });
  await expect.element(signInHeading).toBeVisible();
  await expect.element(locateToast('Something is wrong with your account, contact for support.')).toBeVisible();
  expect(readStoredToken()).toBeNull();
});

test('while the profile is answered with 503, a notice is shown, and the user can sign out', async () => {
  answerHealth();
  const { server } = await openPortal({
    at: '/account',
    user,
    prepareServer: (fakeServer) => {
      fakeServer.answer(users.current, () => createRefusal('BUSY', { retryAfter: 60 }));
      fakeServer.loseConnection(session.signOut);
    },
  });
  await expect.element(page.getByText(/^The portal cannot be reached, trying again/)).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.element(signInHeading).toBeVisible();
  expect(readStoredToken()).toBeNull();
  // The server wants to be asked again after a minute, so it was asked once, and the notice ends with the session.
  expect(server.requests(users.current)).toHaveLength(1);
  await expect.element(page.getByText(/^The portal cannot be reached, trying again/)).not.toBeInTheDocument();
});

test('a profile that is loaded at the third attempt keeps the session', async () => {
  let attemptCount = 0;
  await openPortal({
    at: '/account',
    user,
    prepareServer: (server) => {
      answerLicenses(server);
      server.answer(users.current, () => {
        attemptCount += 1;
        return attemptCount < 3 ? createRefusal('BUSY') : user;
      });
    },
  });
  await expect.element(accountHeading).toBeVisible();
});

test('while the server does not answer, a stored session waits and a message is shown, and the session continues when the server answers', async () => {
  const health = answerHealth();
  health.stop();
  const { server } = await openPortal({
    at: '/account',
    user,
    prepareServer: (fakeServer) => {
      answerLicenses(fakeServer);
      fakeServer.loseConnection(users.current);
    },
  });
  await expect.element(page.getByText(/^The portal cannot be reached, trying again/)).toBeVisible();
  expect(readStoredToken()).not.toBeNull();
  server.answer(users.current, () => user);
  health.start();
  await expect.element(accountHeading).toBeVisible();
});

test('signing out ends the session on the server, removes the token and goes to /sign-in, without a page to return to (T088)', async () => {
  const { server, screen, address } = await openAccount();
  server.answer(session.signOut, () => undefined);
  const tokenBefore = readStoredToken();
  await screen.getByRole('button', { name: 'Logout' }).click();
  await expect.element(signInHeading).toBeVisible();
  expect(server.requests(session.signOut).map((request) => request.token)).toEqual([tokenBefore]);
  expect(readStoredToken()).toBeNull();
  expect(sessionStorage.getItem('previousUrl')).toBeNull();
  expect(address()).toBe('/sign-in');
});

test('when the server cannot be reached, signing out ends the session in this browser and shows a message', async () => {
  const { server, screen } = await openAccount();
  server.loseConnection(session.signOut);
  await screen.getByRole('button', { name: 'Logout' }).click();
  await expect.element(signInHeading).toBeVisible();
  await expect.element(locateToast(/The portal could not be reached/)).toBeVisible();
  expect(readStoredToken()).toBeNull();
});

test('five requests that are refused at the same time end the session only once, with one toast, and the page is remembered (T087)', async () => {
  const { server, address } = await openAccount();
  await expect.element(accountHeading).toBeVisible();
  server.answer(licenses.list, () => createRefusal('NO_SESSION'));
  const removeItemSpy = vi.spyOn(Storage.prototype, 'removeItem');
  await Promise.allSettled(Array.from({ length: 5 }, () => call(licenses.list, { params: { id: 42 } })));
  await expect.element(locateToast('Authorization error')).toBeVisible();
  await expect.element(signInHeading).toBeVisible();
  expect(
    page
      .getByRole('alert')
      .elements()
      .filter((listItem) => listItem.textContent !== ''),
  ).toHaveLength(1);
  expect(removeItemSpy.mock.calls.filter(([key]) => key === 'token')).toHaveLength(1);
  expect(server.requests(session.signOut)).toEqual([]);
  expect(address()).toBe('/sign-in');
  expect(sessionStorage.getItem('previousUrl')).toBe('/account');
});

test('when a refused call (401) ends the session, older toasts disappear and only the toast about the session is shown (T089)', async () => {
  const { server } = await openPortal({
    at: '/account/security',
    user,
    prepareServer: (fakeServer) => {
      answerLicenses(fakeServer);
      fakeServer.answer(session.list, () => ({
        items: [createOwnSession(), createOwnSession({ id: 'phone', device: 'Safari on iPhone', current: false })],
      }));
    },
  });
  const toastItems = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
  const endButton = page.getByRole('button', { name: 'Sign out Safari on iPhone' });
  server.answer(session.end, () => createRefusal('INTERNAL'));
  await endButton.click();
  await expect.element(locateToast('Something went wrong. Please try again later.')).toBeVisible();
  server.answer(session.end, () => createRefusal('NO_SESSION', { message: 'Your session is over.' }));
  await endButton.click();
  await expect.element(locateToast('Authorization error')).toBeVisible();
  expect(toastItems.elements()).toHaveLength(1);
  expect(page.getByText('Your session is over.').elements()).toEqual([]);
});

const signInForm = page.getByRole('main');
const loginField = page.getByLabelText('Login');

test.each([
  [
    'the server',
    async () => void (await call(licenses.list, { params: { id: 42 } }).catch(() => undefined)),
    'Your session was ended on another device, or because your password, login or profile was changed. Sign in to continue where you left off.',
    user.userEmail,
  ],
  [
    'its time',
    () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * 3_600_000 });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    'Your session has ended. Sign in again to continue where you left off.',
    user.userEmail,
  ],
  [
    'a lost token',
    () => openOtherTabStorage().removeItem('token'),
    'You were signed out in another tab.',
    user.userEmail,
  ],
  [
    'a sign-out in another tab',
    () => {
      localStorage.setItem('signedOut', '1');
      openOtherTabStorage().removeItem('token');
    },
    'You were signed out in another tab.',
    '',
  ],
])(
  'after a session was ended by %s, the sign-in page says so after the toast, and fills in the login unless the user signed out (T780)',
  async (_, endSession: () => Promise<void> | void, sentence, login) => {
    const { server } = await openAccount();
    await expect.element(accountHeading).toBeVisible();
    server.answer(licenses.list, () => createRefusal('NO_SESSION'));
    await endSession();
    await expect.element(signInHeading).toBeVisible();
    await expect.element(signInForm.getByText(sentence)).toBeVisible();
    await expect.element(loginField).toHaveValue(login);
    await expect
      .element(page.getByRole('region', { name: 'Notifications' }).getByRole('listitem'))
      .not.toBeInTheDocument();
    await expect.element(signInForm.getByText(sentence)).toBeVisible();
  },
);

test('a late 401 for a token that has been replaced does not end the session', async () => {
  const { server } = await openAccount();
  await expect.element(accountHeading).toBeVisible();
  server.answer(users.current, () => createRefusal('NO_SESSION'));
  await expect(call(users.current, { token: 'an older one' })).rejects.toThrow('Authorization error');
  await expect.element(accountHeading).toBeVisible();
  expect(readStoredToken()).not.toBeNull();
});

test('when the token is removed in another tab, this tab signs out too, shows a message, and remembers the page (T090)', async () => {
  const { address } = await openAccount();
  await expect.element(accountHeading).toBeVisible();
  openOtherTabStorage().removeItem('token');
  await expect.element(locateToast('You were signed out in another tab.')).toBeVisible();
  await expect.element(signInHeading).toBeVisible();
  expect(address()).toBe('/sign-in');
  expect(sessionStorage.getItem('previousUrl')).toBe('/account');
});

test('clearing the whole storage in another tab also signs this tab out', async () => {
  await openAccount();
  await expect.element(accountHeading).toBeVisible();
  openOtherTabStorage().clear();
  await expect.element(signInHeading).toBeVisible();
});

test('a sign-in in another tab also signs in this tab, on the page that was open', async () => {
  const { server, address } = await openPortal({ at: '/account' });
  await expect.element(signInHeading).toBeVisible();
  answerLicenses(server);
  answerOwnAccount(server);
  server.answer(users.current, () => user);
  openOtherTabStorage().setItem('token', createToken('ada'));
  await expect.element(accountHeading).toBeVisible();
  expect(address()).toBe('/account');
});

test('when another user signs in in another tab, this tab shows that user, too', async () => {
  const { server } = await openAccount();
  await expect.element(page.getByText('Ada Lovelace').first()).toBeVisible();
  server.answer(users.current, () =>
    createUser('Salesman', { userId: 7, userFirstName: 'Grace', userLastName: 'Hopper' }),
  );
  openOtherTabStorage().setItem('token', createToken('grace'));
  await expect.element(page.getByRole('button', { name: /Grace Hopper/ })).toBeVisible();
  expect(page.getByText('Ada Lovelace').elements()).toEqual([]);
});

test('a session that was extended in another tab continues in this tab without a message', async () => {
  const { server } = await openAccount();
  await expect.element(accountHeading).toBeVisible();
  const extendedToken = createToken(user.userEmail, 9);
  openOtherTabStorage().setItem('token', extendedToken);
  await call(licenses.list, { params: { id: 42 } });
  expect(server.requests(licenses.list).at(-1)?.token).toBe(extendedToken);
  expect(server.requests(users.current)).toHaveLength(1);
  await expect.element(accountHeading).toBeVisible();
});

test('after a sign-out, a page from the back-forward cache of the browser shows no data of the session (T086)', async () => {
  await openAccount();
  await expect.element(accountHeading).toBeVisible();
  localStorage.removeItem('token'); // A page in that cache gets no storage events.
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.element(signInHeading).toBeVisible();
});

const administrator = createUser('Administrator');
const graceUser = createUser('OEM', { userId: 101, userFirstName: 'Grace', userLastName: 'Hopper' });
const banner = page.getByRole('complementary', { name: 'View as another user' });

/** Opens the page of a customer. The fake server accepts the token of a view as this customer. */
function openCustomer() {
  const viewToken = createToken('grace.hopper@harbour.example', 0.25);
  return openPortal({
    at: '/users/101',
    user: administrator,
    prepareServer: (server) => {
      answerUsers(server, administrator.permissions, [createUserRecord()]);
      answerLicenses(server);
      answerFigures(server);
      server.answer(readCurrentUser, ({ token }) => (token === viewToken ? graceUser : administrator));
      server.answer(viewAs.viewAs, () => ({ token: viewToken, until: new Date().toISOString() }));
      server.answer(viewAs.endViewAs, () => undefined);
    },
  });
}

test('an administrator sees the portal as another user in one tab, with a banner, until they end the view', async () => {
  const { server, address } = await openCustomer();
  const ownToken = localStorage.getItem('token');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'View as this user' }).click();
  await expect.element(banner).toMatchTextContent(/You see the portal as Grace Hopper \(OEM\)\. You can only look/);
  await expect.poll(address).toBe('/');
  await expect.element(page.getByRole('link', { name: 'My Users' })).not.toBeInTheDocument();
  await expectAccessible();
  // The view applies only to this tab: the stored token for other tabs is still that of the administrator.
  expect(localStorage.getItem('token')).toBe(ownToken);

  await banner.getByRole('button', { name: 'End view' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Grace Hopper' })).toBeVisible();
  await expect.poll(address).toBe('/users/101');
  await expect.element(banner).not.toBeInTheDocument();
  expect(server.requests(viewAs.endViewAs).map(({ token }) => token === ownToken)).toEqual([false]);
});

test('when the server ends the view as another user, the administrator stays signed in', async () => {
  const { server, router } = await openCustomer();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'View as this user' }).click();
  await expect.element(banner).toBeVisible();
  server.answer(licenses.list, ({ token }) =>
    token === localStorage.getItem('token')
      ? { items: [], total: 0, pageNumber: 1, pageSize: 20 }
      : createRefusal('NO_SESSION'),
  );
  await router.navigate({ to: '/pcs/licences' });
  await expect.element(page.getByText('The view as another user has ended.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'My Users' })).toBeVisible();
  await expect.element(banner).not.toBeInTheDocument();
});
