import { licenses } from '@basics/contract/licenses/licenses.ts';
import { describe, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import {
  answerLicenses,
  createDay,
  licenseCode,
  createLicense,
  createLicensePage,
  createEntitlement,
  createEntitlements,
  createGrants,
  createPreview,
  createVerificationCode,
} from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { LicenseExpiry } from '../license-format.tsx';
import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { problems } from '@basics/contract/calls/problems.ts';
import { tools } from '@basics/contract/tools/tools.ts';
import { createHelpRequest } from '#portal/testing/records/help-requests.ts';

const allLicenses = [
  createLicense({ licenseId: 1, configTools: ['configRail', 'deleted'] }),
  createLicense({ licenseId: 2, machineName: 'LAPTOP-7', expiryDate: createDay(12), brand: 'red' }),
  createLicense({ licenseId: 3, machineName: 'WS-3', expiryDate: createDay(-3), status: 'Expired' }),
  createLicense({ licenseId: 4, machineName: 'WS-4', status: 'Replaced' }),
  createLicense({ licenseId: 5, machineName: '', status: 'Revoked' }),
];

const openAccount = (prepareServer: (server: FakeServer) => void, at = '/pcs/licences') =>
  openPortal({
    at,
    user: createUser('DesignerOffice'),
    prepareServer: (server) => {
      answerLicenses(server);
      prepareServer(server);
    },
  });

/** The first licences of a list that is long enough for a search. */
const longPage = { ...createLicensePage(...allLicenses), total: 12 };

const openAccountWithAll = (at?: string) =>
  openAccount((server) => {
    server.answer(licenses.list, () => createLicensePage(...allLicenses));
    const addOns = [{ id: 'configRail', name: 'Config Rail' }];
    server.answer(licenses.entitlements, () => createEntitlements(createEntitlement({ addOns })));
  }, at);

const unfoldEarlier = () => page.getByText('3 earlier licences').click();

test('each licence shows its PC, status in words, tool, brand and expiry date (T134)', async () => {
  const { screen } = await openAccountWithAll();
  await expect
    .element(screen.getByRole('row', { name: /^DESKTOP-4F7K2QX/ }))
    .toMatchTextContent(/Active.*Basics 1\.0\.1.*Basics Blue · Config Rail · deleted/);
  await expect
    .element(screen.getByRole('row', { name: /^LAPTOP-7/ }))
    .toMatchTextContent(/Active.*Basics Red.*in 12 days/);
  await expect.element(screen.getByRole('row', { name: /^WS-3/ })).not.toBeInTheDocument();
  await unfoldEarlier();
  await expect.element(screen.getByRole('row', { name: /^WS-3/ })).toMatchTextContent(/Expired.*3 days ago/);
  await expect.element(screen.getByRole('row', { name: /^WS-4/ })).toMatchTextContent(/Replaced/);
  await expect.element(screen.getByRole('row', { name: /^Unnamed PC/ })).toMatchTextContent(/Revoked/);
  await expectAccessible();
});

test.each([
  ['2027-03-31', 'Active', 1],
  ['2027-04-01', 'Active', 0],
  ['2027-03-31', 'Replaced', 0],
] as const)(
  'on 1 March 2027, a licence that expires on %s with the status %s says the time that is left %i times',
  async (expiryDate, status, count) => {
    const now = Date.parse('2027-03-01T12:00:00Z');
    const { container } = await render(<LicenseExpiry license={{ expiryDate, status }} now={now} />);
    expect(container.textContent?.match(/in \d+ days/gu) ?? []).toHaveLength(count);
  },
);

test('the outline of a table is shown while the list is loading', async () => {
  const { screen } = await openAccount((server) => server.answer(licenses.list, () => new Promise(() => {})));
  await expect.element(screen.getByRole('status').filter({ hasText: 'Loading' }).first()).toBeInTheDocument();
  await expect.element(screen.getByRole('table')).not.toBeInTheDocument();
  await expectAccessible();
});

test('a user without licences sees how to get a licence', async () => {
  const { screen, address } = await openAccount((server) => server.answer(licenses.list, () => createLicensePage()));
  await expect.element(screen.getByText('No licences yet')).toBeVisible();
  await expect.element(screen.getByRole('searchbox')).not.toBeInTheDocument();
  await expectAccessible();
  await screen.getByRole('main').getByRole('link', { name: 'Get a licence' }).click();
  await expect.poll(address).toBe('/license/verify');
});

test('a list that cannot be loaded shows an error and can be retried (T133)', async () => {
  const { screen, server } = await openAccount((fakeServer) =>
    fakeServer.answer(licenses.list, () => createRefusal('INTERNAL')),
  );
  await expect
    .element(screen.getByRole('main').getByRole('alert'))
    .toMatchTextContent(/Failed to fetch Licenses.*Reference req-INTERNAL/);
  server.answer(licenses.list, () => createLicensePage(...allLicenses));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('row', { name: /^LAPTOP-7/ })).toBeVisible();
});

test.each([
  [9, 0],
  [10, 1],
])(
  'a customer with %i licences gets %i search field, filter, order and choice of columns (T1094)',
  async (total, count) => {
    const { screen } = await openAccount((server) =>
      server.answer(licenses.list, () => ({ ...createLicensePage(...allLicenses), total })),
    );
    await expect.element(screen.getByRole('row', { name: /^LAPTOP-7/ })).toBeVisible();
    for (const control of [
      screen.getByRole('searchbox', { name: 'Search licences' }),
      screen.getByRole('combobox', { name: 'Status' }),
      screen.getByRole('columnheader', { name: 'Expires' }).getByRole('link'),
      screen.getByRole('button', { name: 'Columns' }),
    ])
      await expect.poll(() => control.elements()).toHaveLength(count);
  },
);

const openSearch = (at?: string) =>
  openAccount(
    (server) =>
      server.answer(licenses.list, ({ query }) =>
        query.keyword === ''
          ? longPage
          : createLicensePage(...allLicenses.filter(({ machineName }) => machineName.includes(query.keyword))),
      ),
    at,
  );

describe('the licences can be searched', () => {
  test('the address keeps the search text, with one history entry for all typed characters', async () => {
    const { screen, address, router } = await openSearch();
    await expect.element(screen.getByRole('row', { name: /^DESKTOP/ })).toBeVisible();
    await screen.getByRole('searchbox', { name: 'Search licences' }).fill('LAP');
    await expect.poll(address).toBe('/pcs/licences?keyword=LAP');
    await screen.getByRole('searchbox', { name: 'Search licences' }).fill('LAPTOP');
    await expect.poll(address).toBe('/pcs/licences?keyword=LAPTOP');
    await expect.element(screen.getByRole('row', { name: /^DESKTOP/ })).not.toBeInTheDocument();
    await expect.element(screen.getByText('1 licence found').first()).toBeInTheDocument();
    expect(router.history.length).toBe(1);
  });

  test('the list is searched for the text in the address', async () => {
    const { screen } = await openSearch('/pcs/licences?keyword=WS');
    await expect.element(screen.getByRole('searchbox', { name: 'Search licences' })).toHaveValue('WS');
    await expect.element(screen.getByRole('row', { name: /^WS-3/ })).toBeVisible();
    await expect.element(screen.getByRole('row', { name: /^LAPTOP-7/ })).not.toBeInTheDocument();
  });

  test('a search without results shows a message and can be cleared', async () => {
    const { screen, address } = await openSearch('/pcs/licences?keyword=nowhere');
    await expect.element(screen.getByText('Results not found')).toBeVisible();
    await expect.element(screen.getByText('No licence matches “nowhere”.')).toBeVisible();
    await screen.getByRole('button', { name: 'Clear search' }).click();
    await expect.poll(address).toBe('/pcs/licences');
    await expect.element(screen.getByRole('row', { name: /^LAPTOP-7/ })).toBeVisible();
    await expect.element(screen.getByRole('searchbox', { name: 'Search licences' })).toHaveValue('');
  });
});

test('the sort order is kept in the address and sent to the server', async () => {
  const { screen, address, server } = await openAccount((fakeServer) =>
    fakeServer.answer(licenses.list, () => longPage),
  );
  await screen.getByRole('columnheader', { name: 'Expires' }).getByRole('link').click();
  await expect.poll(address).toBe('/pcs/licences?sort.field=expiryDate&sort.direction=asc');
  await expect.element(screen.getByRole('columnheader', { name: /Expires/ })).toHaveAttribute('aria-sort', 'ascending');
  await expect
    .poll(() => server.requests(licenses.list).at(-1)?.query.sort)
    .toEqual({ field: 'expiryDate', direction: 'asc' });
});

const openPages = (at?: string) =>
  openAccount(
    (server) =>
      server.answer(licenses.list, ({ query: { pageNumber } }) => ({
        items: pageNumber > 2 ? [] : [createLicense({ licenseId: pageNumber, machineName: `PAGE-${pageNumber}` })],
        total: 21,
        pageNumber,
        pageSize: 20,
      })),
    at,
  );

describe('the list has several pages', () => {
  test('the next page is a link, and the address contains the page number (T137)', async () => {
    const { screen, address } = await openPages();
    await screen.getByRole('link', { name: 'Next' }).click();
    await expect.element(screen.getByText('PAGE-2')).toBeVisible();
    expect(address()).toBe('/pcs/licences?pageNumber=2');
    await screen.getByRole('link', { name: 'Previous' }).click();
    await expect.poll(address).toBe('/pcs/licences');
  });

  test('a page beyond the last page is replaced by the last page', async () => {
    const { screen, address } = await openPages('/pcs/licences?pageNumber=9');
    await expect.element(screen.getByText('PAGE-2')).toBeVisible();
    expect(address()).toBe('/pcs/licences?pageNumber=2');
  });
});

test('the copy button of a row copies the whole licence code, and selects the code if the browser denies the clipboard (T135)', async () => {
  const { screen } = await openAccountWithAll();
  const copyButton = screen.getByRole('row', { name: /^LAPTOP-7/ }).getByRole('button', { name: 'Copy code' });
  vi.spyOn(document, 'execCommand').mockReturnValue(false);
  const writeSpy = vi
    .spyOn(navigator.clipboard, 'writeText')
    .mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  await copyButton.click();
  await expect.element(screen.getByText('License code copy error')).toBeVisible();
  expect(getSelection()?.toString()).toBe(licenseCode);
  writeSpy.mockResolvedValue();
  await copyButton.click();
  expect(writeSpy).toHaveBeenLastCalledWith(licenseCode);
});

test('the file of a licence in the list is saved, and a failed download shows an error in its row (T136)', async () => {
  const { screen, server } = await openAccountWithAll();
  const clickSpy = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await screen.getByRole('button', { name: 'Download file of DESKTOP-4F7K2QX' }).click();
  await expect.element(screen.getByRole('row', { name: /^DESKTOP/ })).toMatchTextContent(/Saved as Basics_blue_/);
  expect(clickSpy).toHaveBeenCalledOnce();
  server.answer(licenses.download, () => createRefusal('RESULTS_NOT_FOUND'));
  await screen.getByRole('button', { name: 'Download file of LAPTOP-7' }).click();
  await expect.element(screen.getByRole('row', { name: /^LAPTOP-7/ })).toMatchTextContent(/Download license error/);
  await expectAccessible();
});

test('a licence that is no longer valid is folded away and offers neither its file nor its code', async () => {
  const { screen } = await openAccountWithAll();
  await unfoldEarlier();
  for (const pc of ['WS-3', 'WS-4', 'Unnamed PC']) {
    const row = screen.getByRole('row', { name: new RegExp(`^${pc}`) });
    await expect.element(row.getByRole('link', { name: pc })).toBeVisible();
    expect(row.getByRole('button').elements()).toEqual([]);
  }
});

test('the status filter is sent to the server, kept in the URL, and can be cleared', async () => {
  const { screen, server, address } = await openAccount((fakeServer) =>
    fakeServer.answer(licenses.list, ({ query: { status } }) =>
      status === undefined
        ? longPage
        : createLicensePage(...allLicenses.filter((license) => license.status === status && status !== 'Revoked')),
    ),
  );
  const status = screen.getByRole('combobox', { name: 'Status' });
  await status.selectOptions('Expired');
  await expect.element(screen.getByRole('row', { name: /^WS-3/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /^LAPTOP-7/ })).not.toBeInTheDocument();
  expect(address()).toBe('/pcs/licences?status=Expired');
  await status.selectOptions('Revoked');
  await expect.element(screen.getByText('There is no licence with the status Revoked.')).toBeVisible();
  await screen.getByRole('button', { name: 'Show all licences' }).click();
  await expect.element(screen.getByRole('row', { name: /^LAPTOP-7/ })).toBeVisible();
  expect(server.requests(licenses.list).map(({ query }) => query.status)).toEqual([undefined, 'Expired', 'Revoked']);
});

const addOn = { id: 'configRail', name: 'Config Rail' };
const entitlementWithAddOn = createEntitlement({ addOns: [addOn], validTo: createDay(40) });
const endedEntitlement = createEntitlement({
  brand: 'red',
  brandName: 'Basics Red',
  validTo: '2026-10-31',
  state: 'ended',
});

const openPage = (at: string, prepareServer: (server: FakeServer) => void) =>
  openPortal({
    at,
    user: createUser('OEM'),
    prepareServer: (server) => {
      answerLicenses(server);
      server.answer(licenses.entitlements, () => createEntitlements(entitlementWithAddOn, endedEntitlement));
      server.answer(helpRequests.ask, ({ body }) =>
        createHelpRequest({
          verificationCode: '',
          code: null,
          asksFor: { tool: body.tool ?? '', brand: body.brand ?? '' },
        }),
      );
      prepareServer(server);
    },
  });

test('My Account shows the tools with add-ons and dates and the responsible salesman, and a button requests a tool that has ended', async () => {
  const { screen, server } = await openPage('/account', () => {});
  const card = screen.getByRole('region', { name: 'Your tools' });
  await expect
    .element(screen.getByRole('region', { name: 'User info' }))
    .toMatchTextContent(/Harbour Design.*Your contact.*Simon Aasen/);
  await expect
    .element(card)
    .toMatchTextContent(
      /Basics for Basics Blue Active.*with Config Rail · until .* \(in 40 days\).*Basics for Basics Red Ended.*until 31 October 2026/,
    );
  await expectAccessible();
  await card.getByRole('button', { name: 'Ask Simon Aasen to extend it' }).click();
  await expect.element(card.getByRole('status')).toMatchTextContent('Help request sent to Simon Aasen');
  expect(server.requests(helpRequests.ask).map(({ body }) => body)).toEqual([
    { tool: 'basics', brand: 'red', comment: '' },
  ]);
});

test('a user whose only tool has ended sees the last day and can request the tool', async () => {
  const { screen } = await openPage('/license/verify', (server) => {
    server.answer(tools.licensable, () => ({ items: [] }));
    server.answer(licenses.entitlements, () => createEntitlements(endedEntitlement));
  });
  await expect.element(screen.getByText("User hasn't tools and brands")).toBeVisible();
  expect(screen.getByText(/no tools yet/).elements()).toEqual([]);
  await expect.element(screen.getByText('Basics for Basics Red ended on 31 October 2026.')).toBeVisible();
  await expectAccessible();
  await screen.getByRole('button', { name: 'Ask Simon Aasen to extend it' }).click();
  await expect.element(screen.getByText('Help request sent to Simon Aasen')).toBeVisible();
});

test('a user whose only tool has not begun sees its first day before a code is entered, and no sentence that there is no tool', async () => {
  const { screen } = await openPage('/license/verify', (server) => {
    server.answer(tools.licensable, () => ({ items: [] }));
    server.answer(licenses.entitlements, () =>
      createEntitlements(createEntitlement({ validFrom: '2027-01-01', state: 'later' })),
    );
  });
  await expect.element(screen.getByText("User hasn't tools and brands")).toBeVisible();
  await expect.element(screen.getByText('Basics for Basics Blue begins on 1 January 2027.')).toBeVisible();
  expect(screen.getByText(/no tools yet/).elements()).toEqual([]);
});

test('a code for a tool that has ended is refused, and the error names the last day', async () => {
  const problem = { code: 'NO_TOOL_GRANT', message: problems.NO_TOOL_GRANT.message } as const;
  const { screen } = await openPage(`/license/verify#c=${createVerificationCode()}`, (server) =>
    server.answer(licenses.issue, () => createPreview({ brand: null, offer: null, problem })),
  );
  await expect
    .element(screen.getByRole('main').getByRole('alert'))
    .toMatchTextContent(/User hasn't tools and brands ?Basics for Basics Red ended on 31 October 2026\.$/);
});

test('the check of a code names the add-ons of the licence', async () => {
  const { screen } = await openPage(`/license/verify#c=${createVerificationCode()}`, (server) =>
    server.answer(tools.licensable, () => ({
      items: createGrants('blue').map((grant) => ({ ...grant, configTools: ['configRail'], addOns: [addOn] })),
    })),
  );
  await expect.element(screen.getByText(/^Ready for a licence/)).toBeVisible();
  await screen.getByText('Details of this code').click();
  await expect.element(screen.getByText('Config Rail')).toBeVisible();
});

test('the list of usable tools can be loaded again after an error', async () => {
  const { screen, server } = await openPage('/account', (fakeServer) =>
    fakeServer.answer(licenses.entitlements, () => createRefusal('INTERNAL')),
  );
  const card = screen.getByRole('region', { name: 'User info' });
  await expect.element(card.getByText('Your tools could not be loaded')).toBeVisible();
  server.answer(licenses.entitlements, () => createEntitlements());
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect.element(card.getByText('Your account has no tools.')).toBeVisible();
});
