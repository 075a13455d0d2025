import type { Page } from '@playwright/test';
import { changeGrants, computeDay, findUserId, logins, test } from './own-demo.ts';
import { createToken } from './portal-api.ts';
import { countPresses } from './presses.ts';
import { expect, openPage, openSignedIn, pasteOutsideFields } from './test.ts';
import { createTool } from './tool.ts';

// The time limit is long, because several browsers share a busy machine.
test.describe.configure({ timeout: 600_000 });

const locateCard = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a customer subscribes to a calendar of expiry dates, and a new address of the calendar makes the former address invalid', async ({
  page,
  ownDemo: { address },
}) => {
  await openSignedIn(page, `${address}/account`, logins.smallCustomer);
  const card = locateCard(page, 'Calendar');
  const readAddress = () => card.getByLabel('Link to your calendar').innerText();
  await card.getByRole('button', { name: 'Create calendar link' }).click();
  const formerAddress = await readAddress();
  const formerFeed = await page.request.get(formerAddress);
  expect(formerFeed.headers()['content-type']).toContain('text/calendar');
  expect(await formerFeed.text()).toMatch(/^BEGIN:VCALENDAR[^]*OFFICE-02/);

  await card.getByRole('button', { name: 'New link' }).click();
  await expect(card.getByLabel('Link to your calendar')).not.toHaveText(formerAddress);
  const newAddress = await readAddress();
  expect((await page.request.get(formerAddress)).status()).toBe(404);
  expect(await (await page.request.get(newAddress)).text()).toContain('OFFICE-02');

  await card.getByRole('button', { name: 'End calendar' }).click();
  await expect(page.getByText('The calendar was ended')).toBeVisible();
  expect((await page.request.get(newAddress)).status()).toBe(404);
});

test('a customer who has reached the limit of PCs sees which PCs have the seats, and for how many days', async ({
  page,
  ownDemo: { address },
}) => {
  const tool = await createTool('STUDIO-09', address);
  await openSignedIn(page, `${address}/`, logins.designerOffice);
  await pasteOutsideFields(page, (await tool.run(['code', '--plain'])).out);
  await expect(page.getByRole('alert').filter({ hasText: 'Both your seats are taken' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'PCs in use' }).getByRole('listitem')).toHaveText([
    /STUDIO-02\s*\d+ days left/,
    /STUDIO-01\s*\d+ days left/,
    /STUDIO-09\s*No seat/,
  ]);
  await expect(page.getByRole('button', { name: 'Issue licence' })).toHaveCount(0);
  await tool.remove();
});

test('a PC that its customer removed gets no new licence: staff get a warning by e-mail, and the PC gets a licence after staff allow it', async ({
  page,
  openAs,
  ownDemo: { address, mailbox },
}) => {
  const tool = await createTool('PRESS-09', address);
  const pasteNewCode = async (): Promise<void> => {
    await openPage(page, `${address}/`);
    await pasteOutsideFields(page, (await tool.run(['code', '--plain'])).out);
  };
  await openSignedIn(page, `${address}/`, logins.oem);
  await pasteNewCode();
  await page.getByRole('button', { name: 'Issue licence' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'PRESS-09' })).toBeVisible();

  await openPage(page, `${address}/pcs`);
  await page.getByRole('button', { name: 'More for PRESS-09' }).click();
  await page.getByRole('button', { name: 'Remove PC (PRESS-09)' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove PRESS-09' }).click();
  await expect(page.getByText('PRESS-09 was removed.')).toBeVisible();

  await pasteNewCode();
  await expect(page.getByRole('alert').filter({ hasText: 'This PC was removed' })).toBeVisible();
  const warning = await mailbox.newest(logins.salesman, 'A removed PC asks for a licence: PRESS-09');
  expect(warning.text).toContain(logins.oem);
  await page.getByText('Ask Simon Aasen for help', { exact: true }).click();
  await page.getByRole('textbox', { name: /^Comment/ }).fill('The PC was found again.');
  await page.getByRole('button', { name: 'Send to Simon Aasen' }).click();
  await expect(page.getByText('Help request sent to Simon Aasen').last()).toBeVisible();

  const notification = await mailbox.newest(logins.salesman, '> The PC was found again.');
  const staff = await openAs(notification.link, logins.salesman);
  const panel = staff.getByRole('dialog', { name: 'Oskar Malm' });
  await panel.getByRole('button', { name: 'Issue with an exception' }).click();
  await panel.getByLabel('Reason').fill('The PC was found again.');
  await panel.getByRole('button', { name: 'Issue with an exception' }).click();
  await expect(staff.getByText('Answer sent to Oskar Malm')).toBeVisible();
  const answerMail = await mailbox.newest(logins.oem, 'Answer to your help request about PRESS-09');
  const licenceCode = /BL-[0-9A-Z-]+/.exec(answerMail.text)?.[0] ?? '';
  expect((await tool.run(['install', '-'], licenceCode)).out).toContain('VALID');
  await tool.remove();
});

test('a customer requests a tool whose grant has expired, and a salesman grants it in the inbox with two clicks', async ({
  page,
  openAs,
  ownDemo: { address, call, mailbox },
}) => {
  const userId = await findUserId(call, logins.smallCustomer);
  await changeGrants(call, userId, { validTo: computeDay(-1), configTools: [] });
  await openSignedIn(page, `${address}/license/verify`, logins.smallCustomer);
  await expect(page.getByText("User hasn't tools and brands")).toBeVisible();
  await page.getByRole('button', { name: 'Ask Simon Aasen to extend it' }).click();
  await expect(page.getByText('Help request sent to Simon Aasen').first()).toBeVisible();

  const staff = await openAs(`${address}/account`, logins.salesman);
  const presses = await countPresses(staff);
  await openPage(staff, `${address}/`);
  await staff
    .getByRole('navigation', { name: 'Work for today' })
    .getByRole('link', { name: /Sofie Collin/ })
    .first()
    .click();
  await staff
    .getByRole('article', { name: /Sofie Collin/ })
    .getByRole('button', { name: /^Add / })
    .click();
  await expect(staff.getByText('Answer sent to Sofie Collin')).toBeVisible();
  expect(await presses.readPresses()).toBe(2);

  expect((await mailbox.newest(logins.smallCustomer, 'help request')).text).toContain('Simon Aasen has answered');
  await openPage(page, `${address}/account`);
  const entitlements = locateCard(page, 'Your tools');
  await expect(entitlements.getByText('Active', { exact: true })).toBeVisible();
  await expect(locateCard(page, 'User info')).toContainText('Simon Aasen');
  const ownToken = await createToken(call, logins.smallCustomer);
  expect(await call(`GET /user/${userId}/entitlements`, { token: ownToken })).toMatchObject({
    items: [{ state: 'valid' }],
  });
});
