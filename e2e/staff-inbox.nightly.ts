import type { Page } from '@playwright/test';
import { bounceToken, logins, test } from './own-demo.ts';
import { listItems, createToken } from './portal-api.ts';
import { countPresses } from './presses.ts';
import { expect, openSignedIn, reloadPage } from './test.ts';

// The time limit is long, because several browsers share a busy machine.
test.describe.configure({ timeout: 600_000 });

/** A section of the inbox. The heading of a section ends with the number of items, such as "(7)". */
function locateSection(page: Page, title: string) {
  const section = page.getByRole('region', { name: title });
  return {
    firstItem: section.getByRole('listitem').first(),
    readTotal: async () => Number(/\((\d+)/.exec(await section.getByRole('heading').first().innerText())?.[1]),
  };
}

test('a salesman completes each item of the inbox with one press, and the counts are updated', async ({
  page,
  ownDemo: { address, call, mailbox },
}) => {
  const token = await createToken(call, logins.salesman);
  /** Returns the login of the customer with this name. */
  const findLogin = async (name: string) =>
    String(listItems(await call('POST /user/search', { token, body: { keyword: name } }))[0]?.['login']);
  const presses = await countPresses(page);
  await openSignedIn(page, `${address}/`, logins.salesman);
  await expect(page).toHaveTitle(/^\(\d+\+?\) Home/);

  const endingLicenses = locateSection(page, 'Licences that end within 30 days');
  const ownerName = await endingLicenses.firstItem.getByRole('link').first().innerText();
  const totalEnding = await endingLicenses.readTotal();
  await endingLicenses.firstItem.getByRole('button', { name: /^Renew…/ }).click();
  await page.getByRole('button', { name: 'Renew 1 and send' }).click();
  await expect(page.getByText(new RegExp(`The files are on their way to ${ownerName}$`))).toBeVisible();
  await expect.poll(endingLicenses.readTotal).toBe(totalEnding - 1);
  expect(await presses.readPresses()).toBe(2);
  const ownerLogin = await findLogin(ownerName);
  const { messageId } = await mailbox.newest(ownerLogin, 'Here is your licence for');

  await presses.restart();
  const invitedUsers = locateSection(page, 'Accounts never activated');
  const invitedName = await invitedUsers.firstItem.getByRole('link').first().innerText();
  await invitedUsers.firstItem.getByRole('button', { name: /^Invite again/ }).click();
  await expect(page.getByText(`A new link for ${invitedName} is in the outbox`)).toBeVisible();
  expect(await presses.readPresses()).toBe(1);
  expect((await mailbox.newest(await findLogin(invitedName), 'password')).link).toContain('/activation');

  // Reports to the portal, as a mail server does, that the e-mail with the renewed licence was not delivered.
  const reportBounce = async () => {
    const headers = { authorization: `Bearer ${bounceToken}` };
    return (await page.request.post(`${address}/hooks/bounces`, { headers, data: { messageId } })).text();
  };
  await expect.poll(reportBounce).toBe('{"bounced":true}');
  await reloadPage(page);
  await presses.restart();
  const failedMail = page
    .getByRole('region', { name: 'E-mails that could not be sent' })
    .getByRole('listitem')
    .filter({ hasText: ownerName });
  await failedMail.getByRole('button', { name: /^Send again/ }).click();
  await expect(page.getByText(`The e-mail to ${ownerName} is in the outbox again`)).toBeVisible();
  expect(await presses.readPresses()).toBe(1);
  await expect.poll(() => mailbox.findMails(ownerLogin, 'Here is your licence for').length).toBe(2);
  await expect(failedMail).toHaveCount(0);

  const accountRequests = page.getByRole('region', { name: 'Account requests' }).getByRole('listitem').first();
  await accountRequests.getByRole('link', { name: /^Decide/ }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Approve' })).toBeVisible();
});
