import { crm } from '@basics/contract/crm/crm.ts';
import { users } from '@basics/contract/users/users.ts';
import { expect, test, vi } from 'vitest';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { createUserOptions } from '#portal/testing/records/users.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const sampleAccounts = [
  { account: 'C-1', name: 'Ångström AB', city: 'Malmö', country: 'SE' },
  { account: 'C-2', name: 'Neu GmbH', city: '', country: null },
];
const createPage = (accounts: typeof sampleAccounts) => ({
  items: accounts,
  total: accounts.length,
  pageNumber: 1,
  pageSize: 20,
});

const administrator = createUser('Administrator');

const openCrm = (prepareServer: (server: FakeServer) => void, at = '/admin/crm') =>
  openPortal({
    at,
    user: administrator,
    prepareServer: (server) => {
      server.answer(users.options, () => createUserOptions(administrator.permissions));
      prepareServer(server);
    },
  });

test('the list of CRM accounts shows name, number, city and country, a row leads to its users, and the page links to the import', async () => {
  const { screen } = await openCrm((server) => server.answer(crm.search, () => createPage(sampleAccounts)));
  await expect
    .element(screen.getByRole('row', { name: /Ångström AB/ }))
    .toMatchTextContent(/Ångström AB.*C-1.*Malmö.*Sweden/);
  await expect
    .element(screen.getByRole('link', { name: 'Users of Ångström AB' }))
    .toHaveAttribute('href', '/users?keyword=C-1');
  await expect
    .element(screen.getByRole('link', { name: 'Import accounts' }))
    .toHaveAttribute('href', '/admin/import?kind=crmAccounts');
  await expectAccessible();
});

test('an empty list links to the import, and a search without results can be cleared', async () => {
  const { screen } = await openCrm((server) => server.answer(crm.search, () => createPage([])));
  await expect.element(screen.getByText('No accounts yet')).toBeVisible();
  await screen.getByRole('searchbox').fill('x');
  await expect.element(screen.getByText('No account matches your search.')).toBeVisible();
  await screen.getByRole('button', { name: 'Clear all' }).click();
  await expect.element(screen.getByText('No accounts yet')).toBeVisible();
});

test('a page beyond the last page is replaced by the last page of the same search', async () => {
  const { screen, address } = await openCrm(
    (server) =>
      server.answer(crm.search, ({ body }) => ({
        ...createPage(body.pageNumber === 2 ? sampleAccounts : []),
        pageNumber: body.pageNumber,
        pageSize: 20,
        total: 20 + sampleAccounts.length,
      })),
    '/admin/crm?keyword=a&pageNumber=9',
  );
  await expect.element(screen.getByRole('row', { name: /Ångström AB/ })).toBeVisible();
  expect(address()).toBe('/admin/crm?keyword=a&pageNumber=2');
});

test('a list that cannot be loaded shows an error', async () => {
  const { screen } = await openCrm((server) => server.answer(crm.search, () => createRefusal('INTERNAL')));
  await expect.element(screen.getByRole('main').getByRole('alert')).toMatchTextContent(/Failed to fetch CRM accounts/);
});

test('the export keeps the search and the sort order of the list', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const at = '/admin/crm?keyword=neu&sort.field=account&sort.direction=desc';
  const { screen, server } = await openCrm((fakeServer) => {
    fakeServer.answer(crm.search, () => createPage(sampleAccounts));
    fakeServer.answer(crm.export, () => ({ bytes: new Uint8Array(3), name: 'crm.csv', type: 'text/csv' }));
  }, at);
  await screen.getByRole('button', { name: 'Export CSV' }).click();
  await expect.element(screen.getByText('crm.csv saved')).toBeVisible();
  expect(server.requests(crm.export)[0]?.body).toEqual({
    keyword: 'neu',
    sort: { field: 'account', direction: 'desc' },
  });
});

test('accounts are filtered by a field with an operator, which the address keeps', async () => {
  const { screen, server, address } = await openCrm(
    (fakeServer) => fakeServer.answer(crm.search, () => createPage(sampleAccounts)),
    '/admin/crm?filters=city.isEmpty',
  );
  await expect.element(screen.getByRole('button', { name: /City is empty/ }).first()).toBeVisible();
  const isEmpty = { field: 'city', op: 'isEmpty', values: [] };
  expect(server.requests(crm.search).at(-1)?.body.filters).toEqual([isEmpty]);
  await screen.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(address).toBe('/admin/crm');
});
