import { bulkUsers, type BulkResult } from '@basics/contract/calls/bulk.ts';
import { handOver } from '@basics/contract/country-salesmen/hand-over.ts';
import { selections, type SelectedUser } from '@basics/contract/mass-acts/selections.ts';
import { users, type User } from '@basics/contract/users/users.ts';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserPage, createUserRecord, createUserOptions } from '#portal/testing/records/users.ts';

const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString();
const toSelected = ({ userId, login, firstName, lastName, company, country, profileID }: User): SelectedUser => ({
  userId,
  login,
  firstName,
  lastName,
  company,
  country,
  profileID,
});

const toDeleted = (ids: readonly number[]): BulkResult[] =>
  ids.map((id) => ({ id, outcome: 'done', effect: 'deleted' }));

const allUsers = [
  createUserRecord(),
  createUserRecord({
    userId: 102,
    firstName: 'Alan',
    lastName: 'Turing',
    status: 'suspended',
    country: 'JP',
    brand: 'red',
  }),
  createUserRecord({ userId: 103, firstName: 'Mary', lastName: 'Ward', status: 'approved', invitedUntil: inTwoDays }),
];

type Role = Parameters<typeof createUser>[0];

const openUsersPage = (
  at = '/users',
  prepareServer: (server: FakeServer) => void = () => {},
  role: Role = 'Administrator',
  change: Parameters<typeof createUser>[1] = {},
) => {
  const user = createUser(role, change);
  return openPortal({
    at,
    user,
    prepareServer: (server) => {
      answerUsers(server, user.permissions, allUsers);
      prepareServer(server);
    },
  });
};

const locateRow = (name: RegExp) => page.getByRole('row', { name });

test('each user shows company, profile, brand, country and status as text (T193)', async () => {
  await openUsersPage();
  await expect
    .element(locateRow(/Grace Hopper/))
    .toMatchTextContent(/grace\.hopper@harbour.*Harbour Design.*Designer office.*Basics Blue.*Germany.*Active/);
  await expect.element(locateRow(/Alan Turing/)).toMatchTextContent(/Basics Red.*Japan.*Suspended/);
  await expect.element(locateRow(/Mary Ward/)).toMatchTextContent(/Invited.*link expires in 2 days/);
  await expectAccessible();
});

test('a click anywhere in a row opens the page of its user', async () => {
  const { address } = await openUsersPage();
  const link = page.getByRole('link', { name: 'Grace Hopper' });
  await expect.element(link).toHaveAttribute('href', '/users/101');
  const { x, y, width, height } = locateRow(/Grace Hopper/)
    .getByText('Germany')
    .element()
    .getBoundingClientRect();
  expect(document.elementFromPoint(x + width / 2, y + height / 2)).toBe(link.element());
  await link.click();
  await expect.poll(address).toBe('/users/101');
});

test('an outline of the table is shown while the list loads', async () => {
  const { screen } = await openUsersPage('/users', (server) =>
    server.answer(users.search, () => new Promise(() => {})),
  );
  await expect.element(screen.getByRole('status').filter({ hasText: 'Loading' }).first()).toBeInTheDocument();
  await expect.element(screen.getByRole('table')).not.toBeInTheDocument();
});

test('a list that cannot be loaded shows an error and can be loaded again (T190)', async () => {
  const { screen, server } = await openUsersPage('/users', (fakeServer) =>
    fakeServer.answer(users.search, () => createRefusal('INTERNAL')),
  );
  await expect.element(screen.getByRole('main').getByRole('alert')).toMatchTextContent(/Failed to fetch Users/);
  server.answer(users.search, () => createUserPage(...allUsers));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(locateRow(/Grace Hopper/)).toBeVisible();
});

test('filters that cannot be loaded show an error, and the list stays (T194)', async () => {
  const { screen } = await openUsersPage('/users', (server) =>
    server.answer(users.options, () => createRefusal('INTERNAL')),
  );
  await expect.element(screen.getByText('Failed to fetch Profiles, Brands, Tools and Countries')).toBeVisible();
  await expect.element(locateRow(/Grace Hopper/)).toBeVisible();
});

test('a salesman without an assigned country sees a message', async () => {
  const { screen } = await openUsersPage(
    '/users',
    (fakeServer) => fakeServer.answer(users.search, () => createUserPage()),
    'Salesman',
    { hasNoCountry: true },
  );
  await expect.element(screen.getByText('No country is assigned to you yet')).toBeVisible();
  await expect.element(screen.getByText('No users yet')).toBeVisible();
  await expectAccessible();
});

test('a user without permission to delete can select rows, and cannot delete them', async () => {
  const { screen } = await openUsersPage('/users', () => {}, 'Salesman');
  await screen.getByRole('checkbox', { name: 'Select Grace Hopper' }).click();
  await expect.element(screen.getByRole('button', { name: 'Change…' })).toBeVisible();
  expect(screen.getByRole('button', { name: /^Delete \d/ }).elements()).toEqual([]);
  await expect.element(screen.getByRole('link', { name: 'Create user' })).toBeVisible();
});

describe('the list of users can be searched and filtered', () => {
  test('the search and the filters are stored in the address and sent to the server (T195)', async () => {
    const { screen, address, server } = await openUsersPage();
    await screen.getByRole('searchbox', { name: 'Search users' }).fill('hop');
    await expect.poll(address).toBe('/users?keyword=hop');
    await screen.getByRole('combobox', { name: 'Status' }).selectOptions('Suspended');
    await expect.poll(address).toBe('/users?keyword=hop&status=suspended');
    await screen.getByRole('combobox', { name: 'Brand' }).selectOptions('Basics Blue');
    await expect
      .poll(() => server.requests(users.search).at(-1)?.body)
      .toMatchObject({ keyword: 'hop', status: 'suspended', brand: 'blue', pageNumber: 1 });
    await expect.element(screen.getByText('3 users')).toBeVisible();
  });

  test('a filter in the address is shown once, in its field, with a button that removes it (T781)', async () => {
    const { screen, address } = await openUsersPage('/users?country=JP&brand=blue&pageNumber=2');
    await expect.element(screen.getByRole('combobox', { name: 'Brand' })).toHaveValue('blue');
    await expect.element(screen.getByRole('button', { name: 'Remove filter Country: Japan' })).toBeVisible();
    expect(screen.getByRole('list', { name: 'Active filters' }).elements()).toEqual([]);
    await page.viewport(390, 844);
    const chips = screen.getByRole('list', { name: 'Active filters' });
    await expect.element(chips).toMatchTextContent(/Country: Japan.*Brand: Basics Blue/);
    await page.viewport(1280, 800);
    await screen.getByRole('button', { name: 'Remove filter Brand: Basics Blue' }).click();
    await expect.poll(address).toBe('/users?country=JP');
    await expect.element(screen.getByRole('combobox', { name: 'Brand' })).toHaveFocus();
    await screen.getByRole('button', { name: 'Clear all' }).click();
    await expect.poll(address).toBe('/users');
  });

  test('the bar has three filters; another one in the address is a chip, and can be added', async () => {
    const { screen, address } = await openUsersPage('/users?tool=basics');
    for (const name of ['Status', 'Country', 'Brand'])
      await expect.element(screen.getByRole('combobox', { name })).toBeVisible();
    expect(screen.getByRole('combobox', { name: /^(Tool|Profile)$/ }).elements()).toEqual([]);
    await screen.getByRole('button', { name: 'Remove filter Tool: Basics' }).click();
    await expect.poll(address).toBe('/users');
    await screen.getByRole('combobox', { name: 'Add filter' }).fill('designer');
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toBe('/users?filters=profileID.oneOf.8');
  });

  test('a search without results shows a message and can be cleared (T191)', async () => {
    const { screen, address } = await openUsersPage('/users?keyword=nobody', (server) =>
      server.answer(users.search, () => createUserPage()),
    );
    await expect.element(screen.getByText('Users not found')).toBeVisible();
    await screen.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect.poll(address).toBe('/users');
  });

  test('an address with a page number after the last page shows the last page (T192)', async () => {
    const { screen, address } = await openUsersPage('/users?pageNumber=9', (server) =>
      server.answer(users.search, ({ body }) => ({
        items: body.pageNumber === 1 ? allUsers : [],
        total: 3,
        pageNumber: body.pageNumber,
        pageSize: 20,
      })),
    );
    await expect.poll(address).toBe('/users');
    await expect.element(screen.getByText('Grace Hopper')).toBeVisible();
  });
});

test('the sort order and the visible columns are stored in the address', async () => {
  const { screen, address, server } = await openUsersPage();
  await screen.getByRole('columnheader', { name: 'Company' }).getByRole('link').click();
  await expect.poll(address).toBe('/users?sort.field=company&sort.direction=asc');
  await expect
    .poll(() => server.requests(users.search).at(-1)?.body.sort)
    .toEqual({ field: 'company', direction: 'asc' });
  await screen.getByRole('button', { name: 'Columns' }).click();
  await screen.getByRole('checkbox', { name: 'Phone' }).click();
  await expect.poll(address).toContain('columns=');
  await expect.element(screen.getByRole('columnheader', { name: 'Phone' })).toBeInTheDocument();
  await expect.element(locateRow(/Grace Hopper/)).toMatchTextContent(/\+49 30 5550/);
});

describe('selected users can be deleted together', () => {
  const selectUser = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).click();

  test('the selected users are counted, and Escape clears the selection', async () => {
    const { screen } = await openUsersPage();
    await screen.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await expect.element(screen.getByRole('region', { name: 'Selection' })).toMatchTextContent(/3 selected/);
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('region', { name: 'Selection' })).not.toBeInTheDocument();
  });

  test('users cannot select themselves', async () => {
    const ownUser = createUserRecord({ userId: 42, firstName: 'Ada', lastName: 'Lovelace' });
    const { screen } = await openUsersPage('/users', (server) => {
      server.answer(users.search, () => ({ ...createUserPage(ownUser, ...allUsers.slice(0, 1)), total: 4 }));
      server.answer(selections.users, () => ({ count: 3, digest: 'd' }));
      server.answer(bulkUsers.changeMany, ({ body }) => {
        const rows = [ownUser, ...allUsers].filter(({ userId }) => !body.selection?.except.includes(userId));
        return { results: toDeleted(rows.map(({ userId }) => userId)), rows: rows.map(toSelected) };
      });
    });
    await expect.element(locateRow(/Ada Lovelace/)).toMatchTextContent(/You cannot delete your own account/);
    await expect.element(screen.getByRole('checkbox', { name: 'Select Ada Lovelace' })).not.toBeInTheDocument();
    await screen.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await screen.getByRole('button', { name: 'Select all 3 results' }).click();
    await screen.getByRole('button', { name: 'Delete 3 users' }).click();
    const dialog = screen.getByRole('alertdialog', { name: 'Delete 3 users?' });
    await expect.element(dialog).toMatchTextContent(/This affects 3 people.*3 are deleted.*Grace Hopper/);
    await expect.element(dialog).not.toMatchTextContent(/Ada Lovelace/);
  });

  test('before a deletion, each selected user shows whether it is possible; after the deletion, each shows the result', async () => {
    const refusal = { outcome: 'refused' as const, message: 'This is the last active administrator.' };
    const { screen, server } = await openUsersPage('/users', (fakeServer) => {
      fakeServer.answer(bulkUsers.changeMany, ({ body }) => ({
        results: [...toDeleted([101]), { id: 102, ...refusal }],
        ...(!body.preview && { undo: { id: 'act', until: '2026-11-21T10:00:00.000Z' } }),
      }));
    });
    await selectUser('Grace Hopper');
    await selectUser('Alan Turing');
    await screen.getByRole('button', { name: 'Delete 2 users' }).click();
    const dialog = screen.getByRole('alertdialog', { name: 'Delete 2 users?' });
    await expect
      .element(dialog)
      .toMatchTextContent(/lose access now.*This affects 1 person in 1 company\..*1 is deleted.*Grace Hopper/);
    await expect.element(dialog).toMatchTextContent(`1 is refused: ${refusal.message}`);
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Delete 1 user' }).click();
    await expect.element(dialog).toMatchTextContent(/1 of 2 were deleted.*1 deleted.*Grace Hopper/);
    await expect.element(dialog).toMatchTextContent(`1 refused: ${refusal.message}`);
    const deletion = { change: 'delete', ids: [101, 102] };
    expect(server.requests(bulkUsers.changeMany).map(({ body }) => body)).toEqual([
      { ...deletion, preview: true },
      { ...deletion, preview: false },
    ]);
    await expect.element(screen.getByText('1 user deleted. You can undo this for 10 minutes.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Close' }).last()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('checkbox', { name: 'Select Alan Turing' })).toBeChecked();
    await expect.element(screen.getByRole('region', { name: 'Selection' })).toMatchTextContent(/1 selected/);
  });

  test('an administrator can hand over the territory of a selected salesman before the deletion or suspension', async () => {
    const salesman = createUserRecord({ userId: 7, profileID: 2 });
    const { screen } = await openUsersPage('/users', (server) => {
      server.answer(users.search, () => createUserPage(salesman));
      server.answer(handOver.territories, () => ({
        items: [{ userId: 7, firstName: 'Grace', lastName: 'Hopper', isActive: true, assignments: 3, users: 1 }],
      }));
      server.answer(bulkUsers.changeMany, ({ body }) => ({ results: toDeleted(body.ids ?? []) }));
    });
    const handOverLink = screen.getByRole('link', { name: 'Hand over the territory' });
    await selectUser('Grace Hopper');
    await screen.getByRole('button', { name: 'Delete 1 user' }).click();
    await expect.element(handOverLink).toHaveAttribute('href', '/country-salesman?handOver=7');
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await screen.getByRole('button', { name: 'Change…' }).click();
    await screen.getByRole('dialog').getByLabelText('What').selectOptions('Suspend');
    await expect.element(handOverLink).toBeVisible();
  });

  test('with all users who match, the salesmen on other pages are offered too', async () => {
    const salesman = createUserRecord({ userId: 7, profileID: 2 });
    const { screen, server } = await openUsersPage('/users?country=DE', (fakeServer) => {
      fakeServer.answer(users.search, ({ body }) =>
        body.filters ? createUserPage(salesman) : { ...createUserPage(...allUsers.slice(0, 1)), total: 3 },
      );
      fakeServer.answer(selections.users, () => ({ count: 3, digest: 'd' }));
      fakeServer.answer(handOver.territories, () => ({
        items: [{ userId: 7, firstName: 'Grace', lastName: 'Hopper', isActive: true, assignments: 3, users: 1 }],
      }));
      fakeServer.answer(bulkUsers.changeMany, () => ({ results: toDeleted([7]), rows: [toSelected(salesman)] }));
    });
    await screen.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await screen.getByRole('button', { name: 'Select all 3 results' }).click();
    await screen.getByRole('button', { name: 'Delete 3 users' }).click();
    await expect
      .element(screen.getByRole('link', { name: 'Hand over the territory' }))
      .toHaveAttribute('href', '/country-salesman?handOver=7');
    expect(server.requests(users.search).at(-1)?.body).toMatchObject({
      country: 'DE',
      filters: [{ field: 'profileID', op: 'oneOf', values: [2] }],
    });
  });

  test('a failed deletion keeps the selection and shows an error (T189)', async () => {
    const { screen } = await openUsersPage('/users', (server) =>
      server.answer(bulkUsers.changeMany, ({ body }) =>
        body.preview ? { results: toDeleted(body.ids ?? []) } : createRefusal('INTERNAL'),
      ),
    );
    await selectUser('Grace Hopper');
    await screen.getByRole('button', { name: 'Delete 1 user' }).click();
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete 1 user' }).click();
    await expect.element(screen.getByRole('alertdialog').getByText('Delete Users error')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Notifications' }).getByRole('listitem').elements()).toEqual([]);
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.element(screen.getByRole('checkbox', { name: 'Select Grace Hopper' })).toBeChecked();
  });
});

test('the export contains all pages of the filtered and sorted list', async () => {
  const anchorClick = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { screen, server } = await openUsersPage(
    '/users?keyword=ward&sort.field=company&sort.direction=desc&pageNumber=1',
  );
  const fileName = 'users-2026-11-21.csv';
  server.answer(users.export, () => ({ bytes: new Uint8Array(3), name: fileName, type: 'text/csv' }));
  await screen.getByRole('button', { name: 'Export CSV' }).click();
  await expect.element(screen.getByText(`${fileName} saved`)).toBeVisible();
  expect(anchorClick).toHaveBeenCalledTimes(1);
  expect(server.requests(users.export).map(({ body }) => body)).toEqual([
    { keyword: 'ward', sort: { field: 'company', direction: 'desc' } },
  ]);
});

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
  await page.getByRole('button', { name: 'Select', exact: true }).click();
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

test('staff filter by four fields in two presses, and export what they see', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { server, address } = await openUsersPage('/users', (fakeServer) =>
    fakeServer.answer(users.export, () => ({ bytes: new Uint8Array(3), name: 'users.csv', type: 'text/csv' })),
  );
  let presses = 0;
  const press = async (element: { click: () => Promise<void> }) => {
    presses += 1;
    await element.click();
  };
  const addFilter = page.getByRole('combobox', { name: 'Add filter' });
  await press(addFilter);
  for (const [text, words] of [
    ['country is ger', 'Country is Germany'],
    ['brand is basics r', 'Brand is Basics Red'],
    ['no lic', 'No licence'],
    ['never', 'Never signed in'],
  ] as const) {
    await userEvent.keyboard(`${text}{Enter}`);
    await expect.element(page.getByRole('button', { name: `Remove filter ${words}` })).toBeInTheDocument();
    await expect.element(addFilter).toHaveFocus();
  }
  await press(page.getByRole('button', { name: /^Export CSV/ }));
  expect(presses).toBeLessThanOrEqual(6);
  const filters = [
    { field: 'country', op: 'oneOf', values: ['DE'] },
    { field: 'brand', op: 'oneOf', values: ['red'] },
    { field: 'licences', op: 'fewer', values: [1] },
    { field: 'neverSignedIn', op: 'yes', values: [] },
  ];
  await expect.poll(() => server.requests(users.export).at(-1)?.body.filters).toEqual(filters);
  expect(server.requests(users.search).at(-1)?.body.filters).toEqual(filters);
  expect(address()).toContain('filters=country.oneOf.DE*brand.oneOf.red*licences.fewer.1*neverSignedIn.yes');
  await expectAccessible();
});

test('a filter is changed in place of its chip, and Escape leaves it as it was', async () => {
  const { server, address } = await openUsersPage('/users?filters=country.oneOf.DE*neverSignedIn.yes');
  const condition = page.getByRole('combobox', { name: 'Condition for Country' });
  const open = () => page.getByRole('button', { name: 'Change filter Country is Germany' }).click();
  await open();
  await expect.element(condition).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Change filter Country is Germany' })).toHaveFocus();
  await open();
  await page.getByRole('combobox', { name: 'Country', exact: true }).last().fill('jap');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect
    .element(page.getByRole('button', { name: 'Change filter Country is Germany or Japan' }))
    .toBeInTheDocument();
  expect(address()).toContain('filters=country.oneOf.DE.JP*neverSignedIn.yes');
  await expect
    .poll(() => server.requests(users.search).at(-1)?.body.filters)
    .toEqual([
      { field: 'country', op: 'oneOf', values: ['DE', 'JP'] },
      { field: 'neverSignedIn', op: 'yes', values: [] },
    ]);
});

test('Enter and the down arrow lead from the search field to the first user that was found', async () => {
  const { address } = await openUsersPage();
  const field = page.getByRole('searchbox', { name: 'Search users' });
  await field.click();
  await userEvent.keyboard('grace{Enter}');
  await expect.element(page.getByRole('link', { name: 'Grace Hopper' })).toHaveFocus();
  expect(address()).toBe('/users?keyword=grace');
  await field.click();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('link', { name: 'Grace Hopper' })).toHaveFocus();
});
