import { bounceToken, logins, test } from './own-demo.ts';
import { listItems, createToken } from './portal-api.ts';
import { countPresses } from './presses.ts';
import { expect, openSignedIn, reloadPage } from './test.ts';

// The time limit is long, because several browsers share a busy machine.
test.describe.configure({ timeout: 600_000 });

test('a salesman completes items of the queue with one press, and the counts are updated', async ({
  page,
  ownDemo: { address, call, mailbox },
}) => {
  const token = await createToken(call, logins.salesman);
  /** Returns the login of the customer with this name. */
  const findLogin = async (name: string) =>
    String(listItems(await call('POST /user/search', { token, body: { keyword: name } }))[0]?.['login']);
  const presses = await countPresses(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSignedIn(page, `${address}/`, logins.salesman);
  await expect(page).toHaveTitle(/^\(\d+\+?\) Home/);
  const queue = page.getByRole('navigation', { name: 'Work for today' });
  const item = page.getByRole('article');
  const readTotal = async () => Number.parseInt(await page.getByRole('heading', { level: 1 }).innerText(), 10);

  const renewals = queue.getByRole('region', { name: /^Renewals at risk/ });
  await renewals.getByRole('link').first().click();
  const ownerName = await item.getByRole('heading').innerText();
  const total = await readTotal();
  await presses.restart();
  await item.getByRole('button', { name: /^Renew…/ }).click();
  await page.getByRole('button', { name: 'Renew and send' }).click();
  await expect(page.getByText(new RegExp(`The files are on their way to ${ownerName}$`))).toBeVisible();
  await expect.poll(readTotal).toBe(total - 1);
  expect(await presses.readPresses()).toBe(2);
  const ownerLogin = await findLogin(ownerName);
  const { messageId } = await mailbox.newest(ownerLogin, 'Open the attached file');

  // Reports to the portal, as a mail server does, that the e-mail with the renewed licence was not delivered.
  const reportBounce = async () => {
    const headers = { authorization: `Bearer ${bounceToken}` };
    return (await page.request.post(`${address}/hooks/bounces`, { headers, data: { messageId } })).text();
  };
  await expect.poll(reportBounce).toBe('{"bounced":true}');
  await reloadPage(page);
  const failedMail = queue.getByRole('region', { name: /^Failed e-mails/ }).getByRole('link', { name: ownerName });
  await failedMail.click();
  await presses.restart();
  await item.getByRole('button', { name: /^Send again/ }).click();
  await expect(page.getByText(`The e-mail to ${ownerName} is in the outbox again`).first()).toBeVisible();
  expect(await presses.readPresses()).toBe(1);
  await expect.poll(() => mailbox.findMails(ownerLogin, 'Open the attached file').length).toBe(2);
  await expect(failedMail).toHaveCount(0);

  await queue
    .getByRole('region', { name: /^Account requests/ })
    .getByRole('link')
    .first()
    .click();
  await expect(item.getByRole('button', { name: 'Approve' })).toBeVisible();
});
