import { createApplicant, requestAccount } from './applicant.ts';
import { logins, test } from './own-demo.ts';
import { createToken } from './portal-api.ts';
import { countPresses } from './presses.ts';
import { expect, openPage, openSignedIn } from './test.ts';

// The time limit is long, because several browsers share a busy machine.
test.describe.configure({ timeout: 600_000 });

test('a salesman moves through requests with the keys J and K, approves with A, and reverses an approval with Undo', async ({
  page,
  ownDemo: { address, call, mailbox },
}) => {
  const applicants = ['Anna', 'Berit', 'Cecilie'].map((firstName) => createApplicant(firstName, 'Keyboard'));
  const [anna, berit] = applicants;
  if (!anna || !berit) throw new Error('There are no applicants.');
  const requestIds: string[] = [];
  // The applicants register one after another, because the list shows the oldest request first.
  for (const applicant of applicants)
    // oxlint-disable-next-line no-await-in-loop -- the list is in the order of the requests
    requestIds.push(new URL(await requestAccount(call, mailbox, applicant)).searchParams.get('request') ?? '');
  const token = await createToken(call, logins.salesman);
  const readStatus = async (requestId: string | undefined) =>
    (await call(`GET /pending-request/${requestId}`, { token }))['status'];

  await openSignedIn(page, `${address}/requests?keyword=keyboard@applicant.example`, logins.salesman);
  await expect(page.getByText('3 requests', { exact: true })).toBeAttached();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'Anna Keyboard' })).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'Cecilie Keyboard' })).toBeFocused();
  await page.keyboard.press('k');
  await expect(page.getByRole('link', { name: 'Berit Keyboard' })).toBeFocused();
  await page.keyboard.press('Enter');
  const locatePanel = (name: string) => page.getByRole('dialog', { name });
  await expect(locatePanel('Berit Keyboard').getByRole('button', { name: 'Approve' })).toBeEnabled();
  await page.keyboard.press('k');
  await expect(locatePanel('Anna Keyboard').getByRole('button', { name: 'Approve' })).toBeEnabled();

  // The key "a" approves a request only after the proposed profile is loaded.
  await expect(locatePanel('Anna Keyboard').getByLabel('Profile')).not.toHaveValue('');
  await page.keyboard.press('a');
  await expect(locatePanel('Berit Keyboard')).toBeVisible();
  const approvalNotice = page.getByRole('listitem').filter({ hasText: 'Anna Keyboard was approved' });
  await approvalNotice.getByRole('button', { name: /^Undo/ }).click();
  await expect(approvalNotice).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Anna Keyboard' })).toBeAttached();

  await expect(locatePanel('Berit Keyboard').getByLabel('Profile')).not.toHaveValue('');
  await page.keyboard.press('a');
  await expect(locatePanel('Cecilie Keyboard')).toBeVisible();
  await mailbox.newest(berit.login, 'approved');
  expect(await readStatus(requestIds[0])).toBe('pending');
  expect(mailbox.findMails(anna.login, 'approved')).toEqual([]);
});

test('a salesman approves a request with one press in its panel, which also shows the evidence about the applicant', async ({
  page,
  ownDemo: { call, mailbox },
}) => {
  const colleague = createApplicant('Dagny', 'Evidence');
  const applicant = createApplicant('Erle', 'Evidence');
  await openSignedIn(page, await requestAccount(call, mailbox, colleague), logins.salesman);
  await page.getByRole('dialog', { name: 'Dagny Evidence' }).getByRole('button', { name: 'Reject' }).click();
  await page.getByLabel('Reason for the rejection').fill('Not a company.');
  await page.getByRole('button', { name: 'Reject request' }).click();
  await mailbox.newest(colleague.login, 'Not a company.');

  const presses = await countPresses(page);
  await openPage(page, await requestAccount(call, mailbox, applicant));
  const panel = page.getByRole('dialog', { name: 'Erle Evidence' });
  await expect(panel.getByRole('link', { name: 'Dagny Evidence' }).first()).toBeVisible();
  await expect(panel.getByText(/rejected by Simon Aasen/)).toBeVisible();
  await panel.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Erle Evidence was approved')).toBeVisible();
  expect(await presses.readPresses()).toBe(1);
  await mailbox.newest(applicant.login, 'approved');
});
