import { licenses } from '@basics/contract/licenses/licenses.ts';
import { users } from '@basics/contract/users/users.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { answerLicenses, createLicense, createLicensePage } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const openAccount = (user: Parameters<typeof openPortal>[0]['user']) =>
  openPortal({ at: '/account', ...(user && { user }), prepareServer: answerLicenses });

test('My Account shows the data of the user, with their licences below (T099)', async () => {
  const { screen } = await openAccount(createUser('DesignerOffice', { brand: 'red' }));
  const infoCard = screen.getByRole('region', { name: 'User info' });
  await expect
    .element(infoCard)
    .toMatchTextContent(/Ada Lovelace.*ada\.lovelace@office\.example.*Designer office.*Basics Red/);
  await expect
    .element(infoCard.getByRole('link', { name: 'Contact support' }))
    .toHaveAttribute('href', 'mailto:support@red.example');
  await expect.element(screen.getByRole('region', { name: 'Licences' })).toBeVisible();
  await expectAccessible();
});

test('a button saves all data about the user as a file', async () => {
  const fileNames: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    fileNames.push(this.download);
  });
  const { screen, server } = await openAccount(createUser('OEM'));
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

test('the password card stays in view when the cards above it become longer', async () => {
  const licensesReply = Promise.withResolvers<undefined>();
  await openPortal({
    at: '/account#password',
    user: createUser('OEM'),
    prepareServer: (server) => {
      answerLicenses(server);
      server.answer(licenses.list, async () => {
        await licensesReply.promise;
        return createLicensePage(...Array.from({ length: 20 }, (_, index) => createLicense({ licenseId: index + 1 })));
      });
    },
  });
  const passwordButton = page.getByRole('button', { name: 'Change password' });
  await expect.element(passwordButton).toHaveFocus();
  licensesReply.resolve(undefined);
  await expect.poll(() => page.getByRole('row').elements().length).toBeGreaterThan(20);
  await expect.element(passwordButton).toBeInViewport();
});
