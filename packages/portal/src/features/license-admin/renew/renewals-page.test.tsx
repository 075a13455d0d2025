import { renewals } from '@basics/contract/licenses/renewals.ts';
import type { RenewalWeeks } from '@basics/contract/licenses/renewals.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const license = { licenseId: 1, machineName: 'WS-1', tool: 'Basics', expiryDate: '2026-03-17' };
const customers: RenewalWeeks['customers'] = [
  {
    userId: 101,
    name: 'Grace Hopper',
    company: 'Harbour',
    canReceiveMail: true,
    remindedAt: '2026-03-12T12:00:00.000Z',
    licenses: [license],
  },
  { userId: 102, name: 'Alan Turing', company: '', canReceiveMail: true, remindedAt: null, licenses: [license] },
  { userId: 103, name: 'Ada Lovelace', company: '', canReceiveMail: false, remindedAt: null, licenses: [license] },
];
const weeks = [
  { from: '2026-03-10', to: '2026-03-16', licenses: 0, customers: 0 },
  { from: '2026-03-17', to: '2026-03-23', licenses: 3, customers: 3 },
];

const openCockpit = () =>
  openPortal({
    at: '/licenses/renewals',
    user: createUser('Salesman'),
    prepareServer: (server) => {
      server.answer(renewals.renewalWeeks, ({ query }) => ({
        weeks,
        customers: query.from === '2026-03-17' ? customers : [],
        ...(query.from === '2026-03-17' && query.after === undefined && { next: '1773964799000-1' }),
        results: [{ salesmanId: 42, name: 'Simon Aasen', ended: 8, renewed: 6 }],
      }));
      server.answer(renewals.remindOwners, ({ body }) => ({
        results: body.ids.map((id) =>
          id === 102
            ? { id, outcome: 'refused' as const, message: 'The owner got a reminder already.' }
            : { id, outcome: 'done' as const, effect: 'reminded' as const },
        ),
      }));
    },
  });

test('the page shows the customers of a week, and a dialog reminds all of them with a preview and a result for each customer', async () => {
  const { server, address } = await openCockpit();
  await expect.element(page.getByText('No licence ends in this week.')).toBeVisible();
  await expect
    .element(page.getByRole('table', { name: 'Results of the last 30 days' }))
    .toMatchTextContent(/Simon Aasen.*8.*6.*75 %/);
  await page.getByRole('link', { name: /17 Mar/ }).click();
  await expect.poll(address).toBe('/licenses/renewals?from=2026-03-17');
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Grace Hopper' }))
    .toMatchTextContent(/Harbour · 1 PC: WS-1.*reminded on 12 Mar/);
  await expectAccessible();
  await page.getByRole('button', { name: 'Remind 2 customers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remind 2 customers' });
  await expect
    .element(dialog)
    .toMatchTextContent(
      /1 is refused: The owner got a reminder already\..*Alan Turing.*1 gets a reminder.*Grace Hopper/,
    );
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Do it for 1' }).click();
  await expect.element(dialog).toMatchTextContent(/1 of 2 were changed\..*1 got a reminder.*Grace Hopper/);
  expect(server.requests(renewals.remindOwners).map(({ body }) => body)).toEqual([
    { ids: [101, 102], until: '2026-03-23', preview: true },
    { ids: [101, 102], until: '2026-03-23', preview: false },
  ]);
});

test('each table has its own choice of columns', async () => {
  await openCockpit();
  const customersHeading = page.getByRole('columnheader', { name: 'Customers' });
  await expect.element(customersHeading).toBeVisible();
  await page.getByRole('button', { name: 'Columns: Weeks' }).click();
  await page.getByRole('dialog', { name: 'Columns: Weeks' }).getByRole('checkbox', { name: 'Customers' }).click();
  await expect.element(customersHeading).not.toBeInTheDocument();
  await expect.element(page.getByRole('columnheader', { name: 'Renewed' })).toBeVisible();
  await page.getByRole('button', { name: 'Columns: Results of the last 30 days' }).click();
  await expect
    .element(page.getByRole('dialog', { name: 'Columns: Results of the last 30 days' }).getByRole('checkbox'))
    .toHaveLength(3);
});

test('the next page of the customers of a week has its own address, with a link back to the first page', async () => {
  const { server, address } = await openCockpit();
  await page.getByRole('link', { name: /17 Mar/ }).click();
  await page.getByRole('link', { name: 'Next customers' }).click();
  await expect.poll(address).toBe('/licenses/renewals?from=2026-03-17&after=1773964799000-1');
  await expect
    .poll(() => server.requests(renewals.renewalWeeks).map(({ query }) => query))
    .toContainEqual({ from: '2026-03-17', after: '1773964799000-1' });
  await page.getByRole('link', { name: 'First customers' }).click();
  await expect.poll(address).toBe('/licenses/renewals?from=2026-03-17');
  await expect.element(page.getByRole('link', { name: 'Next customers' })).toBeVisible();
});

test('the dialog of a renewal pack shows which licences are renewed, and staff send the pack by pressing two buttons', async () => {
  const { server } = await openCockpit();
  server.answer(renewals.sendPack, ({ body }) => {
    // The renewed licence no longer expires in this week, so the list no longer contains the customer.
    if (!body.preview) server.answer(renewals.renewalWeeks, () => ({ weeks, customers: [], results: [] }));
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
  await page.getByRole('button', { name: 'Renewal pack… Grace Hopper' }).click();
  const dialog = page.getByRole('dialog', { name: 'Renewal pack for Grace Hopper' });
  await expect
    .element(dialog)
    .toMatchTextContent(
      /grace@harbour\.example gets one e-mail.*This affects 2 people in 1 company\..*1 is renewed.*WS-1, Grace Hopper \(grace@harbour\.example\).*1 is sent by e-mail: Not yet\..*WS-2, Joan Clarke \(joan@harbour\.example\)/,
    );
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Renew and send 2 files' }).click();
  await expect.element(page.getByText('No licence ends in this week.')).toBeInTheDocument();
  await expect.element(dialog.getByText('The e-mail is on its way.')).toBeVisible();
  expect(server.requests(renewals.sendPack).map(({ body }) => body)).toEqual([{ preview: true }, {}]);
});
