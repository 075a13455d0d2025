import type { Page } from '@playwright/test';
import { button, chooseIn, field, pressAt, tick, typeInto } from './keys.ts';
import { logins, test } from './own-demo.ts';
import { demoPassword, expect, openPage, openSignedIn } from './test.ts';

const password = 'Basalt-Kettle-93';

test('with only the keyboard, a customer changes their own details, preferences, password and login', async ({
  page,
  openAs,
  ownDemo: { address, mailbox },
}) => {
  const newLogin = 'sofie@office.example';
  await openAs(`${address}/`, logins.smallCustomer);
  await openSignedIn(page, `${address}/account`, logins.smallCustomer);
  await typeInto(field(page, /^Phone/), '+47 22 12 34');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  await chooseIn(field(page, 'Temperature'), 'K');
  await pressAt(page.getByRole('slider', { name: 'Graph thickness' }), 'ArrowRight');
  await tick(page.getByRole('checkbox', { name: 'Packed' }));

  await pressAt(button(page, 'Change password'));
  await typeInto(field(page, 'Current password'), demoPassword);
  await typeInto(field(page, 'New password'), password);
  await typeInto(field(page, 'Confirm password'), password);
  await pressAt(button(page, 'Save new password'));
  await expect(page.getByText(/^Password changed\./)).toBeVisible();

  await pressAt(button(page, 'Change login'));
  const dialog = page.getByRole('dialog', { name: 'Change your login' });
  await typeInto(field(dialog, 'New Login/Email'), newLogin);
  await typeInto(field(dialog, 'Your password'), password);
  await pressAt(button(dialog, 'Send link'));
  await openPage(page, (await mailbox.newest(newLogin, 'login')).link);
  await pressAt(button(page, 'Confirm new login'));
  await typeInto(field(page, 'Login'), newLogin);
  await typeInto(field(page, 'Password'), password);
  await pressAt(button(page, 'Sign in'));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
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
  await openSignedIn(page, `${address}/account`, logins.oem);
  await pressAt(button(page, 'Add a passkey'));
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await typeInto(field(dialog, 'Name'), 'Laptop');
  await typeInto(field(dialog, 'Your password'), demoPassword);
  await pressAt(button(dialog, 'Create passkey'));
  await pressAt(button(page, 'I have saved the codes'));
  await pressAt(page.getByRole('button', { name: /^Signed in as/ }));
  await pressAt(button(page, 'Logout').last());

  await pressAt(button(page, 'Sign in with a passkey'));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  await openPage(page, `${address}/account`);
  await pressAt(page.getByRole('button', { name: /^Remove.*Laptop/ }));
  const confirmation = page.getByRole('alertdialog', { name: 'Remove Laptop?' });
  await typeInto(field(confirmation, 'Your password'), demoPassword);
  await pressAt(button(confirmation, 'Remove'));
  await expect(page.getByText('Laptop removed.')).toBeVisible();
});

test('with only the keyboard, a customer ends the other sessions and adds a second contact, who then stops the reminders', async ({
  page,
  openAs,
  ownDemo: { address, mailbox },
}) => {
  const contact = 'office@demo.example';
  await openAs(`${address}/`, logins.smallCustomer);
  await openSignedIn(page, `${address}/account`, logins.smallCustomer);
  await pressAt(button(page, 'Sign out everywhere else'));
  await pressAt(button(page.getByRole('alertdialog'), 'Sign out everywhere else'));
  await expect(page.getByText('You are signed out everywhere else.')).toBeVisible();
  await typeInto(field(page.getByRole('region', { name: 'Second contact for reminders' }), 'E-mail'), contact);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Reminders also go to ${contact}`)).toBeVisible();

  const staff = await openAs(`${address}/licenses/renewals`, logins.salesman);
  await pressAt(staff.getByRole('table', { name: 'Weeks' }).getByRole('link').nth(1));
  await pressAt(button(staff, 'Remind Sofie Collin'));
  const { text } = await mailbox.newest(contact, 'Sofie Collin');
  await openPage(page, /https?:\S+\/reminders\/stop\S+/.exec(text)?.[0] ?? '');
  await pressAt(button(page, 'Stop these reminders'));
  await expect(page.getByText('You get no more reminders')).toBeVisible();
});
