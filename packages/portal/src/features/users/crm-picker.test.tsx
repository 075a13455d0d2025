import type { CrmAccount } from '@basics/contract/crm.ts';
import { users } from '@basics/contract/users.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserRecord } from '#portal/testing/users.ts';

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

const createAccount = (account: string, name: string): CrmAccount => ({ account, name, city: 'Kiel', country: 'DE' });

test('a stored CRM account shows its own name, not the name of an account with a similar number', async () => {
  const crmAccounts = [createAccount('C-100', 'Anchor'), createAccount('C-10', 'Harbour')];
  const { server } = await openEditPage((crm) =>
    crm.answer(users.crm, () => ({ items: crmAccounts, total: 2, pageNumber: 1, pageSize: 10 })),
  );
  await expect.element(page.getByText('C-10 · Harbour')).toBeVisible();
  expect(server.requests(users.crm).map(({ body }) => body)).toEqual([
    { keyword: 'C-10', pageNumber: 1, pageSize: 10 },
  ]);
});

test('a stored CRM account shows its number when the CRM does not respond', async () => {
  const { server } = await openEditPage((crm) => crm.answer(users.crm, () => createRefusal('BUSY')));
  await expect.element(page.getByText('C-10', { exact: true })).toBeVisible();
  await expect.poll(() => server.requests(users.crm).length).toBe(1);
  await expect.element(page.getByRole('button', { name: 'Remove CRM account C-10' })).toBeEnabled();
});
