import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { setup, createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { linkCode } from '#portal/texts/link-code.ts';

const dialog = page.getByRole('dialog', { name: 'Change your login' });
const loginField = dialog.getByRole('textbox', { name: 'New Login/Email' });
const password = dialog.getByRole('textbox', { name: 'Your password' });
const sendButton = dialog.getByRole('button', { name: 'Send link' });

async function openDialog(prepareServer: (server: FakeServer) => void = () => {}, brand = setup.brand) {
  const openedPortal = await openPortal({
    at: '/account/security',
    setup: { ...setup, brand },
    user: createUser('OEM'),
    prepareServer: (server) => {
      answerLicenses(server);
      prepareServer(server);
    },
  });
  await page.getByRole('button', { name: 'Change login' }).click();
  return openedPortal;
}

test('users who change their own login need their password, and the answer does not reveal whether the new address is free', async () => {
  const { server } = await openDialog((fakeServer) =>
    fakeServer.answer(users.changeLogin, () => ({ received: true as const })),
  );
  await expect.element(loginField).toHaveFocus();
  await sendButton.click();
  await expect.element(dialog.getByText(fieldMessages.login)).toBeVisible();
  await expect.element(dialog.getByText(fieldMessages.password)).toBeVisible();
  await expectAccessible();
  await loginField.fill('ada@new.example');
  await password.fill('Quartz-Lantern-27');
  await sendButton.click();
  await expect.element(page.getByText('If ada@new.example can be used, a link was sent to it.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.requests(users.changeLogin).map(({ body }) => body)).toEqual([
    { login: 'ada@new.example', currentPassword: 'Quartz-Lantern-27' },
  ]);
});

test('a wrong password shows an error at its field', async () => {
  await openDialog((fakeServer) =>
    fakeServer.answer(users.changeLogin, () =>
      createRefusal('INVALID', { fields: { currentPassword: serverMessages.currentPassword } }),
    ),
  );
  await loginField.fill('ada@new.example');
  await password.fill('Wrong-Guess-42');
  await sendButton.click();
  await expect.element(dialog.getByText(serverMessages.currentPassword)).toBeVisible();
});

test('opening the link in the e-mail changes nothing; the button on its page confirms the new login and opens the sign-in page with the new login', async () => {
  const { server, address } = await openPortal({
    at: '/login/confirm#token=abc',
    prepareServer: (fakeServer) =>
      fakeServer.answer(session.confirmLogin, () => ({ userId: 42, login: 'ada@new.example' })),
  });
  const confirmButton = page.getByRole('button', { name: 'Confirm new login' });
  await expect.element(confirmButton).toBeVisible();
  await expectAccessible();
  expect(server.requests(session.confirmLogin)).toEqual([]);
  await confirmButton.click();
  await expect.poll(address).toBe('/sign-in');
  await expect.element(page.getByText('Your login is changed. Sign in with the new login.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Login' })).toHaveValue('ada@new.example');
  expect(server.requests(session.confirmLogin).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
});

test('if another user is signed in, the link confirms the new login of its account, and the user stays signed in', async () => {
  const { address } = await openPortal({
    at: '/login/confirm#token=abc',
    user: createUser('OEM'),
    prepareServer: (fakeServer) =>
      fakeServer.answer(session.confirmLogin, () => ({ userId: 99, login: 'grace@new.example' })),
  });
  await page.getByRole('button', { name: 'Confirm new login' }).click();
  const sentence =
    'The login of the other account is now grace@new.example. You are still signed in as ada.lovelace@office.example.';
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.poll(address).toBe('/');
  expect(localStorage.getItem('token')).not.toBeNull();
});

test('if the link to confirm a login is missing or has expired, the page says what to do', async () => {
  const { screen } = await openPortal({ at: '/login/confirm' });
  await expect.element(page.getByLabelText('Code')).toBeVisible();
  await page.getByText(linkCode.otherwise, { exact: true }).click();
  await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await screen.unmount();
  await openPortal({
    at: '/login/confirm#token=abc',
    prepareServer: (fakeServer) => fakeServer.answer(session.confirmLogin, () => createRefusal('LINK_NOT_VALID')),
  });
  await page.getByRole('button', { name: 'Confirm new login' }).click();
  await expect.element(page.getByText('This link no longer works')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
});
