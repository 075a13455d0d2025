import { users } from '@basics/contract/users/users.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserOptions, createUserPage, createUserRecord } from '#portal/testing/records/users.ts';

test('in a narrow window, the button “Filters” is beside the search field and opens the filters as a sheet', async () => {
  await page.viewport(390, 844);
  const user = createUser('Administrator');
  const { address } = await openPortal({
    at: '/users?status=active',
    user,
    prepareServer: (server) => answerUsers(server, user.permissions, [createUserRecord()]),
  });
  const filtersButton = page.getByRole('button', { name: 'Filters (1)' });
  const searchField = page.getByRole('searchbox', { name: 'Search users' });
  await expect.element(filtersButton).toBeVisible();
  const searchBox = searchField.element().getBoundingClientRect();
  expect(filtersButton.element().getBoundingClientRect().top).toBeLessThan(searchBox.bottom);

  const sheet = page.getByRole('group', { name: 'Filters' });
  await filtersButton.click();
  await sheet.getByRole('combobox', { name: 'Status' }).selectOptions('Suspended');
  await expect.poll(address).toBe('/users?status=suspended');
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(filtersButton).toHaveFocus();
});

test('Escape closes the sheet with the filters, and the users stay selected', async () => {
  await page.viewport(390, 844);
  const user = createUser('Administrator');
  await openPortal({
    at: '/users',
    user,
    prepareServer: (server) => answerUsers(server, user.permissions, [createUserRecord()]),
  });
  await page.getByRole('checkbox', { name: 'Select Grace Hopper' }).click();
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('group', { name: 'Filters' });
  await expect.element(sheet).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(page.getByRole('region', { name: 'Selection' })).toMatchTextContent(/1 selected/);
});

const openUsersWithCountries = (at: string) => {
  const user = createUser('Administrator');
  const codes = ['AT', 'BE', 'CA', 'CZ', 'DK', 'ES', 'FI', 'FR', 'IT', 'JP', 'NO'];
  return openPortal({
    at,
    user,
    prepareServer: (server) => {
      answerUsers(server, user.permissions, [createUserRecord()]);
      server.answer(users.options, () => ({
        ...createUserOptions(user.permissions),
        countries: codes.map((code) => ({ code, name: `Country ${code}`, continent: 'Europe' })),
      }));
    },
  });
};

test('in a filter with many countries, the user finds a country by typing a part of its name', async () => {
  const { address } = await openUsersWithCountries('/users');

  // `fill` waits until the script of the picker is loaded: before that, the filter is a select, which has no placeholder.
  await page.getByPlaceholder('Country').fill('country n');
  await page.getByRole('option', { name: 'Country NO' }).click();
  await expect.poll(address).toBe('/users?country=NO');
  await expect.element(page.getByRole('button', { name: 'Remove filter Country: Country NO' })).toBeVisible();
});

test('the button “Clear all” also removes a text in the country filter that matches no country', async () => {
  const { address } = await openUsersWithCountries('/users?status=active');
  const countryField = page.getByPlaceholder('Country');
  await countryField.fill('Itly');
  await userEvent.keyboard('{Tab}');
  await expect.element(countryField).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(address).toBe('/users');
  await expect.element(countryField).toHaveValue('');
  await expect.element(countryField).not.toHaveAttribute('aria-invalid', 'true');
});

test('staff choose a company by the beginning of its name, or with one press if the keyword belongs to one company', async () => {
  const user = createUser('Administrator');
  const { server, address } = await openPortal({
    at: '/users',
    user,
    prepareServer: (fakeServer) => {
      answerUsers(fakeServer, user.permissions, [createUserRecord()]);
      fakeServer.answer(users.companies, () => ({ items: ['Company 283', 'Company 2831'] }));
      fakeServer.answer(users.search, ({ body }) => ({
        ...createUserPage(createUserRecord()),
        ...(body.keyword === 'company 283' && { companyOfKeyword: 'Company 283' }),
      }));
    },
  });
  // `fill` waits until the script of the picker is loaded: before that, the filter is a select, which has no placeholder.
  const companyField = page.getByPlaceholder('Company');
  await companyField.fill('company 28');
  await page.getByRole('option', { name: 'Company 2831' }).click();
  await expect.poll(address).toBe('/users?company=Company+2831');
  await expect.element(page.getByRole('button', { name: 'Remove filter Company: Company 2831' })).toBeVisible();
  expect(server.requests(users.companies).map(({ body }) => body)).toEqual([{ keyword: 'company 28' }]);
  await companyField.fill('company 283');
  await expect.element(page.getByRole('option', { name: 'Company 283', exact: true })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/users?company=Company+283');
  await companyField.fill('');
  await expect.poll(address).toBe('/users');

  await page.getByRole('searchbox', { name: 'Search users' }).fill('company 283');
  await page.getByRole('button', { name: 'Show only the company “Company 283”' }).click();
  await expect.poll(address).toBe('/users?company=Company+283');
  await expect.element(companyField).toHaveValue('Company 283');
  await expectAccessible();
  expect(server.requests(users.search).map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ company: 'Company 283', keyword: '' }),
  );
});
