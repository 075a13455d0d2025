import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { users } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { answerLicenseAdmin, createLicenseDetails, createOwnedLicense } from '#portal/testing/records/license-admin.ts';
import { answerLicenses, createDay, licenseCode } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserPage, createUserRecord } from '#portal/testing/records/users.ts';
import { bulkLicenses } from '@basics/contract/calls/bulk.ts';

const turingOwner = {
  ...createOwnedLicense().owner,
  userId: 102,
  firstName: 'Alan',
  lastName: 'Turing',
  company: '',
  country: 'JP',
};
const allLicenses = [
  createOwnedLicense({ licenseId: 1 }),
  createOwnedLicense({
    licenseId: 2,
    machineName: 'LAPTOP-7',
    owner: turingOwner,
    brand: 'red',
    expiryDate: createDay(12),
  }),
  createOwnedLicense({ licenseId: 3, machineName: '', status: 'Expired', expiryDate: createDay(-3) }),
];

const user = createUser('Salesman');

const openLicensesPage = (at = '/licenses', prepareServer: (server: FakeServer) => void = () => {}) =>
  openPortal({
    at,
    user,
    prepareServer: (server) => {
      answerUsers(server, user.permissions, [createUserRecord()]);
      answerLicenses(server);
      answerLicenseAdmin(server, allLicenses);
      server.answer(licenses.get, ({ params }) => removeOwner(params.licenseId));
      prepareServer(server);
    },
  });

/** Returns a licence without its owner, like the calls that do not return the owner. */
function removeOwner(licenseId: number) {
  const { owner: _, ...license } =
    allLicenses.find((ownedLicense) => ownedLicense.licenseId === licenseId) ?? createOwnedLicense();
  return license;
}

const locateRow = (name: RegExp) => page.getByRole('row', { name });
const locatePanel = (record: string, name = `Licence for ${record}`) => page.getByRole('dialog', { name });

test('each licence shows its PC, owner, status, brand, country and expiry date', async () => {
  await openLicensesPage();
  await expect
    .element(locateRow(/DESKTOP-4F7K2QX/))
    .toMatchTextContent(/Basics 1\.0\.1.*Grace Hopper.*Harbour Design.*Active.*Basics Blue.*Germany/);
  await expect
    .element(locateRow(/LAPTOP-7/))
    .toMatchTextContent(/Alan Turing.*grace\.hopper.*Basics Red.*Japan.*in 12 days/);
  await expect.element(locateRow(/Unnamed PC/)).toMatchTextContent(/Expired.*3 days ago/);
  await expectAccessible();
});

test('a list that is filtered by a value has no column that repeats this value (T1000)', async () => {
  await openLicensesPage('/licenses?status=Active&brand=blue');
  const listHeadings = () =>
    page
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.element(page.getByRole('columnheader', { name: 'Country' })).toBeVisible();
  expect(listHeadings()).not.toContain('Status');
  expect(listHeadings()).not.toContain('Brand');
  await page.getByRole('button', { name: 'Remove filter Status: Active' }).click();
  await expect.element(page.getByRole('columnheader', { name: 'Status' })).toBeVisible();
});

test('the menu has a link to the licences for staff', async () => {
  const { screen } = await openLicensesPage('/users');
  await screen.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Licences' }).click();
  await expect.element(locateRow(/LAPTOP-7/)).toBeVisible();
});

test('customers cannot open the page of all licences', async () => {
  const { address } = await openPortal({ at: '/licenses', user: createUser('OEM'), prepareServer: answerLicenses });
  await expect.poll(address).toBe('/not-found');
});

test('a list that cannot be loaded shows an error and can be retried (T123)', async () => {
  const { screen, server } = await openLicensesPage('/licenses', (fakeServer) =>
    fakeServer.answer(licenseAdmin.search, () => createRefusal('INTERNAL')),
  );
  await expect
    .element(screen.getByRole('main').getByRole('alert'))
    .toMatchTextContent(/Failed to fetch Licenses.*Reference req-INTERNAL/);
  server.answer(licenseAdmin.search, () => createUserPage(...allLicenses));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(locateRow(/LAPTOP-7/)).toBeVisible();
});

test('filters that cannot be loaded show an error, and the list stays (T706)', async () => {
  const { screen } = await openLicensesPage('/licenses', (server) =>
    server.answer(users.options, () => createRefusal('INTERNAL')),
  );
  await expect.element(screen.getByText('Failed to fetch Tools, Brands and Countries')).toBeVisible();
  await expect.element(locateRow(/LAPTOP-7/)).toBeVisible();
});

test('an empty list shows a message', async () => {
  const { screen } = await openLicensesPage('/licenses', (server) =>
    server.answer(licenseAdmin.search, () => createUserPage()),
  );
  await expect.element(screen.getByText('No licences yet')).toBeVisible();
});

test('a day typed as year-month-day is applied at once, a day typed in another way when it is confirmed', async () => {
  const { screen, address } = await openLicensesPage();
  await screen.getByRole('button', { name: 'Expires' }).click();
  const fromField = screen.getByLabelText('Expires from');
  await fromField.fill('2026-12-01');
  await expect.poll(address).toBe('/licenses?endsFrom=2026-12-01');
  await expect.element(fromField).toHaveFocus();
  await fromField.fill('31.12.2027');
  expect(address()).toBe('/licenses?endsFrom=2026-12-01');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/licenses?endsFrom=2027-12-31');
  await expect.element(fromField).toHaveValue('2027-12-31');
});

test('search, filters and sort order are kept in the address and sent to the server', async () => {
  const { screen, address, server } = await openLicensesPage();
  await screen.getByRole('searchbox', { name: 'Search licences' }).fill('hopper');
  await screen.getByRole('combobox', { name: 'Status' }).selectOptions('Active');
  await screen.getByRole('combobox', { name: 'Tool' }).selectOptions('Basics');
  await screen.getByRole('combobox', { name: 'Country' }).selectOptions('Germany');
  await screen.getByRole('button', { name: 'Expires' }).click();
  await screen.getByLabelText('Expires from').fill('2026-12-01');
  await screen.getByLabelText('Expires to').fill('2026-12-31');
  await screen.getByRole('columnheader', { name: 'Customer' }).getByRole('link').click();
  await expect
    .poll(() => server.requests(licenseAdmin.search).at(-1)?.body)
    .toEqual({
      keyword: 'hopper',
      status: 'Active',
      tool: 'basics',
      country: 'DE',
      endsFrom: '2026-12-01',
      endsTo: '2026-12-31',
      sort: { field: 'owner', direction: 'asc' },
      pageNumber: 1,
      pageSize: 20,
    });
  expect(address()).toContain('endsTo=2026-12-31');
  for (const words of ['Status: Active', 'Tool: Basics', 'Country: Germany', 'Expires from: 1 December 2026'])
    await expect.element(screen.getByRole('button', { name: `Remove filter ${words}` })).toBeVisible();
  await screen.getByRole('button', { name: 'Remove filter Country: Germany' }).click();
  await expect.poll(address).not.toContain('country');
});

test('a link can show the licences of one user, whose name is a filter that can be removed', async () => {
  const { screen, address, server } = await openLicensesPage('/licenses?userId=101');
  await expect.element(screen.getByText('Customer: Grace Hopper')).toBeVisible();
  expect(server.requests(users.get)[0]?.params.id).toBe(101);
  await screen.getByRole('button', { name: 'Remove filter Customer: Grace Hopper' }).click();
  await expect.poll(address).toBe('/licenses');
});

test('a search without results shows a message and can be cleared', async () => {
  const { screen, address } = await openLicensesPage('/licenses?keyword=nobody&brand=blue', (server) =>
    server.answer(licenseAdmin.search, () => createUserPage()),
  );
  await expect.element(screen.getByText('Results not found')).toBeVisible();
  await screen.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect.poll(address).toBe('/licenses');
});

test('the export contains all licences that match the filters', async () => {
  const clickSpy = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { screen, server } = await openLicensesPage('/licenses?keyword=hop&pageNumber=2', (fakeServer) =>
    fakeServer.answer(licenseAdmin.export, () => ({
      bytes: new TextEncoder().encode('"machineName"\r\n'),
      name: 'licences-2026-11-21.csv',
      type: 'text/csv',
    })),
  );
  await screen.getByRole('button', { name: /Export/ }).click();
  await expect.element(screen.getByText(/licences-2026-11-21\.csv/)).toBeVisible();
  expect(clickSpy).toHaveBeenCalledOnce();
  expect(server.requests(licenseAdmin.export)[0]?.body).toEqual({ keyword: 'hop' });
});

describe('a licence opens in a panel', () => {
  test('a licence opens beside the list, and the address contains its id (T122)', async () => {
    const { address } = await openLicensesPage();
    await page.getByRole('link', { name: 'LAPTOP-7' }).click();
    await expect.poll(address).toBe('/licenses?license=2');
    const licensePanel = locatePanel('LAPTOP-7');
    await expect.element(licensePanel).toMatchTextContent(/Alan Turing.*Japan.*Basics 1\.0\.1.*by Grace Hopper/);
    await expect
      .element(licensePanel)
      .toMatchTextContent(/a renewal.*by the clock of the PC.*83224618f33f14c1489dff92507dcf97.*a1a2a3a4a5a6a7a8/);
    await expect.element(licensePanel.getByText(licenseCode)).toBeVisible();
    await expect.element(licensePanel.getByRole('link', { name: 'Alan Turing' })).toHaveAttribute('href', '/users/102');
    await expect.element(licensePanel.getByRole('button', { name: 'Download licence file' })).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(address).toBe('/licenses');
  });

  test('a licence links to the other licences of its PC', async () => {
    const history = [1, 2].map((licenseId) => ({
      licenseId,
      status: licenseId === 1 ? ('Active' as const) : ('Replaced' as const),
      issuedAt: '2026-03-01T10:00:00.000Z',
      expiryDate: '2027-03-01',
    }));
    const { address } = await openLicensesPage('/licenses?license=1', (server) =>
      server.answer(licenseAdmin.get, () => createLicenseDetails({ history })),
    );
    const historyRows = locatePanel('DESKTOP-4F7K2QX').getByRole('listitem');
    await expect.element(historyRows.nth(1)).toMatchTextContent(/expires 1 March 2027\s*Status Replaced/);
    await historyRows.nth(1).getByRole('link').click();
    await expect.poll(address).toBe('/licenses?license=2');
  });

  test('a licence that does not exist or is out of scope shows a message', async () => {
    await openLicensesPage('/licenses?license=9', (server) =>
      server.answer(licenseAdmin.get, () => createRefusal('RESULTS_NOT_FOUND')),
    );
    await expect.element(locatePanel('', 'Results not found')).toMatchTextContent(/This licence does not exist/);
  });

  test('a licence that cannot be loaded can be retried', async () => {
    const { server } = await openLicensesPage('/licenses?license=1', (fakeServer) =>
      fakeServer.answer(licenseAdmin.get, () => createRefusal('INTERNAL')),
    );
    await expect.element(locatePanel('', 'Failed to fetch Licenses').getByRole('alert')).toBeVisible();
    server.answer(licenseAdmin.get, () => createLicenseDetails());
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(locatePanel('DESKTOP-4F7K2QX')).toBeVisible();
  });

  test('the panel of a licence says that a licence of a removed PC still works on this PC', async () => {
    const releasedMachine = { ...createLicenseDetails().machine, releasedAt: '2026-03-05T10:00:00.000Z' };
    await openLicensesPage('/licenses?license=1', (server) =>
      server.answer(licenseAdmin.get, () =>
        createLicenseDetails({ status: 'Replaced', replacedAt: '2026-03-05T10:00:00.000Z', machine: releasedMachine }),
      ),
    );
    await expect
      .element(locatePanel('DESKTOP-4F7K2QX'))
      .toMatchTextContent(/This PC was removed on 5 March 2026.*still works on that PC until/);
  });
});

describe('staff revoke a licence', () => {
  const revokedLicense = createLicenseDetails({
    status: 'Revoked',
    revoked: { at: '2026-03-05T10:00:00.000Z', by: 'Ada Lovelace', reason: 'Stolen' },
  });

  test('revoking requires a reason, and the panel explains the effect on the PC', async () => {
    const { server } = await openLicensesPage('/licenses?license=1');
    await locatePanel('DESKTOP-4F7K2QX').getByRole('button', { name: 'Revoke' }).click();
    const reason = page.getByRole('textbox', { name: 'Reason' });
    await expect.element(reason).toHaveFocus();
    await expect.element(page.getByText(/stops accepting it when the next licence file/)).toBeVisible();
    await page.getByRole('button', { name: 'Revoke licence' }).click();
    await expect.element(reason).toHaveAccessibleDescription(new RegExp(fieldMessages.reason));
    await expect.element(reason).toHaveFocus();
    await expectAccessible();
    expect(server.requests(licenseAdmin.revoke)).toEqual([]);
  });

  test('after the revocation, the panel shows the revoked licence', async () => {
    const { server } = await openLicensesPage('/licenses?license=1', (fakeServer) =>
      fakeServer.answer(licenseAdmin.revoke, () => ({ ...removeOwner(1), status: 'Revoked' as const })),
    );
    await locatePanel('DESKTOP-4F7K2QX').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Stolen');
    server.answer(licenseAdmin.get, () => revokedLicense);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByText('The licence for DESKTOP-4F7K2QX was revoked')).toBeVisible();
    await expect
      .element(locatePanel('DESKTOP-4F7K2QX'))
      .toMatchTextContent(/Revoked on 5 March 2026.*by Ada Lovelace.*Stolen/);
    expect(locatePanel('DESKTOP-4F7K2QX').getByRole('button', { name: 'Revoke' }).elements()).toEqual([]);
    expect(server.requests(licenseAdmin.revoke)).toMatchObject([
      { params: { id: 101, licenseId: 1 }, body: { reason: 'Stolen' } },
    ]);
  });

  test('when two users revoke a licence, the second user sees a message and the current state', async () => {
    const { server } = await openLicensesPage('/licenses?license=1', (fakeServer) =>
      fakeServer.answer(licenseAdmin.revoke, () => createRefusal('ALREADY_REVOKED')),
    );
    await locatePanel('DESKTOP-4F7K2QX').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Sold');
    await page.getByRole('button', { name: 'Revoke licence' }).click();
    await expect.element(page.getByText('Someone else has already revoked this licence.')).toBeVisible();
    server.answer(licenseAdmin.get, () => revokedLicense);
    await page.getByRole('button', { name: 'Show current status' }).click();
    await expect.element(locatePanel('DESKTOP-4F7K2QX')).toMatchTextContent(/by Ada Lovelace/);
  });

  test('a failed revocation shows an error in the panel, and the typed reason stays', async () => {
    await openLicensesPage('/licenses?license=1', (fakeServer) =>
      fakeServer.answer(licenseAdmin.revoke, () => createRefusal('BUSY')),
    );
    await locatePanel('DESKTOP-4F7K2QX').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Sold');
    await page.getByRole('button', { name: 'Revoke licence' }).click();
    await expect.element(page.getByText('The licence was not revoked')).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Reason' })).toHaveValue('Sold');
  });
});

test('selected licences are changed together, with a preview and a result for each', async () => {
  const { server } = await openPortal({
    at: '/licenses',
    user,
    prepareServer: (fakeServer) => {
      answerUsers(fakeServer, user.permissions, []);
      answerLicenseAdmin(fakeServer, [
        createOwnedLicense({ licenseId: 1 }),
        createOwnedLicense({ licenseId: 2, machineName: 'LAPTOP-7' }),
      ]);
      fakeServer.answer(bulkLicenses.changeMany, () => ({
        results: [
          { id: 1, outcome: 'done' as const, effect: 'reminded' as const },
          {
            id: 2,
            outcome: 'refused' as const,
            message: 'The owner of this licence got a reminder less than a day ago.',
          },
        ],
      }));
    },
  });
  await page.getByRole('checkbox', { name: 'Select DESKTOP-4F7K2QX, Grace Hopper' }).click();
  await page.getByRole('checkbox', { name: 'Select LAPTOP-7, Grace Hopper' }).click();
  await page.getByRole('button', { name: 'Send or remind…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send 2 licences' });
  await dialog.getByLabelText('What').selectOptions('Send the customer a reminder');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect
    .element(dialog)
    .toMatchTextContent(
      /This affects 1 person in 1 company\..*1 is refused: The owner.*LAPTOP-7, Grace Hopper.*1 gets a reminder/,
    );
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Send 1 reminder' }).click();
  await expect.element(dialog).toMatchTextContent(/1 of 2 were changed/);
  expect(
    server
      .requests(bulkLicenses.changeMany)
      .filter(({ body }) => !body.sample)
      .map(({ body }) => body),
  ).toEqual([
    { ids: [1, 2], change: 'remind', preview: true },
    { ids: [1, 2], change: 'remind', preview: false },
  ]);
});

test('Escape closes a preview in which nothing can be changed, and the rows stay selected', async () => {
  await openPortal({
    at: '/licenses',
    user,
    prepareServer: (fakeServer) => {
      answerUsers(fakeServer, user.permissions, []);
      answerLicenseAdmin(fakeServer, [createOwnedLicense({ licenseId: 1 })]);
      fakeServer.answer(bulkLicenses.changeMany, () => ({
        results: [{ id: 1, outcome: 'refused' as const, message: 'The licence was renewed.' }],
      }));
    },
  });
  await page.getByRole('checkbox', { name: 'Select DESKTOP-4F7K2QX, Grace Hopper' }).click();
  await page.getByRole('button', { name: 'Send or remind…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send 1 licence' });
  await dialog.getByLabelText('What').selectOptions('Send to the customer by e-mail');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect.element(dialog).toMatchTextContent(/1 is refused: The licence was renewed/);
  // The button that had the focus is now disabled, and Escape must still close the preview.
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText('1 selected')).toBeVisible();
});
