import { permissionOverrideCalls, type PermissionOverride } from '@basics/contract/users/permission-overrides.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserRecord } from '#portal/testing/records/users.ts';
import { users, passwordLink, type User } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { secondFactor } from '@basics/contract/second-factor/second-factor.ts';

const { listOverrides, grantOverride, endOverride } = permissionOverrideCalls;

const today = new Date();
const inTwoWeeks = new Date(Date.UTC(today.getFullYear(), today.getMonth(), today.getDate() + 14))
  .toISOString()
  .slice(0, 10);

const givenOverride: PermissionOverride = {
  permission: 'users.delete',
  until: '2027-03-14',
  reason: 'Holiday cover',
  grantedBy: 'Ada Lovelace',
  grantedAt: '2026-10-05T10:00:00.000Z',
};

test('an administrator removes a permission, and adds another one with a last day and a reason', async () => {
  const user = createUser('Administrator');
  let storedOverrides = [givenOverride];
  const { server } = await openPortal({
    at: '/users/101',
    user,
    prepareServer: (fakeServer) => {
      answerUsers(fakeServer, user.permissions, [createUserRecord({ profileID: 2 })]);
      answerLicenses(fakeServer);
      fakeServer.answer(listOverrides, () => ({
        items: storedOverrides,
        grantable: ['releaseNotes.edit' as const, 'license.generate' as const],
      }));
      fakeServer.answer(grantOverride, () => undefined);
      fakeServer.answer(endOverride, () => {
        storedOverrides = [];
        return undefined;
      });
    },
  });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Permissions (1 added)', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Permissions of Grace Hopper' });
  await expect
    .element(dialog)
    .toMatchTextContent(/Delete users.*through 14 Mar 2027.*given by Ada Lovelace.*Holiday cover/);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Remove Delete users' }).click();
  await expect.element(dialog.getByText('No permissions beyond the profile.')).toBeVisible();

  await dialog.getByLabelText('Permission', { exact: true }).selectOptions('Change release notes');
  const choices = dialog.getByLabelText('Permission', { exact: true }).getByRole('option').elements();
  expect(choices.map(({ textContent }) => textContent)).toEqual(['Choose…', 'Change release notes', 'Issue licences']);
  await expect.element(dialog.getByLabelText('Last day')).toHaveValue(inTwoWeeks);
  await dialog.getByLabelText('Last day').fill('2027-01-31');
  await dialog.getByRole('button', { name: 'Add permission' }).click();
  await expect.element(dialog.getByText('Reason is required.')).toBeVisible();
  await dialog.getByLabelText('Reason').fill('Writes the notes in January');
  await dialog.getByRole('button', { name: 'Add permission' }).click();
  await expect.element(page.getByText('The permission was added')).toBeVisible();
  expect(server.requests(grantOverride).map(({ params, body }) => [params.permission, body])).toEqual([
    ['releaseNotes.edit', { until: '2027-01-31', reason: 'Writes the notes in January' }],
  ]);
});

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
  await page.getByRole('button', { name: 'Account actions' }).click();
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
  await page.getByRole('button', { name: 'More actions' }).click();
  await linkButton.click();
  await expect
    .element(page.getByText('A link to set a new password is in the outbox for grace.hopper@harbour.example'))
    .toBeVisible();
  expect(server.requests(passwordLink.sendPasswordLink)).toMatchObject([{ params: { id: 101 } }]);
});

test('staff enter a reason and their own password to remove the lost second step of a user', async () => {
  const { server } = await openCustomerPage();
  await page.getByRole('button', { name: 'More actions' }).click();
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
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect.element(page.getByRole('button', { name: 'Change login' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Reinstate user' })).toBeVisible();
  expect(linkButton.query()).toBeNull();
});
