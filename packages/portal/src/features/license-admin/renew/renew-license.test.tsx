import { bulkLicenses } from '@basics/contract/calls/bulk.ts';
import { undo } from '@basics/contract/undo/undo.ts';
import { licenseAdmin, type LicenseOverview } from '@basics/contract/license-admin/license-admin.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { renewals, type RenewalWeeks } from '@basics/contract/licenses/renewals.ts';
import { expect, test, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import {
  answerLicenseAdmin,
  createMachine,
  createOwnedLicense,
  createToolUsage,
} from '#portal/testing/records/license-admin.ts';
import { createDay, createLicense, createNewLicense, createOverview } from '#portal/testing/records/licenses.ts';
import {
  expiredPc,
  expiringPc,
  openOwnPcs,
  openPcsOfUser,
  locatePc,
  toolUsage,
} from '#portal/testing/pages/user-machines.tsx';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const locateRenewButton = (name: string) => locatePc(name).getByRole('button', { name: /^Renew/ });
const renewedLicense = createNewLicense({ licenseId: 9, machineName: 'LAPTOP-7', expiryDate: '2028-03-01' });

/** Renews each licence; the id of the new licence is the id of the old licence plus 7. */
const answerRenewals = (server: FakeServer): void =>
  server.answer(licenses.renew, ({ params }) => ({ ...renewedLicense, licenseId: params.licenseId + 7 }));

test('one button renews a valid licence and opens the page of the new licence', async () => {
  const { server, address } = await openOwnPcs([toolUsage], (fakeServer) =>
    fakeServer.answer(licenses.renew, () => renewedLicense),
  );
  await expect.element(locateRenewButton('DESKTOP-4F7K2QX')).not.toBeInTheDocument();
  await locateRenewButton('LAPTOP-7').click();
  await expect.poll(address).toBe('/license/9');
  expect(server.requests(licenses.renew)).toMatchObject([{ params: { id: 42, licenseId: 2 } }]);
});

const renewableOverview = createOverview({
  licenseId: 2,
  machineName: 'LAPTOP-7',
  expiryDate: createDay(12),
  renewalOpens: `${createDay(-18)}T23:59:59.000Z`,
  installedAt: '2026-03-05T10:00:00.000Z',
});

/** Opens the link of a reminder about licence 2. */
const openReminder = (overview: LicenseOverview) =>
  openOwnPcs(
    [toolUsage],
    (fakeServer) => {
      fakeServer.answer(licenses.renew, () => renewedLicense);
      fakeServer.answer(licenseAdmin.overview, ({ params }) =>
        params.licenseId === 2 ? overview : createOverview({ ...renewedLicense, renewedFrom: createDay(12) }),
      );
    },
    '/license/2?renew=yes',
  );

test('the link of a reminder opens the page of the licence, which asks once, renews it and opens the page of the new licence', async () => {
  const { server, address } = await openReminder(renewableOverview);
  await expect.element(page.getByRole('dialog', { name: 'Renew the licence for LAPTOP-7?' })).toBeVisible();
  const renewButton = page.getByRole('button', { name: 'Renew licence' });
  await expect.element(renewButton).toHaveFocus();
  await expectAccessible();
  await renewButton.click();
  await expect.poll(address).toBe('/license/9');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByText('Renewed until 1 March 2028')).toBeVisible();
  expect(server.requests(licenses.renew)).toMatchObject([{ params: { id: 42, licenseId: 2 } }]);
});

test('the link of a reminder of a licence that was renewed already opens the page of the new licence', async () => {
  const ended = { how: 'replaced' as const, at: '2027-03-05T10:00:00.000Z' };
  const current = { licenseId: 9, machineName: 'LAPTOP-7' };
  const { server, address } = await openReminder({ ...renewableOverview, status: 'Replaced', ended, current });
  await expect.poll(address).toBe('/license/9');
  expect(server.requests(licenses.renew)).toEqual([]);
});

test.each([
  ['that has expired', { status: 'Expired' as const, renewalOpens: null }, /cannot be renewed now/],
  ['whose renewal is not open', { renewalOpens: '2099-12-31T10:00:00.000Z' }, /from 31 December 2099 on/],
  ['that expires with the grant of its tool', { grantEndsOn: '2027-12-31' }, /has the tool until 31 December 2027/],
])('the link of a reminder of a licence %s says why it cannot be renewed', async (_state, change, expectedText) => {
  const { server } = await openReminder({ ...renewableOverview, ...change });
  await expect.element(page.getByRole('dialog')).toMatchTextContent(expectedText);
  expect(server.requests(licenses.renew)).toEqual([]);
});

test('the link of a reminder of several licences opens a dialog that renews all of them with one button', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const secondPc = { ...expiringPc, machineId: 15, license: createLicense({ licenseId: 5, machineName: 'WS-9' }) };
  const { server, address } = await openOwnPcs(
    [createToolUsage({ machines: [expiringPc, secondPc] }), { ...createToolUsage({ machines: [] }), tool: 'other' }],
    answerRenewals,
    '/pcs?renew=all',
  );
  const dialog = page.getByRole('dialog', { name: 'Renew the licences of 2 PCs?' });
  await expect.element(dialog).toMatchTextContent(/LAPTOP-7: expires on .*WS-9: expires on/);
  await expectAccessible();
  const renewButton = dialog.getByRole('button', { name: 'Renew 2 licences' });
  await expect.element(renewButton).toHaveFocus();
  await renewButton.click();
  const result = page.getByRole('dialog', { name: 'One step is left: install 2 new files' });
  await expect.element(result.getByRole('link', { name: 'LAPTOP-7' }).first()).toHaveAttribute('href', '/license/9');
  await expectAccessible();
  await result.getByRole('button', { name: 'Close' }).first().click();
  expect(server.requests(licenses.renew).map(({ params }) => params.licenseId)).toEqual([2, 5]);
  await expect.poll(address).toBe('/pcs');
});

test('the link of a reminder of several licences says that the grant of the tool expires together with the licences', async () => {
  const machines = [createToolUsage({ machines: [{ ...expiringPc, grantEndsOn: '2027-12-31' }] })];
  const { server } = await openOwnPcs(machines, undefined, '/pcs?renew=all');
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/has the tool until 31 December 2027/);
  expect(server.requests(licenses.renew)).toEqual([]);
});

test('a refused renewal shows the reason', async () => {
  await openOwnPcs([toolUsage], (fakeServer) =>
    fakeServer.answer(licenses.renew, () => createRefusal('NOT_RENEWABLE')),
  );
  await locateRenewButton('LAPTOP-7').click();
  await expect.element(page.getByText(/^This licence cannot be renewed without a code/)).toBeVisible();
});

test('several licences are renewed together, and another button saves their files as one ZIP file', async () => {
  const savedFileNames: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    savedFileNames.push(this.download);
  });
  const anotherMachine = {
    ...expiringPc,
    machineId: 15,
    name: 'WS-9',
    license: createLicense({ licenseId: 5, machineName: 'WS-9' }),
  };
  const { server } = await openOwnPcs(
    [createToolUsage({ machines: [expiringPc, anotherMachine, expiredPc] })],
    answerRenewals,
  );
  await page.getByRole('button', { name: 'Renew 2 licences' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Renew 2 licences' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Download all' }).click();
  await expect.poll(() => savedFileNames.length).toBe(1);
  expect(server.requests(licenses.renew).map(({ params }) => params)).toMatchObject([
    { licenseId: 2 },
    { licenseId: 5 },
  ]);
  expect(server.requests(licenses.download)).toHaveLength(2);
  expect(savedFileNames).toEqual([expect.stringMatching(/^Basics_licences_\d{4}-\d\d-\d\d\.zip$/)]);
});

test('if one of several licences cannot be renewed, the reason is shown, and the files of the other licences can be saved', async () => {
  const saveClick = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const createRenewablePc = (licenseId: number) => ({
    ...expiringPc,
    machineId: licenseId,
    license: createLicense({ licenseId, machineName: `WS-${licenseId}` }),
  });
  const { server } = await openOwnPcs(
    [createToolUsage({ machines: [5, 6, 7].map(createRenewablePc) })],
    (fakeServer) =>
      fakeServer.answer(licenses.renew, ({ params }) =>
        params.licenseId === 6 ? createRefusal('NOT_RENEWABLE') : { ...renewedLicense, licenseId: params.licenseId },
      ),
    '/pcs?renew=all',
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Renew 3 licences' }).click();
  const result = page.getByRole('dialog', { name: 'One step is left: install 2 new files' });
  await expect
    .element(result)
    .toMatchTextContent(/The licence for WS-6 was not renewed.*This licence cannot be renewed without a code/);
  await result.getByRole('button', { name: 'Download all' }).click();
  await expect.poll(() => saveClick.mock.calls.length).toBe(1);
  expect(server.requests(licenses.download).map(({ params }) => params.licenseId)).toEqual([5, 7]);
});

test('the renewal of an expired licence needs a new code, and the page for the code explains how to create it', async () => {
  const { address } = await openOwnPcs();
  await locatePc('WS-3')
    .getByRole('link', { name: /^Renew/ })
    .click();
  await expect.poll(address).toBe('/license/verify?renew=WS-3');
  await expect.element(page.getByText('Renew the licence for WS-3')).toBeVisible();
  await expect.element(page.getByText('basics code --renew')).toBeVisible();
  await expect.element(page.getByText('basics code', { exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByText(/You lose no time if you renew early/)).toBeVisible();
});

test('staff renew a licence on behalf of its user', async () => {
  const { address } = await openPcsOfUser();
  await locatePc('WS-3')
    .getByRole('link', { name: /^Renew/ })
    .click();
  await expect.poll(address).toBe('/license/verify?renew=WS-3&user=101');
});

const renewedDay = '2028-03-01';

/** Opens the page at `at` as staff; the server renews each licence until 1 March 2028. */
const openAsStaff = (at: string) =>
  openPcsOfUser(
    [createToolUsage({ machines: [expiringPc] })],
    (fakeServer) => {
      answerLicenseAdmin(fakeServer, [
        createOwnedLicense({ licenseId: 2, machineName: 'LAPTOP-7', expiryDate: createDay(12) }),
      ]);
      fakeServer.answer(licenses.get, () => createLicense({ licenseId: 2, userId: 101 }));
      fakeServer.answer(licenseAdmin.overview, () =>
        createOverview({ ...renewableOverview, userId: 101, ownerName: 'Grace Hopper' }),
      );
      fakeServer.answer(renewals.renewalWeeks, () => ({
        weeks: [],
        week: { from: createDay(7), to: createDay(13) },
        customers: [
          {
            userId: 101,
            name: 'Grace Hopper',
            company: '',
            canReceiveMail: true,
            remindedAt: null,
            isReminderWaiting: false,
            licenses: [{ licenseId: 2, machineName: 'LAPTOP-7', tool: 'basics', expiryDate: createDay(12) }],
          },
        ],
        results: [],
      }));
      fakeServer.answer(bulkLicenses.changeMany, ({ body }) => ({
        results: (body.ids ?? []).map((id) => ({ id, outcome: 'done' as const, expiryDate: renewedDay })),
        ...(!body.preview && { undo: { id: 'renewal-1', until: new Date(Date.now() + 10_000).toISOString() } }),
      }));
    },
    at,
  );

test.each([
  ['the page of a customer, for one PC', '/users/101', () => locatePc('LAPTOP-7')],
  ['the page of a customer, for all PCs', '/users/101', () => page.getByRole('region', { name: 'PCs' })],
  ['the panel of a licence', '/licenses?license=2', () => page.getByRole('dialog')],
  ['the page of a licence', '/license/2', () => page.getByRole('main')],
  ['the page of the renewals', '/licenses/renewals', () => page.getByRole('listitem').filter({ hasText: 'Grace' })],
])('staff renew from %s in the same sheet, which renews nothing before it is confirmed', async (_entry, at, locate) => {
  const { server } = await openAsStaff(at);
  await locate()
    .getByRole('button', { name: /^Renew.*…/ })
    .first()
    .click();
  const sheet = page.getByRole('dialog', { name: 'Renew LAPTOP-7' });
  await expect.element(sheet).toMatchTextContent(/^Renew LAPTOP-7.*Valid until 1 March 2028.*instead of/);
  expect(sheet.getByRole('table').elements(), 'one licence needs no table').toEqual([]);
  expect(
    server
      .requests(bulkLicenses.changeMany)
      .filter(({ body }) => !body.sample)
      .every(({ body }) => body.preview),
  ).toBe(true);
  await sheet.getByRole('checkbox', { name: /^E-mail the new file to/ }).click();
  await sheet.getByRole('button', { name: 'Renew', exact: true }).click();
  await expect.element(page.getByText('LAPTOP-7 is renewed until 1 March 2028.')).toBeVisible();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(server.requests(bulkLicenses.changeMany).at(-1)?.body).toEqual({ ids: [2], change: 'renew', preview: false });
  server.answer(undo.undo, () => ({ results: [{ id: 2, outcome: 'done' as const }], remains: [] }));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => server.requests(undo.undo).map(({ params }) => params.id)).toEqual(['renewal-1']);
});

test('the sheet lists first the licences that cannot be renewed, with the reason, and renews the others', async () => {
  const ids = [21, 22, 23];
  const machines = ids.map((id) => ({
    ...expiringPc,
    machineId: id,
    name: `WS-${id}`,
    license: createLicense({ licenseId: id, machineName: `WS-${id}` }),
  }));
  const { server } = await openPcsOfUser([createToolUsage({ machines })], (fakeServer) =>
    fakeServer.answer(bulkLicenses.changeMany, ({ body }) => ({
      results: (body.ids ?? []).map((id) =>
        id === 22
          ? { id, outcome: 'refused' as const, message: 'Not yet.' }
          : { id, outcome: 'done' as const, effect: 'renewed' as const, expiryDate: renewedDay },
      ),
    })),
  );
  await page.getByRole('button', { name: 'Renew 3 licences…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Renew 3 licences' });
  await expect
    .element(sheet)
    .toMatchTextContent(/This affects 1 person\..*1 is refused: Not yet\..*WS-22, .*2 are renewed.*WS-21/);
  await expectAccessible();
  await sheet.getByRole('button', { name: 'Renew 2 and send' }).click();
  await expect.element(sheet).toMatchTextContent(/2 renewed/);
  expect(
    server
      .requests(bulkLicenses.changeMany)
      .filter(({ body }) => !body.sample)
      .map(({ body }) => body),
  ).toEqual([true, false].map((preview) => ({ ids, change: 'renewAndSend', preview })));
});

/** Opens the sheet of two licences and renews them: one is renewed, the other one is refused. `onRenewed` changes what the page shows then. */
async function renewOneOfTwo(server: FakeServer, button: Locator, onRenewed: () => void): Promise<Locator> {
  server.answer(bulkLicenses.changeMany, ({ body }) => {
    if (!body.preview) onRenewed();
    return {
      results: (body.ids ?? []).map((id) =>
        id === 3 && !body.preview
          ? { id, outcome: 'refused' as const, message: 'Just renewed by Ada Lovelace.' }
          : { id, outcome: 'done' as const, effect: 'renewed' as const, expiryDate: renewedDay },
      ),
    };
  });
  await button.click();
  const sheet = page.getByRole('dialog', { name: 'Renew 2 licences' });
  await sheet.getByRole('button', { name: 'Renew 2 and send' }).click();
  return sheet;
}

test('the sheet keeps its refused rows, although no two licences of the customer can be renewed any more', async () => {
  const secondLicense = createLicense({ licenseId: 3, machineName: 'STUDIO-01', expiryDate: createDay(12) });
  const secondPc = { ...expiringPc, machineId: 15, name: 'STUDIO-01', license: secondLicense };
  const { server } = await openPcsOfUser([createToolUsage({ machines: [expiringPc, secondPc] })]);
  const sheet = await renewOneOfTwo(server, page.getByRole('button', { name: 'Renew 2 licences…' }), () =>
    server.answer(licenseAdmin.machines, () => ({ items: [createToolUsage({ machines: [createMachine()] })] })),
  );
  await expect.element(locatePc('DESKTOP-4F7K2QX')).toBeInTheDocument();
  await expect.element(sheet).toMatchTextContent(/Just renewed by Ada Lovelace\./);
});

const license = { licenseId: 1, machineName: 'WS-1', tool: 'Basics', expiryDate: '2026-03-17' };
const customers: RenewalWeeks['customers'] = [
  {
    userId: 101,
    name: 'Grace Hopper',
    company: 'Harbour',
    canReceiveMail: true,
    remindedAt: '2026-03-12T12:00:00.000Z',
    isReminderWaiting: false,
    licenses: [license],
  },
  { userId: 102, name: 'Alan Turing', canReceiveMail: true },
  { userId: 103, name: 'Ada Lovelace', canReceiveMail: false },
  { userId: 104, name: 'Mary Ward', canReceiveMail: true },
].map((customer) => ({ company: '', remindedAt: null, isReminderWaiting: false, licenses: [license], ...customer }));
const firstWeek = { from: '2026-03-10', to: '2026-03-16' };
const secondWeek = { from: '2026-03-17', to: '2026-03-23' };

const openCockpit = () =>
  openPortal({
    at: '/licenses/renewals',
    user: createUser('Salesman'),
    prepareServer: (server) => {
      server.answer(renewals.renewalWeeks, ({ query }) => ({
        weeks: [],
        week: query.from === secondWeek.from ? secondWeek : firstWeek,
        customers: query.from === '2026-03-17' ? customers : [],
        ...(query.from === '2026-03-17' && query.after === undefined && { next: '1773964799000-1' }),
        results: [
          { salesmanId: 42, name: 'Simon Aasen', ended: 8, renewed: 6 },
          { salesmanId: 43, name: 'Claire Martel', ended: 0, renewed: 0 },
        ],
      }));
      server.answer(renewals.renewalStates, () => ({
        weeks: [
          { ...firstWeek, renewed: 6, reminded: 0, waiting: 0, lost: 2 },
          { ...secondWeek, renewed: 0, reminded: 1, waiting: 2, lost: 0 },
        ],
      }));
      server.answer(renewals.remindOwners, ({ body }) => ({
        results: (body.ids ?? []).map((id) =>
          id === 102
            ? { id, outcome: 'refused' as const, message: 'The owner got a reminder already.' }
            : { id, outcome: 'done' as const, effect: 'reminded' as const },
        ),
      }));
    },
  });

test.each([
  [false, 'All 2 were reminded on 12 Mar 2026.'],
  [true, '2 reminders are waiting.'],
])(
  'customers with the same reminder have one sentence, which says “reminded” only when the e-mails were sent (waiting: %s), and no button reminds them again (T1085)',
  async (isReminderWaiting, sentence) => {
    await openPortal({
      at: '/licenses/renewals',
      user: createUser('Salesman'),
      prepareServer: (server) => {
        server.answer(renewals.renewalWeeks, () => ({
          weeks: [],
          week: firstWeek,
          customers: customers.slice(0, 1).flatMap((customer) => [
            { ...customer, isReminderWaiting, userId: 1, name: 'Grace 1' },
            { ...customer, isReminderWaiting, userId: 2, name: 'Grace 2' },
          ]),
          results: [{ salesmanId: 42, name: 'Simon Aasen', ended: 8, renewed: 6 }],
        }));
        server.answer(renewals.renewalStates, () => ({ weeks: [] }));
      },
    });
    await expect.element(page.getByText(sentence)).toBeVisible();
    const row = page.getByRole('listitem').filter({ hasText: 'Grace 1' });
    expect(row.element().querySelectorAll(':scope > svg')).toHaveLength(0);
    expect(page.getByRole('button', { name: /^Remind/ }).elements()).toEqual([]);
    // The only salesman needs no table of results.
    expect(page.getByRole('table').elements()).toEqual([]);
  },
);

test('the page shows the customers of a week, and a dialog reminds those who have no reminder, with a preview and a result for each customer', async () => {
  const { server, address } = await openCockpit();
  await expect.element(page.getByText('No licence expires in these days.')).toBeVisible();
  await expect
    .element(page.getByRole('table', { name: 'Results, last 30 days' }))
    .toMatchTextContent(/Simon Aasen.*8.*6.*75%/);
  await page.getByRole('link', { name: /17 Mar/ }).click();
  await expect.poll(address).toBe('/licenses/renewals?from=2026-03-17');
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Grace Hopper' }))
    .toMatchTextContent(/Harbour · WS-1 · reminded 12 Mar.*(in \d+ days|\d+ days ago).*17 Mar 2026/);
  await expectAccessible();
  await page.getByRole('button', { name: 'Remind 2 customers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remind 2 customers' });
  await expect
    .element(dialog)
    .toMatchTextContent(
      /Writes to 1 person\. You can undo this for 10 minutes\..*1 is refused: The owner got a reminder already\..*Alan Turing.*1 gets a reminder.*Mary Ward/,
    );
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Send 1 reminder' }).click();
  await expect.element(dialog).toMatchTextContent(/1 of 2 were changed\..*1 with a reminder in the outbox.*Mary Ward/);
  expect(
    server
      .requests(renewals.remindOwners)
      .filter(({ body }) => !body.sample)
      .map(({ body }) => body),
  ).toEqual([
    { ids: [102, 104], until: '2026-03-23', preview: true },
    { ids: [102, 104], until: '2026-03-23', preview: false },
  ]);
});

test('the picture of the weeks shows the number of each week and says its numbers also as text and as a table, and the table of results has a choice of columns (T896)', async () => {
  await openCockpit();
  const columns = page.getByRole('list', { name: 'Renewals, 12 weeks' }).getByRole('listitem');
  await expect.element(columns.first()).toBeVisible();
  expect(columns.elements().map((column) => column.querySelector('svg')?.textContent)).toEqual(['8', '3']);
  await expect.element(page.getByRole('link', { name: /10 Mar(?!.*Nothing yet).*Renewed 6.*Lost 2$/ })).toBeVisible();
  await page.getByText('As a table').click();
  await expect
    .element(page.getByRole('table', { name: 'Renewals, 12 weeks' }).getByRole('row', { name: /17 Mar/ }))
    .toMatchTextContent(/0.*1.*2.*0/);
});

test('the next page of the customers of a week has its own address; links lead back to the first page and to the next 30 days', async () => {
  const { server, address } = await openCockpit();
  await page.getByRole('link', { name: /17 Mar/ }).click();
  await page.getByRole('link', { name: 'Next customers' }).click();
  await expect.poll(address).toBe('/licenses/renewals?from=2026-03-17&after=1773964799000-1');
  await expect
    .poll(() => server.requests(renewals.renewalWeeks).map(({ query }) => query))
    .toContainEqual({ from: '2026-03-17', after: '1773964799000-1' });
  await page.getByRole('link', { name: 'First customers' }).click();
  await expect.poll(address).toBe('/licenses/renewals?from=2026-03-17');
  await expect.element(page.getByRole('button', { name: 'Renew 4 licences…' })).toBeVisible();
  await page.getByRole('link', { name: 'Next 30 days' }).click();
  await expect.element(page.getByText('Licences that expire in the next 30 days')).toBeVisible();
});

test('the sheet keeps its refused rows, although the customer has no licence left that expires in this week', async () => {
  const { server } = await openCockpit();
  const bothLicenses = [license, { ...license, licenseId: 3, machineName: 'STUDIO-01' }];
  const week = { weeks: [], week: secondWeek, results: [] };
  server.answer(renewals.renewalWeeks, () => ({
    ...week,
    customers: customers.slice(0, 1).map((customer) => ({ ...customer, licenses: bothLicenses })),
  }));
  await page.getByRole('link', { name: /17 Mar/ }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Grace Hopper' });
  const sheet = await renewOneOfTwo(server, row.getByRole('button', { name: /^Renew…/ }), () =>
    server.answer(renewals.renewalWeeks, () => ({ ...week, customers: [] })),
  );
  await expect.element(page.getByText('No licence expires in these days.')).toBeInTheDocument();
  await expect.element(sheet).toMatchTextContent(/Just renewed by Ada Lovelace\./);
});

test('the dialog of a renewal pack shows which licences are renewed, and staff send the pack by pressing two buttons', async () => {
  const { server } = await openCockpit();
  server.answer(renewals.sendPack, ({ body }) => {
    // The renewed licence no longer expires in this week, so the list no longer contains the customer.
    if (!body.preview)
      server.answer(renewals.renewalWeeks, () => ({ weeks: [], week: secondWeek, customers: [], results: [] }));
    return {
      recipient: 'grace@harbour.example',
      licenses: [
        { licenseId: 1, machineName: 'WS-1', owner: 'Grace Hopper', login: 'grace@harbour.example', isRenewed: true },
        {
          licenseId: 2,
          machineName: 'WS-2',
          owner: 'Joan Clarke',
          login: 'joan@harbour.example',
          isRenewed: false,
          message: 'Not yet.',
        },
      ],
      ...(body.preview && { touches: { people: 2, companies: 1 } }),
    };
  });
  await page.getByRole('link', { name: /17 Mar/ }).click();
  await page.getByRole('button', { name: 'More actions for Grace Hopper' }).click();
  await page.getByRole('button', { name: 'Renewal pack… Grace Hopper' }).click();
  const dialog = page.getByRole('dialog', { name: 'Renewal pack for Grace Hopper' });
  await expect
    .element(dialog)
    .toMatchTextContent(
      /grace@harbour\.example gets one e-mail.*This affects 2 people in 1 company\..*1 is renewed.*WS-1, Grace Hopper \(grace@harbour\.example\).*1 is sent by e-mail: Not yet\..*WS-2, Joan Clarke \(joan@harbour\.example\)/,
    );
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Renew and send 2 files' }).click();
  await expect.element(page.getByText('No licence expires in these days.')).toBeInTheDocument();
  await expect.element(dialog.getByText('The e-mail is in the outbox.')).toBeVisible();
  expect(server.requests(renewals.sendPack).map(({ body }) => body)).toEqual([{ preview: true }, {}]);
});
