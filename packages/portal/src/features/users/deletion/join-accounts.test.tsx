import type { CurrentUser } from '@basics/contract/session/current-user.ts';
import { joinAccountsCalls } from '@basics/contract/license-admin/join-accounts.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserRecord } from '#portal/testing/records/users.ts';

const joinEffect = {
  other: {
    userId: 102,
    login: 'grace@old.example',
    name: 'Grace Hopper',
    company: 'Old Harbour',
    profileID: 5,
    country: 'FR',
    brand: 'red',
  },
  isOtherCompany: true,
  openKits: 1,
  moved: { pcs: 2, licenses: 3, helpRequests: 1, letters: 4, grants: 1 },
  samePcs: ['WS-1'],
  dropped: { sessions: 1, secondFactors: 0, permissions: 0 },
  overLimit: [{ tool: 'Basics', used: 3, allowed: 2 }],
  digest: 'digest',
};

/** Sets the answers of the server for the page of the user 101 and for the preview of the join. */
function answerUserPage(server: FakeServer, { permissions }: CurrentUser): void {
  answerUsers(server, permissions, [createUserRecord({ profileID: 7 })]);
  answerLicenses(server);
  server.answer(joinAccountsCalls.previewJoin, () => joinEffect);
}

test('an administrator previews and joins two accounts, after a reason and the consent to another company', async () => {
  const user = createUser('Administrator');
  let isStale = true;
  const { server } = await openPortal({
    at: '/users/101',
    user,
    prepareServer: (fakeServer) => {
      answerUserPage(fakeServer, user);
      fakeServer.answer(joinAccountsCalls.join, () => (isStale ? createRefusal('STALE') : joinEffect));
    },
  });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Join accounts…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join another account into that of Grace Hopper' });
  const loginField = dialog.getByRole('textbox', { name: 'Login of the account to delete' });
  await loginField.fill('grace@old.example');
  await dialog.getByRole('button', { name: 'Show what happens' }).click();
  await expect
    .element(dialog)
    .toMatchTextContent(
      /Account that is deleted *1.*Sessions that end *1.*PCs that move *2.*Licences that move *3.*Is deleted.*grace@old\.example.*Old Harbour.*France.*Basics Red.*Stays.*1 emergency kit may.*become one PC each: WS-1.*Basics: 3 PCs afterwards.*Old Harbour/,
    );
  await expectAccessible();
  const submitButton = dialog.getByRole('button', { name: 'Join accounts' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Changed the company');
  await expect.element(submitButton).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Both accounts belong to the same person' }).click();
  await submitButton.click();
  await expect.element(dialog.getByText('The accounts were not joined')).toBeVisible();
  isStale = false;
  await submitButton.click();
  await expect.element(page.getByText('grace@old.example was joined into this account')).toBeVisible();
  expect(server.requests(joinAccountsCalls.join).map(({ body }) => body)[1]).toEqual({
    login: 'grace@old.example',
    reason: 'Changed the company',
    digest: 'digest',
    acceptsOtherCompany: true,
  });
});

test('after a reload, the dialog restores the login and the reason, and the consent to another company is not ticked', async () => {
  const user = createUser('Administrator');
  const dialog = page.getByRole('dialog', { name: 'Join another account into that of Grace Hopper' });
  const openDialog = async () => {
    const { screen } = await openPortal({
      at: '/users/101',
      user,
      prepareServer: (fakeServer) => answerUserPage(fakeServer, user),
    });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('button', { name: 'Join accounts…' }).click();
    return screen;
  };
  const consentCheckbox = dialog.getByRole('checkbox', { name: 'Both accounts belong to the same person' });
  const screen = await openDialog();
  await dialog.getByRole('textbox', { name: 'Login of the account to delete' }).fill('grace@old.example');
  await dialog.getByRole('button', { name: 'Show what happens' }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Changed the company');
  await consentCheckbox.click();
  await screen.unmount();

  await openDialog();
  await dialog.getByRole('button', { name: 'Show what happens' }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Changed the company');
  await expect.element(consentCheckbox).not.toBeChecked();
});
