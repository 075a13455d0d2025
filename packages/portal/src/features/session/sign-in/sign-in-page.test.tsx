import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { answerOwnAccount } from '#portal/testing/pages/own-account.ts';
import { setup, createToken, createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const loginField = page.getByRole('textbox', { name: 'Login' });
const passwordField = page.getByRole('textbox', { name: 'Password' });
const signInButton = page.getByRole('button', { name: 'Sign in' });

async function submitCredentials(loginText: string, passwordText: string): Promise<void> {
  await loginField.fill(loginText);
  await passwordField.fill(passwordText);
  await userEvent.keyboard('{Enter}');
}

const openSignIn = (prepareServer?: Parameters<typeof openPortal>[0]['prepareServer']) =>
  openPortal({ at: '/sign-in', ...(prepareServer && { prepareServer }) });

test('signing in stores the token and opens the requested page with its search and fragment (T187)', async () => {
  const { server, address } = await openPortal({ at: '/account?tab=2#licences', prepareServer: answerLicenses });
  answerOwnAccount(server);
  const token = createToken('ada');
  server.answer(session.signIn, () => ({ token }));
  server.answer(users.current, () => createUser('OEM'));
  await submitCredentials(' ada@office.example ', 'Quartz-Lantern-27');
  await expect.poll(address).toBe('/account?tab=2#licences');
  expect(localStorage.getItem('token')).toBe(token);
  expect(sessionStorage.getItem('previousUrl')).toBeNull();
  expect(server.requests(session.signIn)[0]?.body.login).toBe('ada@office.example');
});

test('the button for a work account opens the identity provider, and returns to the requested page', async () => {
  document.documentElement.dataset['workAccounts'] = '';
  const { server } = await openPortal({
    at: '/account',
    setup: { ...setup, workAccounts: true },
    prepareServer: (fakeServer) => fakeServer.answer(session.startWorkSignIn, () => ({ url: '#at-the-provider' })),
  });
  const button = page.getByRole('button', { name: 'Sign in with your work account' });
  await expect.element(button).toBeVisible();
  await expectAccessible();
  await button.click();
  await expect.poll(() => location.hash).toBe('#at-the-provider');
  expect(server.requests(session.startWorkSignIn).map(({ body }) => body)).toEqual([{ path: '/account' }]);
  server.answer(session.startWorkSignIn, () => createRefusal('WORK_ACCOUNT_UNAVAILABLE'));
  await button.click();
  await expect.element(page.getByText(/service for work accounts does not answer/)).toBeVisible();
});

test('signing in opens Home when no page was requested', async () => {
  const { address } = await openSignIn((server) => {
    answerLicenses(server);
    server.answer(session.signIn, () => ({ token: createToken('ada') }));
    server.answer(users.current, () => createUser('OEM'));
  });
  await submitCredentials('ada', 'x');
  await expect.poll(address).toBe('/');
});

test('password managers and the clipboard can fill in the fields (T186)', async () => {
  await openSignIn();
  await expect.element(loginField).toHaveAttribute('autocomplete', 'username');
  await expect.element(passwordField).toHaveAttribute('autocomplete', 'current-password');
  await loginField.fill('Quartz-Lantern-27');
  await userEvent.tripleClick(loginField);
  await userEvent.copy();
  await userEvent.click(passwordField);
  await userEvent.paste();
  await expect.element(passwordField).toHaveValue('Quartz-Lantern-27');
});

test('an empty form shows errors at the fields, and the first of them has the focus (T185)', async () => {
  const { server } = await openSignIn();
  await signInButton.click();
  await expect.element(loginField).toHaveAccessibleDescription('Login is required.');
  await expect.element(passwordField).toHaveAccessibleDescription('Password is required.');
  await expect.element(loginField).toHaveFocus();
  expect(server.requests(session.signIn)).toEqual([]);
  await loginField.fill('ada');
  await expect.element(loginField).toHaveAccessibleDescription('');
  await signInButton.click();
  await expect.element(passwordField).toHaveFocus();
  await expectAccessible();
});

test('the field for the login has the focus when the page opens (T1001)', async () => {
  await openSignIn();
  await expect.element(loginField).toHaveFocus();
});

test('the form shows no errors before it is sent', async () => {
  await openSignIn();
  await userEvent.click(loginField);
  await userEvent.tab();
  await userEvent.tab();
  expect(page.getByText('Login is required.').elements()).toEqual([]);
});

test('a wrong login and a wrong password show the same message, and the password is selected', async () => {
  await openSignIn((server) => server.answer(session.signIn, () => createRefusal('WRONG_CREDENTIALS')));
  await submitCredentials('ada', 'wrong');
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'is wrong' }))
    .toMatchTextContent('The login or password is wrong. Check both and try again.');
  await expect.element(passwordField).toHaveFocus();
  await userEvent.keyboard('again');
  await expect.element(passwordField).toHaveValue('again');
  await expect.element(loginField).toHaveValue('ada');
});

test.each(['NO_SESSION', 'WRONG_CREDENTIALS'])(
  'the status 401 as the answer to a sign-in, with the code %s, shows only the message Authorization error',
  async (code) => {
    const message = 'The token is over.';
    await openSignIn((server) =>
      server.answer(session.signIn, () => Response.json({ code, message, requestId: '1' }, { status: 401 })),
    );
    await submitCredentials('ada', 'Quartz-Lantern-27');
    await expect
      .element(page.getByRole('region', { name: 'Notifications' }).getByText('Authorization error'))
      .toBeVisible();
    expect(page.getByText(message).elements()).toEqual([]);
    expect(sessionStorage.getItem('previousUrl')).toBeNull();
  },
);

test('the form counts down the waiting time after too many attempts and says when it is over', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  await openSignIn((server) =>
    server.answer(session.signIn, () => createRefusal('TOO_MANY_ATTEMPTS', { retryAfter: 65 })),
  );
  await submitCredentials('ada', 'wrong');
  await expect.element(page.getByText('Too many attempts. Wait a moment, then try again.')).toBeVisible();
  await expect.element(page.getByText('You can try again in 1:05.')).toBeVisible();
  vi.advanceTimersByTime(60_000);
  await expect.element(page.getByText('You can try again in 0:05.')).toBeVisible();
  vi.advanceTimersByTime(6000);
  await expect.element(page.getByRole('status').filter({ hasText: 'You can try again now.' })).toBeInTheDocument();
});

test('a problem with the account is shown with a link to support (T184)', async () => {
  await openSignIn((server) => server.answer(session.signIn, () => createRefusal('ACCOUNT_PROBLEM')));
  await submitCredentials('ada', 'x');
  await expect.element(page.getByText('Something is wrong with your account, contact for support.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Write to support@blue.example' }))
    .toHaveAttribute('href', 'mailto:support@blue.example');
});

test("if the user's profile cannot be loaded after sign-in, no token is stored, and the form shows the reason", async () => {
  await openSignIn((server) => {
    server.answer(session.signIn, () => ({ token: createToken('ada') }));
    server.answer(users.current, () => createRefusal('INTERNAL'));
  });
  await submitCredentials('ada', 'x');
  await expect.element(page.getByText('Something went wrong. Please try again later.')).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
});

test('a server that cannot be reached shows an error, and the form stays unchanged', async () => {
  await openSignIn((server) => server.loseConnection(session.signIn));
  await submitCredentials('ada', 'secret');
  await expect.element(page.getByText(/The portal cannot be reached/)).toBeVisible();
  await expect.element(passwordField).toHaveValue('secret');
});

test('errors of the server are shown at their fields', async () => {
  await openSignIn((server) =>
    server.answer(session.signIn, () => createRefusal('INVALID', { fields: { login: 'This is too long.' } })),
  );
  await submitCredentials('ada', 'x');
  await expect.element(loginField).toHaveAccessibleDescription('This is too long.');
  await expect.element(loginField).toHaveFocus();
});

test('a device clock that is hours ahead shows an error, because every token would seem expired', async () => {
  await openSignIn((server) => server.answer(session.signIn, () => ({ token: createToken('ada', -1) })));
  await submitCredentials('ada', 'x');
  await expect.element(page.getByText(/The clock of this device is hours ahead/)).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
});

test('the button ignores a second press while the form is being sent', async () => {
  const serverReply = Promise.withResolvers<void>();
  const { server } = await openSignIn((fakeServer) =>
    fakeServer.answer(session.signIn, async () => {
      await serverReply.promise;
      return createRefusal('WRONG_CREDENTIALS');
    }),
  );
  await submitCredentials('ada', 'x');
  await expect.element(signInButton).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  await signInButton.click({ force: true });
  serverReply.resolve();
  await expect.element(signInButton).not.toHaveAttribute('aria-disabled', 'true');
  expect(server.requests(session.signIn)).toHaveLength(1);
});

test('the password can be shown (T188)', async () => {
  await openSignIn();
  await passwordField.fill('secret');
  const toggle = page.getByRole('button', { name: 'Show password' });
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'false');
  await toggle.click();
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect.element(passwordField).toHaveAttribute('type', 'text');
  await toggle.click();
  await expect.element(passwordField).toHaveAttribute('type', 'password');
});

test('the password field warns about Caps Lock', async () => {
  await openSignIn();
  const field = await passwordField.findElement();
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', modifierCapsLock: true, bubbles: true }));
  await expect.element(page.getByText('Caps Lock is on.')).toBeVisible();
  field.dispatchEvent(new KeyboardEvent('keyup', { key: 'CapsLock', bubbles: true }));
  await expect.poll(() => page.getByText('Caps Lock is on.').elements()).toEqual([]);
});

const demoSetup = {
  ...setup,
  demo: true,
  demoAccounts: [
    ['administrator', 1],
    ['salesman', 2],
    ['salesman2', 2],
    ['designeroffice', 8],
    ['viewer', 0],
  ].map(([loginText, profileID]) => ({
    login: `${loginText}@demo.example`,
    password: 'Quartz-Lantern-27',
    profileID: Number(profileID),
  })),
};

test('a demo lists the accounts that the server sends, and selecting one fills in login and password', async () => {
  const { server } = await openPortal({ at: '/sign-in', setup: demoSetup, prepareServer: answerLicenses });
  server.answer(session.signIn, () => ({ token: createToken('ada') }));
  server.answer(users.current, () => createUser('DesignerOffice'));
  await expect.element(page.getByText(/with invented data/)).toBeVisible();
  const accounts = page.getByRole('region', { name: 'This is a demo' }).getByRole('button');
  await expect
    .poll(() => accounts.elements().map(({ textContent }) => textContent))
    .toEqual(['Administrator', 'Salesman', 'Salesman 2', 'Designer office', 'Viewer']);
  await page.getByRole('button', { name: 'Salesman 2' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Login' })).toHaveValue('salesman2@demo.example');
  await page.getByRole('button', { name: 'Designer office' }).click();
  await signInButton.click();
  await expect.element(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  expect(server.requests(session.signIn)[0]?.body).toEqual({
    login: 'designeroffice@demo.example',
    password: 'Quartz-Lantern-27',
  });
});

test('demo accounts are shown only in a demo', async () => {
  await openSignIn();
  await expect.element(signInButton).toBeVisible();
  expect(page.getByText('This is a demo').elements()).toEqual([]);
});
