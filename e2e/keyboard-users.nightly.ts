import { createApplicant, requestAccount } from './applicant.ts';
import {
  locateButton,
  chooseListOption,
  locateField,
  locateLink,
  pickOption,
  pressKeyOn,
  tickCheckbox,
  typeInto,
} from './keys.ts';
import { findUserId, logins, test } from './own-demo.ts';
import { createToken } from './portal-api.ts';
import { expect, openPage, openSignedIn } from './test.ts';

test('with only the keyboard, an administrator creates and changes a user, and suspends another user', async ({
  page,
  ownDemo: { address, call },
}) => {
  const login = 'grace.stone@customer.example';
  await openSignedIn(page, `${address}/users`, logins.administrator);
  await pressKeyOn(locateLink(page, 'Create user').first());
  await typeInto(locateField(page, 'Login/Email'), login);
  await typeInto(locateField(page, 'Repeat Login/Email'), login);
  await typeInto(locateField(page, 'First name'), 'Grace');
  await typeInto(locateField(page, 'Last name'), 'Stone');
  await chooseListOption(locateField(page, 'Profile'), 'Small customer');
  await chooseListOption(locateField(page, 'Brand').first(), 'Basics Blue');
  await pickOption(page.getByRole('combobox', { name: 'Country' }), 'Norway');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page).toHaveURL(/\/users$/);

  await page.keyboard.press('/');
  await page.keyboard.type(login);
  await pressKeyOn(locateLink(page, 'Grace Stone'));
  await expect(page.getByRole('heading', { level: 1, name: 'Grace Stone' })).toBeVisible();
  await page.keyboard.press('e');
  await typeInto(locateField(page, 'First name'), 'Gracia');
  await pressKeyOn(locateButton(page, 'Save changes'));
  await expect(page.getByRole('heading', { level: 1, name: 'Gracia Stone' })).toBeVisible();
  await openPage(page, `${address}/users/${await findUserId(call, logins.oem)}`);
  await pressKeyOn(locateButton(page, 'More actions'));
  await pressKeyOn(locateButton(page, 'Suspend user'));
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await typeInto(locateField(dialog, 'Reason'), 'The company has closed.');
  await pressKeyOn(locateButton(dialog, 'Suspend user'));
  await expect(dialog).toHaveCount(0);
});

test('with only the keyboard, an administrator selects two users, previews a change of both users, and closes the dialog', async ({
  page,
  ownDemo: { address },
}) => {
  await openSignedIn(page, `${address}/users?keyword=demo.example`, logins.administrator);
  const boxes = page.getByRole('row').getByRole('checkbox', { name: /^Select (?!all)/ });
  await tickCheckbox(boxes.nth(0));
  await tickCheckbox(boxes.nth(1));
  await pressKeyOn(locateButton(page, 'Change…'));
  const dialog = page.getByRole('dialog');
  await chooseListOption(locateField(dialog, 'What'), 'Suspend');
  await typeInto(locateField(dialog, 'Reason'), 'The company has closed.');
  await pressKeyOn(locateButton(dialog, 'Preview'));
  await expect(dialog.getByText(/^This affects 2 people/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(locateButton(page, 'Change…')).toBeFocused();
});

test('with only the keyboard, a salesman rejects one request, approves a second request with changes, and undoes the approval of a third request', async ({
  page,
  ownDemo: { call, mailbox },
}) => {
  const [anna, berit, cecilie] = ['Anna', 'Berit', 'Cecilie'].map((name) => createApplicant(name, 'Keyboard'));
  if (!anna || !berit || !cecilie) throw new Error('There are no applicants.');
  await openSignedIn(page, await requestAccount(call, mailbox, anna), logins.salesman);
  const panel = page.getByRole('dialog');
  await pressKeyOn(locateButton(panel, 'Reject').first());
  await typeInto(locateField(page, 'Reason for the rejection'), 'Not a company.');
  await pressKeyOn(locateButton(page, 'Reject request'));
  await mailbox.newest(anna.login, 'Not a company.');

  await openPage(page, await requestAccount(call, mailbox, berit));
  await pressKeyOn(panel.getByRole('link', { name: /^Change/ }));
  await typeInto(locateField(page, 'First name'), 'Berta');
  await chooseListOption(locateField(page, 'Profile'), 'Small customer');
  await page.keyboard.press('ControlOrMeta+Enter');
  await mailbox.newest(berit.login, 'approved');

  const thirdRequest = await requestAccount(call, mailbox, cecilie);
  await openPage(page, thirdRequest);
  await pressKeyOn(locateButton(panel, 'Approve'));
  await pressKeyOn(page.getByRole('button', { name: /^Undo/ }).first());
  const token = await createToken(call, logins.salesman);
  const requestId = new URL(thirdRequest).searchParams.get('request');
  expect((await call(`GET /pending-request/${requestId}`, { token }))['status']).toBe('pending');
});

test('with only the keyboard, an administrator deletes a user, and leaves the view as another user', async ({
  page,
  ownDemo: { address, call },
}) => {
  await openSignedIn(page, `${address}/users/${await findUserId(call, logins.oem)}`, logins.administrator);
  await pressKeyOn(locateButton(page, 'More actions'));
  await pressKeyOn(locateButton(page, 'View as this user'));
  await pressKeyOn(locateButton(page.getByRole('complementary', { name: 'View as another user' }), 'End view'));
  await expect(page.getByRole('heading', { level: 1, name: 'Oskar Malm' })).toBeVisible();
  await pressKeyOn(locateButton(page, 'More actions'));
  await pressKeyOn(locateButton(page, 'Delete user'));
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await pressKeyOn(dialog.getByRole('button', { name: /^Delete/ }));
  await expect(page).toHaveURL(/\/users(\?|$)/);
});
