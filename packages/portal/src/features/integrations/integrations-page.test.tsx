import { orders } from '@basics/contract/integrations/orders.ts';
import { serviceAccounts } from '@basics/contract/integrations/service-accounts.ts';
import { workAccounts } from '@basics/contract/session/work-account.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import {
  answerOrders,
  answerServiceAccounts,
  createOrder,
  createServiceAccount,
  serviceKey,
} from '#portal/testing/records/integrations.ts';
import { createUser, setup } from '#portal/testing/records/people.ts';

const openPage = (prepareServer: (server: FakeServer) => void = (server) => answerServiceAccounts(server)) =>
  openPortal({ at: '/admin/integrations', user: createUser('Administrator'), prepareServer });

const locateAccount = (name: string) => page.getByRole('region', { name });

test('the page shows what each service account may do, who answers for it, and when its keys were used', async () => {
  await openPage();
  await expect
    .element(locateAccount('Shop'))
    .toMatchTextContent(/Takes orders.*DE and Basics Blue.*owner Astrid Nyland/);
  await expect.element(locateAccount('Shop')).toMatchTextContent(/See users.*bpk_4mT7Qz1c… production.*Jun 2027.*Mar/);
  await expect.element(locateAccount('Warehouse')).toMatchTextContent(/all countries and brands.*never used/);
  await expect.element(locateAccount('Warehouse')).toMatchTextContent(/owner is not active.*has lost.*See users/);
  await expectAccessible();
});

test('the page lists the orders with their lines, who has them, and which are cancelled', async () => {
  const { server } = await openPage((fakeServer) => {
    answerServiceAccounts(fakeServer);
    const more = Array.from({ length: 10 }, (_, at) => createOrder({ orderId: at + 3, externalId: `B-${at}` }));
    const company = { companyId: 5, name: 'Alder GmbH' };
    answerOrders(
      fakeServer,
      createOrder(),
      createOrder({ orderId: 2, externalId: 'A-2', company, lines: [] }),
      ...more,
    );
  });
  const items = page.getByRole('listitem');
  await expect
    .element(items.filter({ hasText: 'shop A-1' }))
    .toMatchTextContent(/Grace Hopper.*basics for 3 PCs until.*Dec/);
  await expect.element(items.filter({ hasText: 'shop A-2' })).toMatchTextContent(/Alder GmbH.*cancelled/);
  await page.getByRole('link', { name: /next/i }).click();
  await expect
    .poll(() => server.requests(orders.search).at(-1))
    .toMatchObject({ body: { pageNumber: 2, pageSize: 10 } });
});

test('a page without service accounts says what they are for, and a failure can be tried again', async () => {
  const { server } = await openPage((fakeServer) => {
    answerOrders(fakeServer);
    fakeServer.answer(serviceAccounts.list, () => createRefusal('INTERNAL'));
  });
  await expect
    .element(page.getByRole('main').getByRole('alert'))
    .toMatchTextContent(/Failed to fetch service accounts/);
  answerServiceAccounts(server, []);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('No service accounts yet')).toBeVisible();
  await expect.element(page.getByText(/copy its key into the system\./)).toBeVisible();
});

test('an administrator adds an account, gives it a key that is shown once, and revokes the key; a reload keeps what was typed', async () => {
  const { server, screen } = await openPage();
  server.answer(serviceAccounts.create, () => createRefusal('INVALID', { fields: { countries: 'Unknown country.' } }));
  await page.getByRole('button', { name: 'Add service account' }).click();
  const panel = page.getByRole('dialog', { name: 'Add service account' });
  await panel.getByLabelText('Name').fill('Help desk');
  await panel.getByLabelText('Owner').selectOptions('Astrid Nyland');
  await panel.getByLabelText('See users').click();
  await panel.getByLabelText(/^Countries/).fill('xx, de');
  await expectAccessible();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect.element(panel.getByText('Unknown country.')).toBeVisible();
  server.answer(serviceAccounts.create, () => createServiceAccount({ name: 'Help desk' }));
  await panel.getByLabelText(/^Countries/).fill('de');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Help desk was saved')).toBeVisible();
  expect(server.requests(serviceAccounts.create).at(-1)).toMatchObject({
    body: { name: 'Help desk', ownerId: 4, permissions: ['users.view'], countries: ['DE'], brands: null, networks: [] },
  });

  const key = `bpk_${'a'.repeat(36)}`;
  server.answer(serviceAccounts.createKey, () => ({ ...serviceKey, key }));
  await locateAccount('Warehouse')
    .getByRole('button', { name: /Add key/ })
    .click();
  await page.getByRole('dialog', { name: 'Add key' }).getByLabelText('Name').fill('production');
  await page.getByRole('dialog', { name: 'Add key' }).getByRole('button', { name: 'Add key' }).click();
  const created = page.getByRole('dialog', { name: 'Copy the key now' });
  await expect.element(created.getByText(key)).toBeVisible();
  await expectAccessible();
  await created.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByText(key)).not.toBeInTheDocument();

  server.answer(serviceAccounts.revokeKey, () => undefined);
  await locateAccount('Shop').getByRole('button', { name: 'Revoke bpk_4mT7Qz1c' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await expect.element(page.getByText('The key was revoked')).toBeVisible();

  // The dialog that created the key left no draft; the name of the next key is restored after a reload.
  const openAddKey = () =>
    locateAccount('Warehouse')
      .getByRole('button', { name: /Add key/ })
      .click();
  const keyName = page.getByRole('dialog', { name: 'Add key' }).getByLabelText('Name');
  await openAddKey();
  await expect.element(keyName).toHaveValue('');
  await keyName.fill('staging');
  await screen.unmount();
  await openPage();
  await openAddKey();
  await expect.element(keyName).toHaveValue('staging');
});

test('an account opens with its values, and what was typed is not lost without a question', async () => {
  await openPage();
  await locateAccount('Shop').getByRole('button', { name: 'Edit Shop' }).click();
  const panel = page.getByRole('dialog', { name: 'Service account Shop' });
  await expect.element(panel.getByLabelText('Owner')).toHaveDisplayValue('Astrid Nyland');
  await expect.element(panel.getByLabelText('See users')).toBeChecked();
  await expect.element(panel.getByLabelText('Basics Blue')).toBeChecked();
  await panel.getByLabelText('Name', { exact: true }).fill('Web shop');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
});

test('administrators see who has a work account, confirm and disconnect one, and let staff use passwords for a day', async () => {
  let passwordsUntil: string | null = null;
  const person = { userId: 7, name: 'Simon Aasen', login: 'simon@staff.example' };
  const until = '2026-03-10T12:10:00.000Z';
  let waiting = [{ userId: 8, name: 'Kari Lund', login: 'kari@staff.example', until }];
  const { server } = await openPortal({
    at: '/admin/integrations',
    user: createUser('Administrator'),
    setup: { ...setup, workAccounts: true },
    prepareServer(fakeServer) {
      answerServiceAccounts(fakeServer);
      const days = { connectedAt: '2026-03-01T08:00:00.000Z', lastUsedAt: '2026-03-09T08:00:00.000Z' };
      fakeServer.answer(workAccounts.list, () => ({
        issuer: 'https://login.example',
        isRequired: true,
        passwordsUntil,
        items: [{ ...person, ...days }],
        waiting,
      }));
      fakeServer.answer(workAccounts.confirm, () => {
        waiting = [];
        return undefined;
      });
      fakeServer.answer(workAccounts.disconnect, () => undefined);
      fakeServer.answer(workAccounts.allowPasswords, () => {
        passwordsUntil = '2026-03-11T12:00:00.000Z';
        return { passwordsUntil };
      });
    },
  });
  const section = page.getByRole('region', { name: 'Work accounts' });
  await expect.element(section).toMatchTextContent(/login\.example.*Passwords of staff are refused.*Simon Aasen/);
  await expectAccessible();
  await section.getByRole('button', { name: 'Confirm Kari Lund' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await expect
    .poll(() => server.requests(workAccounts.confirm))
    .toMatchObject([{ params: { id: 8 }, body: { until } }]);
  await expect.element(section.getByText('Kari Lund')).not.toBeInTheDocument();
  await section.getByRole('button', { name: 'Allow passwords' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Allow passwords' }).click();
  await expect.element(section).toMatchTextContent(/may sign in with passwords until.*11 Mar/);
  await section.getByRole('button', { name: 'Disconnect Simon Aasen' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect.poll(() => server.requests(workAccounts.disconnect)).toMatchObject([{ params: { id: 7 } }]);
});
