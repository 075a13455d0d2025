import { handOver } from '@basics/contract/country-salesmen/hand-over.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { chooseTheme } from '#portal/brand/brand.tsx';
import { expectAccessible, expectFits } from '#portal/testing/accessible.ts';
import { answerAssignments } from '#portal/testing/records/assignments.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { answerLicenseAdmin, createOwnedLicense } from '#portal/testing/records/license-admin.ts';
import { answerLicenses, createOverview } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import {
  answerRequests,
  answerUsers,
  createApplicant,
  createUserPage,
  createUserRecord,
} from '#portal/testing/records/users.ts';

type Role = 'Administrator' | 'Salesman' | 'OEM';

async function openPalette(role: Role = 'Salesman', prepareServer: (server: FakeServer) => void = () => {}) {
  const user = createUser(role);
  const portal = await openPortal({
    at: role === 'OEM' ? '/not-here' : '/users',
    user,
    prepareServer: (server) => {
      answerUsers(server, user.permissions, [createUserRecord()]);
      // By default, the server finds no user for a typed text.
      server.answer(users.search, ({ body }) =>
        body.keyword === '' ? createUserPage(createUserRecord()) : createUserPage(),
      );
      server.answer(requests.search, () => createUserPage());
      server.answer(licenseAdmin.search, () => createUserPage());
      server.answer(releaseNotes.list, () => createUserPage());
      prepareServer(server);
    },
  });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  return portal;
}

const palette = page.getByRole('dialog', { name: 'Go to' });
const helpDialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const searchField = palette.getByRole('combobox');
async function openPaletteByKey(): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(searchField).toHaveFocus();
}

const listOptions = (): (string | null)[] =>
  palette
    .getByRole('option')
    .elements()
    .map((option) => option.firstElementChild?.textContent ?? null);

test('a user can open a page with Ctrl+K and a part of its name, with the keyboard alone', async () => {
  const { address } = await openPalette();
  await openPaletteByKey();
  expect(listOptions()).toEqual(expect.arrayContaining(['Home', 'My Users', 'Pending Requests', 'Create user']));
  expect(listOptions()).not.toContain('Audit');
  await expectAccessible();
  const { top } = searchField.element().getBoundingClientRect();
  await userEvent.keyboard('count sales');
  await expect.poll(listOptions).toEqual(['Country/Salesman', 'Add assignment', 'Coverage']);
  expect(searchField.element().getBoundingClientRect().top).toBe(top);
  await expectFits(390, 320);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => palette.elements()).toEqual([]);
  await openPaletteByKey();
  await userEvent.keyboard('create');
  await expect.element(searchField).toHaveAttribute('aria-activedescendant', expect.stringContaining('users-create'));
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/users/create');
});

test('the palette finds users by name or e-mail, and release notes by title', async () => {
  const { address, server } = await openPalette('Administrator', (fakeServer) => {
    fakeServer.answer(users.search, ({ body }) =>
      body.keyword === '' ? createUserPage() : createUserPage(createUserRecord()),
    );
  });
  await openPaletteByKey();
  await userEvent.keyboard('grace');
  await expect.poll(listOptions).toEqual(['Grace Hopper']);
  await expect.element(palette.getByRole('group', { name: 'Users' })).toMatchTextContent(/grace\.hopper@harbour/);
  await expectAccessible();
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  await expect.poll(address).toBe('/users/101');
  expect(server.requests(users.search).at(-1)?.body.keyword).toBe('grace');
});

test('the palette finds requests and PCs, and when it opens again, its first entry is the record that was opened last', async () => {
  const licence = createOwnedLicense();
  const { address } = await openPalette('Administrator', (fakeServer) => {
    answerLicenseAdmin(fakeServer, [licence]);
    answerLicenses(fakeServer);
    fakeServer.answer(licenseAdmin.overview, () => createOverview({ machineName: licence.machineName }));
    fakeServer.answer(requests.search, () => createUserPage(createApplicant()));
  });
  await page.getByRole('button', { name: 'Search or jump to' }).click();
  await expect.element(searchField).toHaveFocus();
  await searchField.fill('an');
  await expect.element(palette.getByRole('group', { name: 'Pending requests' }).getByRole('option')).toBeVisible();
  const pc = palette.getByRole('group', { name: 'PCs and licences' }).getByRole('option');
  await expect.element(pc).toMatchTextContent(licence.machineName);
  await expectAccessible();
  await pc.click();
  await expect.poll(address).toBe(`/license/${licence.licenseId}`);
  await expect.element(page.getByRole('heading', { level: 1, name: licence.machineName })).toBeVisible();
  await page.getByRole('button', { name: 'Search or jump to' }).click();
  await expect.poll(() => listOptions()[0]).toBe(licence.machineName);
  await expect.element(palette.getByRole('group', { name: 'Recently opened' }).getByRole('option')).toBeVisible();
});

test('for a user who may not see other users, the palette sends no search for users, and says when nothing matches', async () => {
  const { server } = await openPalette('OEM');
  await openPaletteByKey();
  expect(listOptions()).not.toContain('My Users');
  await userEvent.keyboard('grace');
  await expect.element(palette.getByText('Results not found')).toBeVisible();
  expect(server.requests(users.search)).toEqual([]);
});

test.each([
  ['Administrator', ['Add assignment', 'Add release note', 'Create user']],
  ['OEM', []],
] as const)(
  '%s finds the actions that everybody has, and those that the role allows',
  async (role, additionalActions) => {
    await openPalette(role);
    await openPaletteByKey();
    const actions = palette.getByRole('group', { name: 'Actions' }).getByRole('option').elements();
    const actionsOfEveryone = [
      'Activate a PC',
      'Check a licence',
      'Change password',
      'Appearance: light',
      'Appearance: dark',
      'Logout',
    ];
    const actionsOfStaff = ['Add assignment', 'Add release note', 'Create user'];
    const names = actions.map(({ textContent }) => textContent);
    expect(names).toEqual(expect.arrayContaining([...actionsOfEveryone, ...additionalActions]));
    expect(names.filter((name) => actionsOfStaff.includes(name)).toSorted()).toEqual(additionalActions.toSorted());
  },
);

test('the palette finds a theme by any of its names, and the account menu shows the chosen theme', async () => {
  await openPalette('OEM');
  onTestFinished(() => chooseTheme('system'));
  await openPaletteByKey();
  await userEvent.keyboard('dark theme');
  await expect.poll(listOptions).toEqual(['Appearance: dark']);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => palette.elements()).toEqual([]);
  expect(document.documentElement.dataset['theme']).toBe('dark');
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await expect.element(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
});

test('Logout ends the session from the palette', async () => {
  const { address, server } = await openPalette('OEM', (fakeServer) =>
    fakeServer.answer(session.signOut, () => undefined),
  );
  await openPaletteByKey();
  await userEvent.keyboard('log out');
  await expect.poll(listOptions).toEqual(['Logout']);
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/sign-in');
  expect(server.requests(session.signOut)).toHaveLength(1);
});

test('the command "Change password" shows the password card of My Account, even if My Account is already open', async () => {
  const { address } = await openPalette('OEM', answerLicenses);
  const changePasswordButton = page.getByRole('button', { name: 'Change password' });
  for (const _ of ['from elsewhere', 'once there']) {
    await openPaletteByKey();
    await userEvent.keyboard('password');
    await expect.poll(listOptions).toEqual(['Change password']);
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toBe('/account/security#password');
    await expect.element(changePasswordButton).toHaveFocus();
    await expect.element(changePasswordButton).toBeInViewport();
  }
});

test('the command "Add assignment" opens the form, and on the page of assignments the command is listed under "On this page"', async () => {
  const { address } = await openPalette('Administrator', (fakeServer) => answerAssignments(fakeServer));
  await openPaletteByKey();
  await userEvent.keyboard('assignment');
  await expect.poll(listOptions).toEqual(['Add assignment', 'Country/Salesman']);
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/country-salesman?add.country=&add.brand=');
  const newRow = page.getByRole('table').getByLabelText('Country');
  await expect.element(newRow).toBeVisible();
  await page.getByRole('table').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => newRow.elements()).toEqual([]);
  await openPaletteByKey();
  await userEvent.keyboard('assignment');
  await expect.poll(listOptions).toEqual(['Add assignment', 'Country/Salesman']);
  await expect.element(palette.getByRole('group', { name: 'On this page' })).toBeVisible();
});

test('a country is found by its name, with the lists that show its records', async () => {
  const { address } = await openPalette();
  await openPaletteByKey();
  await userEvent.keyboard('germ');
  const countries = palette.getByRole('group', { name: 'Countries' }).getByRole('option');
  await expect
    .poll(() => countries.elements().map(({ textContent }) => textContent))
    .toEqual(['GermanyMy Users', 'GermanyLicences', 'GermanyCountry/Salesman']);
  await countries.first().click();
  await expect.poll(address).toBe('/users?country=DE');
});

test('a caller is found by the digits of the phone number, which the entry shows', async () => {
  const { server } = await openPalette('Salesman', (fakeServer) =>
    fakeServer.answer(users.search, ({ body }) =>
      body.keyword === '' ? createUserPage() : createUserPage(createUserRecord({ phone: '+47 5550 0123' })),
    ),
  );
  await openPaletteByKey();
  await userEvent.keyboard('4755500123');
  await expect.element(palette.getByRole('group', { name: 'Users' })).toMatchTextContent(/\+47 5550 0123/);
  await expect.poll(() => server.requests(users.search).at(-1)?.body.keyword).toBe('4755500123');
});

test('under "On this page" are the actions of a list, but not its pages and its columns', async () => {
  await openPalette('Administrator', (fakeServer) =>
    fakeServer.answer(users.search, () => ({ ...createUserPage(createUserRecord()), total: 60, next: 'x' })),
  );
  await expect.element(page.getByRole('link', { name: 'Next' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Columns' })).toBeVisible();
  await openPaletteByKey();
  const offered = palette.getByRole('group', { name: 'On this page' }).getByRole('option');
  await expect.element(offered.first()).toBeVisible();
  const labels = offered.elements().map(({ textContent }) => textContent);
  expect(labels).toContain('Export all as CSV');
  expect(labels.filter((label) => /First|Previous|Next|Last|Columns/.test(label))).toEqual([]);
});

test('an action opens its dialog, and a card of My Account gets the focus, from another page', async () => {
  await openPalette('Administrator', (fakeServer) => {
    answerAssignments(fakeServer);
    answerLicenses(fakeServer);
    fakeServer.answer(handOver.territories, () => ({ items: [] }));
  });
  await openPaletteByKey();
  await userEvent.keyboard('hand over{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Hand over a territory' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await openPaletteByKey();
  await userEvent.keyboard('2fa{Enter}');
  const heading = page.getByRole('heading', { name: 'Two-step sign-in' });
  await expect.element(heading).toHaveFocus();
  await expect.element(heading).toBeInViewport();
});

test('the slash key focuses the search field of the list, but is an ordinary character in a text field', async () => {
  await openPalette();
  const listSearch = page.getByRole('searchbox');
  await userEvent.keyboard('/');
  await expect.element(listSearch).toHaveFocus();
  await userEvent.keyboard('a/b?');
  await expect.element(listSearch).toHaveValue('a/b?');
});

test('a question mark lists the shortcuts, and the shortcuts of a single key can be switched off', async () => {
  await openPalette();
  await userEvent.keyboard('?');
  await expect.element(helpDialog.getByText('Search the list on this page')).toBeVisible();
  await expectAccessible();
  const singleKeySwitch = helpDialog.getByRole('checkbox', { name: 'Single-key shortcuts' });
  await singleKeySwitch.click();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => helpDialog.elements()).toEqual([]);
  await userEvent.keyboard('?/');
  expect(document.activeElement?.getAttribute('type')).not.toBe('search');
  await openPaletteByKey();
  await palette.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect.element(singleKeySwitch).not.toBeChecked();
  await singleKeySwitch.click();
  await expect.element(singleKeySwitch).toBeChecked();
});

test('the key G and a letter open a page of the menu, which the list of shortcuts names, but not in a text field, nor while these shortcuts are off (T1013)', async () => {
  const { address } = await openPalette('Salesman', (server) => answerRequests(server, [createApplicant()]));
  await userEvent.keyboard('?');
  await expect.element(helpDialog.getByText('G P')).toBeVisible();
  // A salesman has no settings.
  expect(helpDialog.getByText('G T').elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => helpDialog.elements()).toEqual([]);
  await userEvent.keyboard('gp');
  await expect.poll(address).toBe('/requests');
  await userEvent.keyboard('gt');
  await userEvent.keyboard('gu');
  await expect.poll(address).toBe('/users');
  await page.getByRole('searchbox').fill('');
  await userEvent.keyboard('gp');
  await expect.element(page.getByRole('searchbox')).toHaveValue('gp');
  expect(address()).toMatch(/^\/users/);
  localStorage.setItem('singleKeys', 'off');
  onTestFinished(() => localStorage.removeItem('singleKeys'));
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
  await userEvent.keyboard('gp');
  await openPaletteByKey();
  expect(address()).toMatch(/^\/users/);
});

test('while a dialog is open, the keyboard shortcuts have no effect', async () => {
  await openPalette();
  await userEvent.keyboard('?');
  await expect.element(helpDialog).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(palette.elements()).toEqual([]);
});

test.each(['/release-notes', '/sign-in'])(
  'at %s, signed out, the question mark key lists the shortcuts that work there, without the palette',
  async (address) => {
    await openPortal({ at: address });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The component that handles the keys is loaded after the page.
    await expect
      .poll(async () => {
        if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
        await userEvent.keyboard('?');
        return helpDialog.elements().length;
      })
      .toBe(1);
    expect(helpDialog.getByText('Ctrl+K').elements()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => helpDialog.elements()).toEqual([]);
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(page.getByRole('dialog').elements()).toEqual([]);
  },
);

test('a slash focuses the search field of the release notes, also when signed out', async () => {
  await openPortal({ at: '/release-notes' });
  const notesSearch = page.getByRole('searchbox');
  await expect.element(notesSearch).toBeVisible();
  // The component that handles the keys is loaded after the page.
  await expect
    .poll(async () => {
      await userEvent.keyboard('/');
      return document.activeElement;
    })
    .toBe(notesSearch.element());
});
