import { passwordLink } from '@basics/contract/users/users.ts';
import { secondFactor } from '@basics/contract/second-factor/second-factor.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import type { User } from '@basics/contract/users/users.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserRecord } from '#portal/testing/records/users.ts';

const openCustomerPage = (change: Partial<User> = {}) => {
  const actor = createUser('Salesman');
  return openPortal({
    at: '/users/101',
    user: actor,
    prepareServer: (fakeServer) => {
      answerUsers(fakeServer, actor.permissions, [createUserRecord(change)]);
      fakeServer.answer(passwordLink.sendPasswordLink, () => undefined);
      fakeServer.answer(secondFactor.reset, () => ({ removed: 1 }));
    },
  });
};

const linkButton = page.getByRole('button', { name: 'Send password link' });

test('staff click one button to send a user a link for a forgotten password', async () => {
  const { server } = await openCustomerPage();
  await linkButton.click();
  await expect
    .element(page.getByText('A link to set a new password is in the outbox for grace.hopper@harbour.example'))
    .toBeVisible();
  expect(server.requests(passwordLink.sendPasswordLink)).toMatchObject([{ params: { id: 101 } }]);
});

test('staff enter a reason and their own password to remove the lost second step of a user', async () => {
  const { server } = await openCustomerPage();
  await page.getByRole('button', { name: 'Remove second step' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove the second step of Grace Hopper?' });
  await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Remove second step' }).click();
  await expect.element(dialog.getByText(fieldMessages.reason)).toBeVisible();
  await expect.element(dialog.getByText(fieldMessages.password)).toBeVisible();
  expect(server.requests(secondFactor.reset)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The phone is lost.');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('Granite-Harbour-91');
  await dialog.getByRole('button', { name: 'Remove second step' }).click();
  await expect.element(page.getByText('Grace Hopper signs in without a second step now')).toBeVisible();
  expect(server.requests(secondFactor.reset)).toMatchObject([
    { params: { id: 101 }, body: { reason: 'The phone is lost.', currentPassword: 'Granite-Harbour-91' } },
  ]);
});

test('for a suspended user, the link for a forgotten password is not offered', async () => {
  await openCustomerPage({ status: 'suspended' });
  await expect.element(page.getByRole('button', { name: 'Change login' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Reinstate user' })).toBeVisible();
  expect(linkButton.query()).toBeNull();
});
