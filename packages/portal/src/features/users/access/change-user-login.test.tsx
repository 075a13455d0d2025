import { users } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserRecord } from '#portal/testing/records/users.ts';

const openUserPage = () => {
  const actor = createUser('Administrator');
  return openPortal({
    at: '/users/101/edit',
    user: actor,
    prepareServer: (fakeServer) => {
      answerUsers(fakeServer, actor.permissions, [createUserRecord()]);
      fakeServer.answer(users.changeLogin, () => ({ received: true as const }));
    },
  });
};

test('staff enter their own password to change the login of a user', async () => {
  const { server } = await openUserPage();
  await page.getByRole('button', { name: 'Change login' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the login of Grace Hopper' });
  await expect.element(dialog.getByRole('textbox', { name: 'New Login/Email' })).toHaveFocus();
  await expectAccessible();
  await dialog.getByRole('textbox', { name: 'New Login/Email' }).fill('grace@new.example');
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect.element(dialog.getByText(fieldMessages.password)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('Granite-Harbour-91');
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect.element(page.getByText('If grace@new.example can be used, a link was sent to it.')).toBeVisible();
  expect(server.requests(users.changeLogin)[0]).toMatchObject({
    params: { id: 101 },
    body: { login: 'grace@new.example', currentPassword: 'Granite-Harbour-91' },
  });
});
