import { findUserId, listLicenses, logins, test } from './own-demo.ts';
import { createToken } from './portal-api.ts';
import { countPresses } from './presses.ts';
import { expect, expectRefusals, openPage, openSignedIn, reloadPage } from './test.ts';

// The time limit is long, because several browsers share a busy machine.
test.describe.configure({ timeout: 600_000 });

test('a deleted release note disappears from the public page, and is restored from the bin', async ({
  page,
  openAs,
  ownDemo: { address },
}) => {
  await openSignedIn(page, `${address}/admin/release-notes?status=published`, logins.administrator);
  const noteRow = page.locator('main tbody').getByRole('row').first();
  const title = await noteRow.getByRole('link').first().innerText();
  const publicPage = await openAs(`${address}/release-notes`, logins.smallCustomer);
  const publicTitle = publicPage.getByRole('main').getByText(title, { exact: true }).first();
  await expect(publicTitle).toBeVisible();

  await noteRow.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Delete 1 release note' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 1 release note' }).click();
  await expect(page.getByText('1 of 1 were deleted.')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).last().click();
  await reloadPage(publicPage);
  await expect(publicPage.getByRole('main').getByRole('article').first()).toBeVisible();
  await expect(publicTitle).toHaveCount(0);

  await page.getByRole('button', { name: 'Deleted notes' }).click();
  const binDialog = page.getByRole('dialog', { name: 'Deleted release notes' });
  await expect(binDialog.getByRole('listitem').filter({ hasText: title })).toContainText('can be restored until');
  await binDialog.getByRole('button', { name: `Restore ${title}` }).click();
  await expect(page.getByText(`“${title}” restored`)).toBeVisible();
  await reloadPage(publicPage);
  await expect(publicTitle).toBeVisible();
});

test('an administrator sees the portal as a customer, and can change nothing', async ({
  page,
  consoleErrors,
  ownDemo: { address, call },
}) => {
  const userId = await findUserId(call, logins.smallCustomer);
  const licensesBefore = await listLicenses(call, userId);
  await openSignedIn(page, `${address}/users/${userId}`, logins.administrator);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'View as this user' }).click();
  const banner = page.getByRole('complementary', { name: 'View as another user' });
  await expect(banner).toContainText('You see the portal as Sofie Collin');
  await page.getByRole('button', { name: 'Renew OFFICE-02' }).click();
  await expect(page.getByText(/so you can only look\. End the view to do this/)).toBeVisible();
  await expectRefusals(consoleErrors, 403);
  expect(await listLicenses(call, userId)).toEqual(licensesBefore);
  const viewToken = String(await page.evaluate(() => sessionStorage.getItem('viewToken')));
  await expect(call('POST /user/search', { token: viewToken, body: {} })).rejects.toThrow(/ answered 403: /);

  await banner.getByRole('button', { name: 'End view' }).click();
  await expect(page).toHaveURL(`${address}/users/${userId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Sofie Collin' })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await expect(call('GET /user', { token: viewToken })).rejects.toThrow(/ answered 401: /);
  await openPage(page, `${address}/admin/audit`);
  await expect(page.getByRole('row', { name: /Started viewing as a user.*Astrid Nyland/ })).toContainText(
    'Sofie Collin',
  );
});

test('an administrator who sees the portal as a salesman sees the renewals of the salesman', async ({
  page,
  ownDemo: { address, call },
}) => {
  await openSignedIn(page, `${address}/users/${await findUserId(call, logins.salesman)}`, logins.administrator);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'View as this user' }).click();
  await expect(page.getByRole('complementary', { name: 'View as another user' })).toContainText('Simon Aasen');
  await page.getByRole('link', { name: 'Renewals', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Renewals, 12 weeks' }).getByRole('link')).toHaveCount(12);
});

test('an administrator joins a second account into the account of a customer: the PCs move, and the second account is deleted', async ({
  page,
  ownDemo: { address, call, mailbox },
}) => {
  const userId = await findUserId(call, logins.smallCustomer);
  const presses = await countPresses(page);
  await openSignedIn(page, `${address}/users/${userId}`, logins.administrator);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Join accounts…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join another account into that of Sofie Collin' });
  await dialog.getByLabel('Login of the account to delete').fill(logins.designerOffice);
  await dialog.getByRole('button', { name: 'Show what happens' }).click();
  await expect(dialog).toContainText('PCs that move2Licences that move2');
  await dialog.getByLabel('Both accounts belong to the same person').check();
  await dialog.getByLabel('Reason').fill('Dina Ohlsen is now Sofie Collin.');
  await dialog.getByRole('button', { name: 'Join accounts' }).click();
  await expect(page.getByText(`${logins.designerOffice} was joined into this account`)).toBeVisible();
  // The menu with further actions, Join accounts…, Show what happens, the check box, and Join accounts.
  expect(await presses.readPresses()).toBe(5);

  const pcs = page.getByRole('region', { name: 'PCs', exact: true });
  await expect(pcs.getByRole('button', { name: 'More for STUDIO-02' })).toBeVisible();
  await mailbox.newest(logins.smallCustomer, logins.designerOffice);
  await mailbox.newest(logins.designerOffice, 'account');
  await expect(createToken(call, logins.designerOffice)).rejects.toThrow(/ answered 422: /);
});

test('with three presses, a salesman sends release notes to all owners of PCs with the selected version, and no owner gets them twice', async ({
  page,
  ownDemo: { address, mailbox },
}) => {
  const presses = await countPresses(page);
  await openSignedIn(page, `${address}/licenses/versions?country=NO`, logins.salesman);
  const versions = page.getByRole('table', { name: 'Versions' });
  await versions
    .getByRole('checkbox', { name: /^Select \d/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Send release notes…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Release notes for customers with/ });
  const recipients = dialog.getByText(/^\d+ customers? gets? an e-mail/);
  const recipientCount = Number(/^\d+/.exec(await recipients.innerText())?.[0]);
  expect(recipientCount).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: /^Send to \d+ customers?$/ }).click();
  await expect(dialog.getByText(`${recipientCount} of ${recipientCount}`)).toBeVisible();
  expect(await presses.readPresses()).toBe(3);
  // The e-mails wait as long as they can be undone.
  await expect(dialog.getByRole('button', { name: /^Undo \(until / })).toBeVisible();
  expect(mailbox.listRecipients('This release is for your PCs')).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Send release notes…' }).click();
  await expect(dialog.getByText('0 customers get an e-mail')).toBeVisible();
  await expect(dialog.getByText(/^\d+ customers? got these release notes before$/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send to 0 customers' })).toBeDisabled();
});

test('an administrator moves one country to another salesman, and the audit log shows the change', async ({
  page,
  openAs,
  ownDemo: { address },
}) => {
  await openSignedIn(page, `${address}/country-salesman`, logins.administrator);
  await page.getByRole('button', { name: 'Hand over a territory' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand over a territory' });
  await dialog.getByRole('combobox', { name: 'From' }).fill('Simon Aasen');
  await dialog.getByRole('combobox', { name: 'Countries' }).fill('Norway');
  await dialog.getByRole('combobox', { name: 'To', exact: true }).fill('Claire Martel');
  // Simon Aasen has two assignments for Norway, one for each brand.
  await expect(dialog.getByText('Norway moves from Simon Aasen to Claire Martel.')).toBeVisible();
  await expect(dialog.getByRole('table', { name: 'Assignments that move' }).getByRole('row')).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect(page.getByText('Claire Martel now has Norway instead of Simon Aasen')).toBeVisible();

  const receiver = await openAs(`${address}/users?keyword=demo.example`, logins.otherSalesman);
  await expect(receiver.getByRole('link', { name: 'Sofie Collin' })).toBeVisible();
  await expect(receiver.getByRole('link', { name: 'Dina Ohlsen' })).toHaveCount(0);
  const giver = await openAs(`${address}/users?keyword=demo.example`, logins.salesman);
  await expect(giver.getByRole('link', { name: 'Dina Ohlsen' })).toBeVisible();
  await expect(giver.getByRole('link', { name: 'Sofie Collin' })).toHaveCount(0);

  // The test sets the filter in the address of the page, because the filter field is a select or a picker, depending on how many kinds of
  // actions other tests have recorded.
  await openPage(page, `${address}/admin/audit?action=assignment.handOver`);
  const entryRow = page.getByRole('row', { name: /Handed over a territory.*Astrid Nyland/ }).first();
  await entryRow.getByRole('link', { name: /^Handed over a territory/ }).click();
  await expect(page.getByRole('dialog', { name: /^Audit entry \d+/ })).toContainText(
    'Astrid Nyland handed over a territory',
  );
});
