import type { Page } from '@playwright/test';
import { createCaller, createToken } from './portal-api.ts';
import { countPresses } from './presses.ts';
import { expect, openPage, openSignedIn, test } from './test.ts';

const administrator = 'administrator@demo.example';
const salesman = 'salesman@demo.example';

/** Signs in as an administrator, and opens the page of the customer with the given login from the list of users. */
async function openCustomer(page: Page, portal: string, login: string): Promise<void> {
  await openSignedIn(page, `${portal}/`, administrator);
  const call = createCaller({ address: portal });
  const token = await createToken(call, login);
  const { userId } = await call('GET /user', { token });
  await openPage(page, `${portal}/users/${String(userId)}`);
}

test('the renewals of the next 30 days are listed by customer, and those of twelve weeks are counted', async ({
  page,
  demo,
}) => {
  await openSignedIn(page, `${demo.address}/licenses`, salesman);
  await page.getByRole('link', { name: 'Renewals', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Licences that expire in the next 30 days' })).toBeVisible();
  const weeks = page.getByRole('list', { name: 'Renewals, 12 weeks' });
  await expect(weeks.getByRole('link')).toHaveCount(12);
});

test('an administrator gives a permission to a salesman, and then removes this permission', async ({ page, demo }) => {
  await openCustomer(page, demo.address, 'salesman2@demo.example');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Permissions', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Permissions of/ });
  await dialog.getByRole('combobox', { name: 'Permission' }).selectOption({ label: 'Delete users' });
  await dialog.getByLabel('Last day').fill(new Date(Date.now() + 86_400_000 * 7).toISOString().slice(0, 10));
  await dialog.getByLabel('Reason').fill('Holiday cover');
  await dialog.getByRole('button', { name: 'Add permission' }).click();
  await dialog.getByRole('button', { name: 'Remove Delete users' }).click();
  await expect(dialog.getByText('No permissions beyond the profile.')).toBeVisible();
});

test('an administrator reads who sees a customer, and why', async ({ page, demo }) => {
  const presses = await countPresses(page);
  await openCustomer(page, demo.address, 'oem@demo.example');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Who sees this user?' }).click();
  const dialog = page.getByRole('dialog', { name: /^Who sees/ });
  await expect(dialog.getByText('Administrators see every user.').first()).toBeVisible();
  await expect(dialog.getByText(/Salesman for|Not assigned to/).first()).toBeVisible();
  // The menu with further actions, and the question.
  expect(await presses.readPresses()).toBe(2);
});

test('a customer reports a lost PC, and staff remove the PC from the watch list', async ({ page, openAs, demo }) => {
  await openSignedIn(page, `${demo.address}/pcs`, 'oem@demo.example');
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Lost or stolen/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Report .* as lost$/ });
  await dialog.getByLabel('What happened?').fill('Stolen from a car');
  await dialog.getByRole('button', { name: 'Report as lost' }).click();
  await expect(page.getByText(/is on the list of lost PCs/)).toBeVisible();
  const staff = await openAs(`${demo.address}/licenses`, administrator);
  await staff.getByRole('button', { name: 'Lost PCs' }).click();
  const list = staff.getByRole('dialog', { name: 'PCs that were reported lost' });
  await list
    .getByRole('button', { name: /PC was found/ })
    .first()
    .click();
  await expect(staff.getByText(/is no longer on the list/)).toBeVisible();
});

test('staff renew several licences at once, and see first for each licence until when, or why not', async ({
  page,
  demo,
}) => {
  await openSignedIn(page, `${demo.address}/licenses?status=Active&keyword=STUDIO-0`, salesman);
  await page.getByRole('checkbox', { name: 'Select STUDIO-01, Dina Ohlsen' }).click();
  await page.getByRole('checkbox', { name: 'Select STUDIO-02, Dina Ohlsen' }).click();
  await page.getByRole('button', { name: 'Renew 2 licences…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Renew 2 licences' });
  const findRow = (table: RegExp, name: RegExp) =>
    dialog.getByRole('table', { name: table }).getByRole('row', { name });
  await expect(findRow(/^1 is renewed$/, /^STUDIO-01, Dina Ohlsen .* → /)).toBeVisible();
  await expect(findRow(/^1 is refused: .* can be renewed from /, /^STUDIO-02, Dina Ohlsen /)).toBeVisible();
});

test('staff see how many PCs use each version of a tool', async ({ page, demo }) => {
  await openSignedIn(page, `${demo.address}/licenses`, salesman);
  await page.getByRole('link', { name: 'Versions in use' }).click();
  await expect(page.getByRole('table', { name: 'Versions' }).getByRole('row').nth(1)).toBeVisible();
  await page
    .getByRole('checkbox', { name: /^Select \d/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Send release notes…' }).click();
  await expect(page.getByRole('dialog').getByText(/^\d+ customers? gets? an e-mail/)).toBeVisible();
});

test('the preview of joining two accounts lists the records that move', async ({ page, demo }) => {
  await openCustomer(page, demo.address, 'smallcustomer@demo.example');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Join accounts…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Join another account into that of/ });
  await dialog.getByLabel('Login of the account to delete').fill('designeroffice@demo.example');
  await dialog.getByRole('button', { name: 'Show what happens' }).click();
  await expect(dialog.getByText('Both addresses get an e-mail.')).toBeVisible();
});
