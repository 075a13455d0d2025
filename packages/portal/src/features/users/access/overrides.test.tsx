import { permissionOverrideCalls } from '@basics/contract/users/permission-overrides.ts';
import type { PermissionOverride } from '@basics/contract/users/permission-overrides.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserRecord } from '#portal/testing/records/users.ts';

const { listOverrides, grantOverride, endOverride } = permissionOverrideCalls;

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
      fakeServer.answer(listOverrides, () => ({ items: storedOverrides, grantable: ['releaseNotes.edit' as const] }));
      fakeServer.answer(grantOverride, () => undefined);
      fakeServer.answer(endOverride, () => {
        storedOverrides = [];
        return undefined;
      });
    },
  });
  await page.getByRole('button', { name: 'Permissions', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Permissions of Grace Hopper' });
  await expect
    .element(dialog)
    .toMatchTextContent(/Delete users.*through 14 Mar 2027.*given by Ada Lovelace.*Holiday cover/);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Remove Delete users' }).click();
  await expect.element(dialog.getByText('No permissions beyond the profile.')).toBeVisible();

  await dialog.getByLabelText('Permission', { exact: true }).selectOptions('Change release notes');
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
