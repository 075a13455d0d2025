import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { answerOwnAccount } from '#portal/testing/pages/own-account.ts';
import { createToken, createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const heading = page.getByRole('heading', { level: 1 });
const graceUser = createUser('ApplicationExpert', {
  userId: 7,
  userEmail: 'grace@office.example',
  userFirstName: 'Grace',
});
const graceToken = createToken('grace@office.example');
const handoffPath = '/auth/temp?token=once';

function answerHandoff(server: FakeServer): void {
  answerLicenses(server);
  answerOwnAccount(server);
  server.answer(session.exchange, () => ({ token: graceToken, path: '/account?tab=2' }));
  server.answer(session.signOut, () => undefined);
}

test('the page exchanges the token in its address once for a session, removes it from the address, and opens the page that the server names (T183)', async () => {
  const { server, address, router } = await openPortal({
    at: handoffPath,
    prepareServer: (fakeServer) => {
      answerHandoff(fakeServer);
      fakeServer.answer(users.current, () => graceUser);
    },
  });
  await expect.poll(address).toBe('/account?tab=2');
  expect(localStorage.getItem('token')).toBe(graceToken);
  expect(server.requests(session.exchange).map(({ body }) => body)).toEqual([{ token: 'once' }]);
  expect(router.history.length).toBe(1);
});

test('a work account that is not connected asks for the password once, and another problem says what to do', async () => {
  const { server, address } = await openPortal({
    at: '/auth/temp#token=once',
    prepareServer(fakeServer) {
      answerHandoff(fakeServer);
      const fields = { login: 'grace@office.example' };
      fakeServer.answer(session.exchange, () => createRefusal('WORK_ACCOUNT_NOT_CONNECTED', { fields }));
      fakeServer.answer(session.signIn, () => createRefusal('WORK_ACCOUNT_OTHER'));
    },
  });
  await expect.poll(address).toBe('/sign-in');
  await expect.element(page.getByRole('main')).toMatchTextContent(/Sign in once with your portal password/);
  await expect.element(page.getByRole('textbox', { name: 'Login' })).toHaveValue('grace@office.example');
  await page.getByRole('textbox', { name: 'Password' }).fill('Quartz-Lantern-27');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.element(page.getByText(/connected with another work account/)).toBeVisible();
  expect(server.requests(session.signIn)[0]?.body).toMatchObject({ workAccount: 'once' });
});

test('a loader is shown during the exchange, and the address contains no token', async () => {
  const { address } = await openPortal({
    at: handoffPath,
    prepareServer: (server) => server.answer(session.exchange, () => new Promise(() => {})),
  });
  await expect.element(page.getByText('Signing you in…')).toBeVisible();
  await expect.poll(address).toBe('/auth/temp');
  await expectAccessible();
});

test.each([handoffPath, '/auth/temp', '/auth/temp?token='])(
  'the address %s without a valid token shows the message Token not found (T182)',
  async (invalidPath) => {
    const { address } = await openPortal({
      at: invalidPath,
      prepareServer: (server) => server.answer(session.exchange, () => createRefusal('TOKEN_NOT_FOUND')),
    });
    await expect.element(heading).toHaveTextContent('Token not found');
    await expectAccessible();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect.poll(address).toBe('/sign-in');
  },
);

const openAsAda = () =>
  openPortal({
    at: handoffPath,
    user: createUser('OEM', { userEmail: 'ada@office.example' }),
    prepareServer: answerHandoff,
  });

test('when another user is signed in, the page asks before it replaces the session', async () => {
  const { server, address } = await openAsAda();
  const previousToken = localStorage.getItem('token');
  await expect.element(heading).toHaveTextContent('Switch account?');
  await expect
    .element(
      page.getByText(
        'You are signed in as ada@office.example. Basics wants to open the portal for grace@office.example.',
      ),
    )
    .toBeVisible();
  await expectAccessible();
  server.answer(users.current, () => graceUser);
  await page.getByRole('button', { name: 'Continue as grace@office.example' }).click();
  await expect.poll(address).toBe('/account?tab=2');
  await expect.element(page.getByRole('button', { name: /Grace/ })).toBeVisible();
  expect(server.requests(session.signOut).map(({ token }) => token)).toEqual([previousToken]);
});

test('when the current user stays signed in, the new session is ended', async () => {
  const { server, address } = await openAsAda();
  await page.getByRole('button', { name: 'Stay signed in as ada@office.example' }).click();
  await expect.poll(address).toBe('/');
  await expect.element(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  expect(server.requests(session.signOut).map(({ token }) => token)).toEqual([graceToken]);
});

test('the page does not ask when the same user is signed in', async () => {
  const { address } = await openPortal({ at: handoffPath, user: graceUser, prepareServer: answerHandoff });
  await expect.poll(address).toBe('/account?tab=2');
});

test('if the path from the server leads to another site, the home page opens instead', async () => {
  const { address } = await openPortal({
    at: handoffPath,
    prepareServer: (server) => {
      answerHandoff(server);
      server.answer(users.current, () => graceUser);
      server.answer(session.exchange, () => ({ token: graceToken, path: '//evil.example/' }));
    },
  });
  await expect.poll(address).toBe('/');
});

test('the same token can be retried after a lost connection', async () => {
  const { server, address } = await openPortal({
    at: handoffPath,
    prepareServer: (fakeServer) => {
      answerHandoff(fakeServer);
      fakeServer.answer(users.current, () => graceUser);
      fakeServer.loseConnection(session.exchange);
    },
  });
  await expect.element(page.getByRole('alert').getByText(/The portal cannot be reached/)).toBeVisible();
  await expectAccessible();
  answerHandoff(server);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(address).toBe('/account?tab=2');
});
