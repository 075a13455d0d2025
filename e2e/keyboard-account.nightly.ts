import type { Page } from '@playwright/test';
import { locateButton, chooseListOption, locateField, pressKeyOn, tickCheckbox, typeInto } from './keys.ts';
import { computeDay, findFirstDayOfWeek, logins, test } from './own-demo.ts';
import { demoPassword, expect, openPage, openSignedIn, expectHome } from './test.ts';

const password = 'Basalt-Kettle-93';

test('with only the keyboard, a customer changes their own details, preferences, password and login', async ({
  page,
  openAs,
  ownDemo: { address, mailbox },
}) => {
  const newLogin = 'sofie@office.example';
  await openAs(`${address}/`, logins.smallCustomer);
  await openSignedIn(page, `${address}/account`, logins.smallCustomer);
  await typeInto(locateField(page, /^Phone/), '+47 22 12 34');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  await chooseListOption(locateField(page, 'Temperature'), 'K');
  await pressKeyOn(page.getByRole('slider', { name: 'Graph thickness' }), 'ArrowRight');
  await tickCheckbox(page.getByRole('checkbox', { name: 'Packed' }));

  await openPage(page, `${address}/account/security`);
  await pressKeyOn(locateButton(page, 'Change password'));
  await typeInto(locateField(page, 'Current password'), demoPassword);
  await typeInto(locateField(page, 'New password'), password);
  await typeInto(locateField(page, 'Confirm password'), password);
  await pressKeyOn(locateButton(page, 'Save new password'));
  await expect(page.getByText(/^Password changed\./)).toBeVisible();

  await pressKeyOn(locateButton(page, 'Change login'));
  const dialog = page.getByRole('dialog', { name: 'Change your login' });
  await typeInto(locateField(dialog, 'New Login/Email'), newLogin);
  await typeInto(locateField(dialog, 'Your password'), password);
  await pressKeyOn(locateButton(dialog, 'Send link'));
  await openPage(page, (await mailbox.newest(newLogin, 'login')).link);
  await pressKeyOn(locateButton(page, 'Confirm new login'));
  await typeInto(locateField(page, 'Login'), newLogin);
  await typeInto(locateField(page, 'Password'), password);
  await pressKeyOn(locateButton(page, 'Sign in'));
  await expectHome(page);
});

/** Adds a virtual passkey device to the browser. The device confirms each request at once. */
async function addPasskeyDevice(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const;
  const deviceAbilities = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
  await browser.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, ...deviceAbilities } });
}

test('with only the keyboard, a customer adds a passkey, signs out in the account menu, signs in with the passkey, and removes the passkey', async ({
  page,
  ownDemo: { address },
}) => {
  await addPasskeyDevice(page);
  await openSignedIn(page, `${address}/account/security`, logins.oem);
  await pressKeyOn(locateButton(page, 'Add passkey'));
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await typeInto(locateField(dialog, 'Name'), 'Laptop');
  await typeInto(locateField(dialog, 'Your password'), demoPassword);
  await pressKeyOn(locateButton(dialog, 'Add passkey'));
  await pressKeyOn(locateButton(page, 'I have saved the codes'));
  await pressKeyOn(page.getByRole('button', { name: /^Signed in as/ }));
  await pressKeyOn(locateButton(page, 'Logout').last());

  await pressKeyOn(locateButton(page, 'Sign in with a passkey'));
  await expectHome(page);
  await openPage(page, `${address}/account/security`);
  await pressKeyOn(page.getByRole('button', { name: /^Remove.*Laptop/ }));
  const confirmation = page.getByRole('alertdialog', { name: 'Remove Laptop?' });
  await typeInto(locateField(confirmation, 'Your password'), demoPassword);
  await pressKeyOn(locateButton(confirmation, 'Remove'));
  await expect(page.getByText('Laptop removed.')).toBeVisible();
});

test('with only the keyboard, a customer ends the other sessions and adds a second contact, who then stops the reminders', async ({
  page,
  openAs,
  ownDemo: { address, call, mailbox },
}) => {
  const contact = 'office@demo.example';
  await openAs(`${address}/`, logins.smallCustomer);
  await openSignedIn(page, `${address}/account/security`, logins.smallCustomer);
  await pressKeyOn(locateButton(page, 'Sign out everywhere else'));
  await pressKeyOn(locateButton(page.getByRole('alertdialog'), 'Sign out everywhere else'));
  await expect(page.getByText('You are signed out everywhere else.')).toBeVisible();
  await openPage(page, `${address}/account`);
  await pressKeyOn(locateButton(page, 'Add contact'));
  await typeInto(locateField(page.getByRole('region', { name: 'Second contact for reminders' }), 'E-mail'), contact);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Reminders also go to ${contact}`)).toBeVisible();

  const week = await findFirstDayOfWeek(call, computeDay(12));
  const staff = await openAs(`${address}/licenses/renewals`, logins.salesman);
  await pressKeyOn(staff.getByRole('list', { name: 'Renewals, 12 weeks' }).locator(`a[href*="from=${week}"]`));
  await pressKeyOn(locateButton(staff, 'More actions for Sofie Collin'));
  await pressKeyOn(locateButton(staff, 'Remind Sofie Collin'));
  const { text } = await mailbox.newest(contact, 'Sofie Collin');
  await openPage(page, /https?:\S+\/reminders\/stop\S+/.exec(text)?.[0] ?? '');
  await pressKeyOn(locateButton(page, 'Stop these reminders'));
  await expect(page.getByText('You get no more reminders')).toBeVisible();
});
