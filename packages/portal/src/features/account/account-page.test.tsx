import { users } from '@basics/contract/users/users.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openSecurity } from '#portal/testing/pages/open-account.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const openAccount = (user: Parameters<typeof openPortal>[0]['user']) =>
  openPortal({ at: '/account', ...(user && { user }), prepareServer: answerLicenses });

test('My Account shows the data of the user, with their tools below (T099)', async () => {
  const { screen } = await openAccount(createUser('DesignerOffice', { brand: 'red' }));
  const infoCard = screen.getByRole('region', { name: 'User info' });
  await expect
    .element(infoCard)
    .toMatchTextContent(/Ada Lovelace.*ada\.lovelace@office\.example.*Designer office.*Basics Red/);
  await expect
    .element(infoCard.getByRole('link', { name: 'Contact support' }))
    .toHaveAttribute('href', 'mailto:support@red.example');
  await expect.element(screen.getByRole('region', { name: 'Your tools' })).toBeVisible();
  await expectAccessible();
});

test('a button saves all data about the user as a file', async () => {
  const fileNames: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    fileNames.push(this.download);
  });
  const { screen, server } = await openSecurity(() => {});
  const bytes = new TextEncoder().encode('{}');
  server.answer(users.personalData, ({ params }) => ({
    bytes,
    name: `data-${params.id}.json`,
    type: 'application/json',
  }));
  await screen.getByRole('button', { name: 'Download my data' }).click();
  await expect.element(screen.getByText(/^data-\d+\.json saved$/)).toBeVisible();
  expect(fileNames).toEqual([expect.stringMatching(/^data-\d+\.json$/)]);
  server.answer(users.personalData, () => createRefusal('USER_NOT_FOUND'));
  await screen.getByRole('button', { name: 'Download my data' }).click();
  await expect.element(screen.getByText('The data could not be downloaded')).toBeVisible();
});

test('a missing value is shown as a text, not left empty', async () => {
  const { screen } = await openAccount(createUser('viewer', { userFirstName: '', userLastName: '', brand: null }));
  await expect
    .element(screen.getByRole('region', { name: 'User info' }))
    .toMatchTextContent(/Not provided.*Viewer.*No brand. The theme depends on the address of the portal./);
});

test('the address of the password opens the page about security with the focus on its button', async () => {
  const { screen } = await openPortal({
    at: '/account/security#password',
    user: createUser('OEM'),
    prepareServer: answerLicenses,
  });
  await expect.element(page.getByRole('button', { name: 'Change password' })).toHaveFocus();
  await expect.element(screen.getByRole('link', { name: 'Security' })).toHaveAttribute('aria-current', 'page');
  await expectAccessible();
  await screen.getByRole('link', { name: 'Settings' }).click();
  await expect.element(page.getByRole('region', { name: 'User info' })).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Password' })).not.toBeInTheDocument();
});
