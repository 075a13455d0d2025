import type { CrmAccount } from '@basics/contract/crm/crm.ts';
import { users } from '@basics/contract/users/users.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserRecord } from '#portal/testing/records/users.ts';

const actor = createUser('Administrator');

/** Opens the page of a user whose CRM account is C-10. */
const openEditPage = (prepareServer: (server: FakeServer) => void) =>
  openPortal({
    at: '/users/101/edit',
    user: actor,
    prepareServer: (server) => {
      answerUsers(server, actor.permissions, [createUserRecord({ crmAccount: 'C-10' })]);
      prepareServer(server);
    },
  });

const crmField = page.getByRole('combobox', { name: /^CRM account/ });
const createAccount = (account: string, name: string): CrmAccount => ({ account, name, city: 'Kiel', country: 'DE' });

test('a stored CRM account shows its own name, not the name of an account with a similar number', async () => {
  const crmAccounts = [createAccount('C-100', 'Anchor'), createAccount('C-10', 'Harbour')];
  const { server } = await openEditPage((crm) =>
    crm.answer(users.crm, () => ({ items: crmAccounts, total: 2, pageNumber: 1, pageSize: 10 })),
  );
  await expect.element(crmField).toHaveValue('C-10 · Harbour');
  expect(server.requests(users.crm).map(({ body }) => body)).toEqual([
    { keyword: 'C-10', pageNumber: 1, pageSize: 10 },
  ]);
});

test('when the CRM does not respond, a stored CRM account shows its number; it is removed only if the user empties the field', async () => {
  const { server } = await openEditPage((crm) => {
    crm.answer(users.crm, () => createRefusal('BUSY'));
    crm.answer(users.update, () => createUserRecord());
  });
  await expect.element(crmField).toHaveValue('C-10');
  await crmField.fill('harbour');
  await userEvent.keyboard('{Tab}');
  await expect.element(crmField).toHaveValue('C-10');
  await crmField.clear();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => server.requests(users.update).map(({ body }) => body.crmAccount)).toEqual([null]);
});
