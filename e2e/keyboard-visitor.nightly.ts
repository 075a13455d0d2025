import { createApplicant } from './applicant.ts';
import {
  locateButton,
  chooseListOption,
  chooseRadio,
  locateField,
  locateLink,
  pickOption,
  pressKeyOn,
  typeInto,
} from './keys.ts';
import { logins, test } from './own-demo.ts';
import { expect, openPage, expectHome } from './test.ts';

const password = 'Basalt-Kettle-93';

test('with only the keyboard, a visitor requests an account, confirms the address and sets a password', async ({
  page,
  openAs,
  ownDemo: { address, mailbox },
}) => {
  const applicant = createApplicant('Nora', 'Fjell');
  await openPage(page, `${address}/sign-in`);
  await pressKeyOn(locateLink(page, 'Request one'));
  await typeInto(locateField(page, 'Login/Email'), applicant.login);
  await typeInto(locateField(page, 'Repeat Login/Email'), applicant.login);
  await typeInto(locateField(page, 'First name'), applicant.firstName);
  await typeInto(locateField(page, 'Last name'), applicant.lastName);
  await pickOption(page.getByRole('combobox', { name: 'Country' }), 'Norway');
  await chooseListOption(locateField(page, 'Brand'), 'Basics Blue');
  await chooseListOption(locateField(page, 'Tool'), 'Basics');
  await typeInto(locateField(page, 'Reason'), applicant.reason);
  await chooseRadio(page.getByRole('group', { name: 'Can receive mail' }), 'Yes');
  await pressKeyOn(locateButton(page, 'Send request'));
  await expect(page.getByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeVisible();

  await openPage(page, (await mailbox.newest(applicant.login, 'confirm')).link);
  await pressKeyOn(locateButton(page, 'Confirm address'));
  await expect(page.getByRole('heading', { level: 1, name: /is confirmed/ })).toBeVisible();

  const staff = await openAs((await mailbox.newest(logins.salesman, applicant.login)).link, logins.salesman);
  const panel = staff.getByRole('dialog', { name: 'Nora Fjell' });
  await chooseListOption(locateField(panel, 'Profile'), 'Small customer');
  await pressKeyOn(locateButton(panel, 'Approve'));

  await openPage(page, (await mailbox.newest(applicant.login, 'approved')).link);
  await typeInto(locateField(page, 'New password'), password);
  await typeInto(locateField(page, 'Confirm password'), password);
  await pressKeyOn(locateButton(page, 'Set password'));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nora');
});

test('with only the keyboard, a visitor replaces a forgotten password and signs in', async ({
  page,
  ownDemo: { address, mailbox },
}) => {
  await openPage(page, `${address}/sign-in`);
  await pressKeyOn(locateLink(page, 'Forgot your password?'));
  await typeInto(locateField(page, 'E-mail'), logins.oem);
  await page.keyboard.press('Enter');
  const { link: resetLink } = await mailbox.newest(logins.oem, 'asked for a new password');
  await openPage(page, resetLink);
  await typeInto(locateField(page, 'New password'), password);
  await typeInto(locateField(page, 'Confirm password'), password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password is set.')).toBeVisible();
  await typeInto(locateField(page, 'Login'), logins.oem);
  await typeInto(locateField(page, 'Password'), password);
  await page.keyboard.press('Enter');
  await expectHome(page);
});

test('by keys alone, a visitor whose links do not work requests a new link, and leaves each such page', async ({
  page,
  ownDemo: { address, mailbox },
}) => {
  await openPage(page, `${address}/activation`);
  await pressKeyOn(page.getByText('No e-mail with a code?'));
  await typeInto(locateField(page, 'E-mail').last(), logins.smallCustomer);
  await pressKeyOn(locateButton(page, 'Send new link'));
  await mailbox.newest(logins.smallCustomer, 'asked for a new password');
  await openPage(page, `${address}/not-found`);
  await pressKeyOn(locateLink(page.getByRole('main'), /./));
  await expect(page).toHaveURL(`${address}/sign-in`);
});
