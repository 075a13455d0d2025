import {
  addPcs,
  bounceToken,
  changeGrants,
  computeDay,
  findFirstDayOfWeek,
  findUserId,
  listLicenses,
  logins,
  sendWaitingMails,
  test,
} from './own-demo.ts';
import { createToken } from './portal-api.ts';
import { countPresses } from './presses.ts';
import { expect, openPage, openSignedIn, pasteOutsideFields, reloadPage } from './test.ts';
import { createTool } from './tool.ts';

// The time limit is long, because several browsers share a busy machine.
test.describe.configure({ timeout: 600_000 });

test('a salesman who pastes a verification code chooses a customer, and that customer gets the licence', async ({
  page,
  ownDemo,
}) => {
  const { address, call } = ownDemo;
  const userId = await findUserId(call, logins.smallCustomer);
  const [tool] = await addPcs(ownDemo, userId, ['ATELIER']);
  if (!tool) throw new Error('There is no PC.');
  const licensesBefore = await listLicenses(call, userId);

  const presses = await countPresses(page);
  await openSignedIn(page, `${address}/license/verify`, logins.salesman);
  await pasteOutsideFields(page, (await tool.run(['code', '--plain'])).out);
  await expect(page.getByText('Whose PC is this?')).toBeVisible();
  await expect(page.getByText('Fjordland Workshop AS · has this PC')).toBeVisible();
  await expect(page.getByRole('button', { name: 'For myself' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Issue licence' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Sofie Collin' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Sofie Collin' })).toBeVisible();
  await page.getByRole('button', { name: 'Issue licence' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'ATELIER' })).toBeVisible();
  expect(await presses.readPresses()).toBe(3);

  expect(await listLicenses(call, userId)).toHaveLength(licensesBefore.length + 1);
  expect(await listLicenses(call, await findUserId(call, logins.salesman))).toEqual([]);
  await tool.remove();
});

test('a salesman who pastes the code of an open help request is asked whether it is for the sender of the request', async ({
  page,
  ownDemo: { address, call },
}) => {
  const userId = await findUserId(call, logins.designerOffice);
  const tool = await createTool('STUDIO-09', address);
  const verificationCode = (await tool.run(['code', '--plain'])).out;
  const token = await createToken(call, logins.designerOffice);
  await call(`POST /user/${userId}/help-request`, { token, body: { verificationCode, comment: 'A third PC.' } });

  await openSignedIn(page, `${address}/license/verify`, logins.salesman);
  await pasteOutsideFields(page, verificationCode);
  await expect(page.getByText('Meridian Drawing Office A/S · asked for help with this code')).toBeVisible();
  await page.getByRole('link', { name: 'For Dina Ohlsen' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('The customer pays for a third PC.');
  await page.getByRole('button', { name: 'Issue licence as an exception' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'STUDIO-09' })).toBeVisible();
  const machineNames = (await listLicenses(call, userId)).map(({ machineName }) => machineName);
  expect(machineNames).toContain('STUDIO-09');
  await tool.remove();
});

test('a salesman renews the licences of five PCs of a customer with two presses, and the customer gets them by e-mail', async ({
  page,
  ownDemo,
}) => {
  const { address, call, mailbox } = ownDemo;
  const userId = await findUserId(call, logins.oem);
  const machineNames = ['PRESS-1', 'PRESS-2', 'PRESS-3', 'PRESS-4', 'PRESS-5'];
  await changeGrants(call, userId, { validTo: computeDay(10) });
  const tools = await addPcs(ownDemo, userId, machineNames);
  await changeGrants(call, userId, { validTo: null });

  const presses = await countPresses(page);
  await openSignedIn(page, `${address}/users/${userId}`, logins.salesman);
  await page.getByRole('button', { name: 'Renew 5 licences…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Renew 5 licences' });
  await expect(dialog.getByText('5 are renewed', { exact: true })).toBeVisible();
  await expect(dialog.getByText('You can undo this for 10 minutes.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Renew 5 and send' }).click();
  await expect(page.getByText(/^5 licences are renewed\./)).toBeVisible();
  expect(await presses.readPresses()).toBe(2);

  await sendWaitingMails(ownDemo, logins.oem, 'Your licence for Basics on PRESS-');
  for (const [index, tool] of tools.entries()) {
    const { text } = await mailbox.newest(logins.oem, `Your licence for Basics on ${machineNames[index]}`);
    const installResult = await tool.run(['install', '-'], /BL-[0-9A-Z-]+/.exec(text)?.[0] ?? '');
    expect(installResult.out, installResult.err).toContain('VALID');
    await tool.remove();
  }
});

test('a salesman reminds a customer with two presses, the customer and the second contact get an e-mail, and its link renews the licence with one press', async ({
  page,
  openAs,
  ownDemo: { address, call, mailbox },
}) => {
  const secondContact = 'office@demo.example';
  await openSignedIn(page, `${address}/account`, logins.smallCustomer);
  const contactCard = page.getByRole('region', { name: 'Second contact for reminders' });
  await contactCard.getByRole('button', { name: 'Add contact' }).click();
  await contactCard.getByLabel('E-mail').fill(secondContact);
  await contactCard.getByRole('button', { name: 'Save contact' }).click();
  await expect(page.getByText(`Reminders also go to ${secondContact}`)).toBeVisible();

  const userId = await findUserId(call, logins.smallCustomer);
  const endingLicense = (await listLicenses(call, userId)).find(
    ({ machineName, status }) => machineName === 'OFFICE-02' && status === 'Active',
  );
  const endDay = String(endingLicense?.['expiryDate']);
  const staff = await openAs(`${address}/account`, logins.salesman);
  const staffPresses = await countPresses(staff);
  await openPage(staff, `${address}/licenses/renewals?from=${await findFirstDayOfWeek(call, endDay)}`);
  await staff.getByRole('button', { name: 'More actions for Sofie Collin' }).click();
  await staff.getByRole('button', { name: 'Remind Sofie Collin' }).click();
  await expect(staff.getByText('The reminder for Sofie Collin is in the outbox')).toBeVisible();
  // The menu of the customer, and the reminder.
  expect(await staffPresses.readPresses()).toBe(2);
  await staff.getByRole('button', { name: 'More actions for Sofie Collin' }).click();
  await staff.getByRole('button', { name: 'Remind Sofie Collin' }).click();
  await expect(staff.getByText(/^Sofie Collin got no mail: /)).toBeVisible();

  expect((await mailbox.newest(secondContact, 'Sofie Collin')).text).toContain('OFFICE-02');
  const reminder = await mailbox.newest(logins.smallCustomer, 'A licence of yours expires soon');
  expect(reminder.link).toBe(`${address}/license/${String(endingLicense?.['licenseId'])}?renew=yes`);
  const presses = await countPresses(page);
  await openPage(page, reminder.link);
  const dialog = page.getByRole('dialog', { name: 'Renew the licence for OFFICE-02?' });
  await dialog.getByRole('button', { name: 'Renew licence' }).click();
  await expect(page.getByRole('heading', { name: 'One step is left: install it on OFFICE-02' })).toBeVisible();
  expect(await presses.readPresses()).toBe(1);
  const renewedPage = page.url();
  expect((await mailbox.newest(logins.smallCustomer, 'Open the attached file')).link).toBe(renewedPage);
  await openPage(page, reminder.link);
  await expect(page).toHaveURL(renewedPage);
});

test('a salesman reminds all customers whose licences expire in a week with two presses, after a preview, and one link renews all PCs of a customer', async ({
  page,
  openAs,
  ownDemo,
}) => {
  const { address, call, mailbox } = ownDemo;
  const userId = await findUserId(call, logins.oem);
  const endDay = computeDay(10);
  await changeGrants(call, userId, { validTo: endDay });
  const tools = await addPcs(ownDemo, userId, ['PRESS-1', 'PRESS-2']);
  await changeGrants(call, userId, { validTo: null });

  const presses = await countPresses(page);
  await openSignedIn(
    page,
    `${address}/licenses/renewals?from=${await findFirstDayOfWeek(call, endDay)}`,
    logins.salesman,
  );
  await page.getByRole('button', { name: /^Remind \d+ customers?$/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Remind \d+ customers?$/ });
  await expect(dialog.getByText(/gets? a reminder/).first()).toBeVisible();
  await dialog.getByRole('button', { name: /^Send \d+ reminders?$/ }).click();
  await expect(dialog.getByText(/with a reminder in the outbox/).first()).toBeVisible();
  expect(await presses.readPresses()).toBe(2);

  await sendWaitingMails(ownDemo, logins.oem, '2 of your licences expire soon');
  const reminder = await mailbox.newest(logins.oem, '2 of your licences expire soon');
  const customerPage = await openAs(reminder.link, logins.oem);
  const renewalDialog = customerPage.getByRole('dialog', { name: 'Renew the licences of 2 PCs?' });
  await renewalDialog.getByRole('button', { name: 'Renew 2 licences' }).click();
  const archiveDownload = customerPage.waitForEvent('download');
  await customerPage.getByRole('dialog').getByRole('button', { name: 'Download all' }).click();
  expect((await archiveDownload).suggestedFilename()).toMatch(/\.zip$/);
  const machineNames = (await listLicenses(call, userId))
    .filter(({ status, expiryDate }) => status === 'Active' && String(expiryDate) > endDay)
    .map(({ machineName }) => machineName);
  expect(machineNames).toEqual(expect.arrayContaining(['PRESS-1', 'PRESS-2']));
  await Promise.all(tools.map((tool) => tool.remove()));
});

test('a salesman sends the licence files of a company in one e-mail with three presses', async ({
  page,
  ownDemo: { address, call, mailbox },
}) => {
  const userId = await findUserId(call, logins.smallCustomer);
  const presses = await countPresses(page);
  const weekStart = await findFirstDayOfWeek(call, computeDay(12));
  await openSignedIn(page, `${address}/licenses/renewals?from=${weekStart}`, logins.salesman);
  await page.getByRole('button', { name: 'More actions for Sofie Collin' }).click();
  await page.getByRole('button', { name: 'Renewal pack… Sofie Collin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Renewal pack for Sofie Collin' });
  const renewedLicences = dialog.getByRole('group').filter({ hasText: /^\d+ (?:is|are) renewed/ });
  await expect(renewedLicences.getByRole('row').filter({ hasText: 'OFFICE-02' })).toBeVisible();
  await expect(dialog).toContainText(`${logins.smallCustomer} gets one e-mail with a list and all licence files.`);
  await dialog.getByRole('button', { name: /^Renew and send \d+ files?$/ }).click();
  await expect(dialog.getByText('The e-mail is in the outbox.')).toBeVisible();
  // The menu of the customer, the pack, and the button that sends it.
  expect(await presses.readPresses()).toBe(3);

  const activeLicenses = (await listLicenses(call, userId)).filter(({ status }) => status === 'Active');
  const packMail = await mailbox.newest(logins.smallCustomer, 'The licence files of Fjordland Workshop AS');
  for (const { machineName } of activeLicenses) expect(packMail.text).toContain(String(machineName));
  expect(mailbox.findMails(logins.smallCustomer, 'The licence files of')).toHaveLength(1);
});

test('when a licence e-mail bounces, the inbox and the licence show it, and say whether the owner has opened the portal since then', async ({
  page,
  openAs,
  ownDemo: { address, call, mailbox },
}) => {
  const userId = await findUserId(call, logins.smallCustomer);
  await openSignedIn(page, `${address}/users/${userId}`, logins.salesman);
  await page.getByRole('button', { name: 'More for OFFICE-02' }).click();
  await page.getByRole('button', { name: 'Send by e-mail licence of OFFICE-02' }).click();
  const { messageId } = await mailbox.newest(logins.smallCustomer, 'Open the attached file');
  const reportBounce = async (token: string) => {
    const response = await page.request.post(`${address}/hooks/bounces`, {
      headers: { authorization: `Bearer ${token}` },
      data: { messageId, reason: '550 5.1.1 No such mailbox' },
    });
    return response.text();
  };
  expect(await reportBounce('another-secret-of-a-mail-server')).not.toContain('bounced');
  // The portal records the e-mail as sent a moment after the mail server has accepted the e-mail. Before that moment, the portal ignores a
  // bounce.
  await expect.poll(() => reportBounce(bounceToken)).toBe('{"bounced":true}');

  await openPage(page, `${address}/`);
  const failedMails = page.getByRole('navigation', { name: 'Work for today' });
  const bouncedMail = failedMails.getByRole('link').filter({ hasText: 'Your licence for Basics on OFFICE-02' });
  await expect(bouncedMail).toContainText('Sofie Collin');
  await expect(bouncedMail).not.toContainText('opened the portal since');

  await openAs(`${address}/`, logins.smallCustomer);
  await reloadPage(page);
  await expect(bouncedMail).toContainText('opened the portal since');
  const { licenseId } =
    (await listLicenses(call, userId)).find(
      ({ machineName, status }) => machineName === 'OFFICE-02' && status === 'Active',
    ) ?? {};
  await openPage(page, `${address}/licenses?license=${String(licenseId)}`);
  const panel = page.getByRole('dialog', { name: 'OFFICE-02' });
  const bounceText = 'Returned by a mail server: 5.1.1, the mailbox does not exist (as its report says; not verified)';
  await expect(panel).toContainText(`not delivered (${bounceText}); the customer opened the portal`);
});
