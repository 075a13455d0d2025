import { bulkLicenses } from '@basics/contract/calls/bulk.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerLicenseAdmin, createOwnedLicense } from '#portal/testing/records/license-admin.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers } from '#portal/testing/records/users.ts';

test('selected licences are changed together, with a preview and a result for each', async () => {
  const user = createUser('Salesman');
  const { server } = await openPortal({
    at: '/licenses',
    user,
    prepareServer: (fakeServer) => {
      answerUsers(fakeServer, user.permissions, []);
      answerLicenseAdmin(fakeServer, [
        createOwnedLicense({ licenseId: 1 }),
        createOwnedLicense({ licenseId: 2, machineName: 'LAPTOP-7' }),
      ]);
      fakeServer.answer(bulkLicenses.changeMany, () => ({
        results: [
          { id: 1, outcome: 'done' as const, effect: 'reminded' as const },
          {
            id: 2,
            outcome: 'refused' as const,
            message: 'The owner of this licence got a reminder less than a day ago.',
          },
        ],
      }));
    },
  });
  await page.getByRole('checkbox', { name: 'Select DESKTOP-4F7K2QX, Grace Hopper' }).click();
  await page.getByRole('checkbox', { name: 'Select LAPTOP-7, Grace Hopper' }).click();
  await page.getByRole('button', { name: 'Send or remind…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send 2 licences' });
  await dialog.getByLabelText('What').selectOptions('Send the owner a reminder');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect
    .element(dialog)
    .toMatchTextContent(
      /This affects 1 person in 1 company\..*1 is refused: The owner.*LAPTOP-7, Grace Hopper.*1 gets a reminder/,
    );
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Do it for 1' }).click();
  await expect.element(dialog).toMatchTextContent(/1 of 2 were changed/);
  expect(server.requests(bulkLicenses.changeMany).map(({ body }) => body)).toEqual([
    { ids: [1, 2], change: 'remind', preview: true },
    { ids: [1, 2], change: 'remind', preview: false },
  ]);
});

test('Escape closes a preview in which nothing can be changed, and the rows stay selected', async () => {
  const user = createUser('Salesman');
  await openPortal({
    at: '/licenses',
    user,
    prepareServer: (fakeServer) => {
      answerUsers(fakeServer, user.permissions, []);
      answerLicenseAdmin(fakeServer, [createOwnedLicense({ licenseId: 1 })]);
      fakeServer.answer(bulkLicenses.changeMany, () => ({
        results: [{ id: 1, outcome: 'refused' as const, message: 'The licence was renewed.' }],
      }));
    },
  });
  await page.getByRole('checkbox', { name: 'Select DESKTOP-4F7K2QX, Grace Hopper' }).click();
  await page.getByRole('button', { name: 'Send or remind…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send 1 licence' });
  await dialog.getByLabelText('What').selectOptions('Send to the owner by e-mail');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect.element(dialog).toMatchTextContent(/1 is refused: The licence was renewed/);
  // The button that had the focus is now disabled, and Escape must still close the preview.
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText('1 selected')).toBeVisible();
});
