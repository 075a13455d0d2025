import { session } from '@basics/contract/session/session.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { createToken, createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const passwordCard = page.getByRole('region', { name: 'Password' });
const currentPassword = passwordCard.getByRole('textbox', { name: 'Current password' });
const saveButton = passwordCard.getByRole('button', { name: 'Save new password' });

async function openForm(prepareServer: (server: FakeServer) => void = () => {}) {
  const openedPortal = await openPortal({
    at: '/account/security',
    user: createUser('OEM'),
    prepareServer: (server) => {
      answerLicenses(server);
      prepareServer(server);
    },
  });
  await passwordCard.getByRole('button', { name: 'Change password' }).click();
  return openedPortal;
}

async function fillPasswords(oldPassword: string, newPassword: string, repetition = newPassword): Promise<void> {
  await currentPassword.fill(oldPassword);
  await passwordCard.getByRole('textbox', { name: 'New password' }).fill(newPassword);
  await passwordCard.getByRole('textbox', { name: 'Confirm password' }).fill(repetition);
}

test('changing the password renews the token of this session, and a message says that the other sessions have ended (T169)', async () => {
  const token = createToken('ada', 9);
  const { server, address } = await openForm((fakeServer) =>
    fakeServer.answer(session.changePassword, () => ({ token })),
  );
  await expect.element(currentPassword).toHaveFocus();
  await fillPasswords('Quartz-Lantern-27', 'Basalt-Kettle-93');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Password changed. You are signed out on all other devices.')).toBeVisible();
  await expect.element(currentPassword).not.toBeInTheDocument();
  expect(localStorage.getItem('token')).toBe(token);
  expect(address()).toBe('/account/security');
  expect(server.requests(session.changePassword).map(({ body }) => body)).toEqual([
    { currentPassword: 'Quartz-Lantern-27', password: 'Basalt-Kettle-93', confirmPassword: 'Basalt-Kettle-93' },
  ]);
});

test('missing values show errors at their fields (T170)', async () => {
  const { server } = await openForm();
  await saveButton.click();
  await expect.element(passwordCard.getByText(fieldMessages.password).first()).toBeVisible();
  await expect.element(passwordCard.getByText(fieldMessages.confirmPassword)).toBeVisible();
  expect(passwordCard.getByText(fieldMessages.password).elements()).toHaveLength(2);
  expect(server.requests(session.changePassword)).toEqual([]);
  await expectAccessible();
});

test('a wrong current password shows an error at its field, which gets the focus', async () => {
  await openForm((server) =>
    server.answer(session.changePassword, () =>
      createRefusal('INVALID', { fields: { currentPassword: serverMessages.currentPassword } }),
    ),
  );
  await fillPasswords('wrong', 'Basalt-Kettle-93');
  await saveButton.click();
  await expect.element(passwordCard.getByText(serverMessages.currentPassword)).toBeVisible();
  await expect.element(currentPassword).toHaveFocus();
});

test('one click on Save sends the form, even if the click also moves the focus and an error appears below a field', async () => {
  const { server } = await openForm((fakeServer) =>
    fakeServer.answer(session.changePassword, () =>
      createRefusal('INVALID', { fields: { password: serverMessages.passwordCommon } }),
    ),
  );
  await fillPasswords('Quartz-Lantern-27', 'Basalt-Kettle-93', 'Basalt');
  await saveButton.click();
  await expect.element(passwordCard.getByText(fieldMessages.passwordsMatch)).toBeVisible();
  await passwordCard.getByRole('textbox', { name: 'Confirm password' }).fill('Basalt-Kettle-93');
  await saveButton.click();
  await expect.element(passwordCard.getByText(serverMessages.passwordCommon)).toBeVisible();
  expect(server.requests(session.changePassword)).toHaveLength(1);
});

test('the form counts down the waiting time after too many attempts', async () => {
  await openForm((server) =>
    server.answer(session.changePassword, () => createRefusal('TOO_MANY_ATTEMPTS', { retryAfter: 30 })),
  );
  await fillPasswords('wrong', 'Basalt-Kettle-93');
  await saveButton.click();
  await expect.element(passwordCard.getByText(/You can try again in 0:\d\d\./)).toBeVisible();
});

test('the change of the password can be cancelled', async () => {
  await openForm();
  await passwordCard.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(currentPassword).not.toBeInTheDocument();
});
