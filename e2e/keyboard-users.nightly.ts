import { createApplicant, requestAccount } from './applicant.ts';
import { button, chooseIn, chooseRadio, field, link, pickIn, pressAt, tick, typeInto } from './keys.ts';
import { findUserId, logins, test } from './own-demo.ts';
import { newToken } from './portal-api.ts';
import { expect, openPage, openSignedIn } from './test.ts';

test('with only the keyboard, an administrator creates and changes a user, and suspends another user', async ({
  page,
  ownDemo: { address, call },
}) => {
  const login = 'grace.stone@customer.example';
  await openSignedIn(page, `${address}/users`, logins.administrator);
  await pressAt(link(page, 'Create user').first());
  await typeInto(field(page, 'Login/Email'), login);
  await typeInto(field(page, 'Repeat Login/Email'), login);
  await typeInto(field(page, 'First name'), 'Grace');
  await typeInto(field(page, 'Last name'), 'Stone');
  await chooseIn(field(page, 'Profile'), 'Small customer');
  await chooseIn(field(page, 'Brand').first(), 'Basics Blue');
  await pickIn(page.getByRole('combobox', { name: 'Country' }), 'Norway');
  await chooseRadio(page.getByRole('group', { name: 'Can receive mail' }), 'Yes');
  await chooseIn(field(page, 'Tool').first(), 'Basics');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page).toHaveURL(/\/users$/);

  await page.keyboard.press('/');
  await page.keyboard.type(login);
  await pressAt(link(page, 'Grace Stone'));
  await expect(page.getByRole('heading', { level: 1, name: 'Grace Stone' })).toBeVisible();
  await page.keyboard.press('e');
  await typeInto(field(page, 'First name'), 'Gracia');
  await pressAt(button(page, 'Save changes'));
  await expect(page.getByRole('heading', { level: 1, name: 'Gracia Stone' })).toBeVisible();
  await openPage(page, `${address}/users/${await findUserId(call, logins.oem)}`);
  await pressAt(button(page, 'Suspend user'));
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await typeInto(field(dialog, 'Reason'), 'The company has closed.');
  await pressAt(button(dialog, 'Suspend user'));
  await expect(dialog).toHaveCount(0);
});

test('with only the keyboard, an administrator selects two users, previews a change of both users, and closes the dialog', async ({
  page,
  ownDemo: { address },
}) => {
  await openSignedIn(page, `${address}/users?keyword=demo.example`, logins.administrator);
  const boxes = page.getByRole('row').getByRole('checkbox', { name: /^Select (?!all)/ });
  await tick(boxes.nth(0));
  await tick(boxes.nth(1));
  await pressAt(button(page, 'Change…'));
  const dialog = page.getByRole('dialog');
  await chooseIn(field(dialog, 'What'), 'Suspend');
  await typeInto(field(dialog, 'Reason'), 'The company has closed.');
  await pressAt(button(dialog, 'Preview'));
  await expect(dialog.getByText(/Nothing has changed yet/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button(page, 'Change…')).toBeFocused();
});

test('with only the keyboard, a salesman rejects one request, approves a second request with changes, and undoes the approval of a third request', async ({
  page,
  ownDemo: { call, mailbox },
}) => {
  const [anna, berit, cecilie] = ['Anna', 'Berit', 'Cecilie'].map((name) => createApplicant(name, 'Keyboard'));
  if (!anna || !berit || !cecilie) throw new Error('There are no applicants.');
  await openSignedIn(page, await requestAccount(call, mailbox, anna), logins.salesman);
  const panel = page.getByRole('dialog');
  await pressAt(button(panel, 'Reject').first());
  await typeInto(field(page, 'Reason for the rejection'), 'Not a company.');
  await pressAt(button(page, 'Reject request'));
  await mailbox.newest(anna.login, 'Not a company.');

  await openPage(page, await requestAccount(call, mailbox, berit));
  await pressAt(panel.getByRole('link', { name: /^Change/ }));
  await typeInto(field(page, 'First name'), 'Berta');
  await chooseIn(field(page, 'Profile'), 'Small customer');
  await page.keyboard.press('ControlOrMeta+Enter');
  await mailbox.newest(berit.login, 'approved');

  const thirdRequest = await requestAccount(call, mailbox, cecilie);
  await openPage(page, thirdRequest);
  await pressAt(button(panel, 'Approve'));
  await pressAt(page.getByRole('button', { name: /^Undo/ }).first());
  const token = await newToken(call, logins.salesman);
  const requestId = new URL(thirdRequest).searchParams.get('request');
  expect((await call(`GET /pending-request/${requestId}`, { token }))['status']).toBe('pending');
});

test('with only the keyboard, an administrator deletes a user, and leaves the view as another user', async ({
  page,
  ownDemo: { address, call },
}) => {
  await openSignedIn(page, `${address}/users/${await findUserId(call, logins.oem)}`, logins.administrator);
  await pressAt(button(page, 'View as this user'));
  await pressAt(button(page.getByRole('complementary', { name: 'View as another user' }), 'End view'));
  await expect(page.getByRole('heading', { level: 1, name: 'Oskar Malm' })).toBeVisible();
  await pressAt(page.getByRole('button', { name: /^Delete/ }).first());
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await pressAt(dialog.getByRole('button', { name: /^Delete/ }));
  await expect(page).toHaveURL(/\/users(\?|$)/);
});
