import { TOTP } from 'otpauth';
import type { Page } from '@playwright/test';
import { findCustomer } from './portal-api.ts';
import { demoPassword, expect, expectRefusals, openPage, openSignedIn, signIn, test, expectHome } from './test.ts';
import { createTool } from './tool.ts';

const locateTwoStepCard = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout', exact: true }).first().click();
  await expect(page).toHaveURL(/\/sign-in$/);
}

test('a link from the tool works once: it opens the portal, signs the user in, and fills in the code of the PC (T016)', async ({
  page,
  demo,
  consoleErrors,
}) => {
  const name = 'HANDOFF';
  const tool = await createTool(name, demo.address);
  expect((await tool.run(['portal', '--print'])).exitCode).toBe(3);
  const signedIn = await tool.run(
    ['sign-in', '--login', 'smallcustomer@demo.example', '--password-stdin'],
    demoPassword,
  );
  expect(signedIn).toMatchObject({ exitCode: 0, err: '' });

  const printedLink = await tool.run(['portal', '--print']);
  expect(printedLink.exitCode).toBe(0);
  const address = printedLink.out.trim();
  expect(address.startsWith(`${demo.address}/auth/temp?token=`)).toBe(true);
  await openPage(page, address);
  await expect(page).toHaveURL(`${demo.address}/license/verify`);
  await expect(page.getByText(name).first()).toBeVisible();
  await page.goBack();
  expect(page.url()).not.toContain('token');

  await openPage(page, (await tool.run(['portal', '/account/security', '--print'])).out.trim());
  await expect(page).toHaveURL(`${demo.address}/account/security`);
  await expect(page.getByText(/^Basics on /).first()).toBeVisible();

  await openPage(page, address);
  await expect(page.getByRole('heading', { level: 1, name: 'Token not found' })).toBeVisible();
  await expectRefusals(consoleErrors, 422);

  const lateLink = (await tool.run(['portal', '/', '--print'])).out.trim();
  expect(await tool.run(['sign-out'])).toMatchObject({ exitCode: 0 });
  await openPage(page, lateLink);
  await expect(page.getByRole('heading', { level: 1, name: 'Token not found' })).toBeVisible();
  await expectRefusals(consoleErrors, 422);
  await tool.remove();
});

/** Returns a code that the app shows neither now nor in the next or previous minute. */
const findWrongCode = (app: TOTP): string =>
  ['000000', '000001', '000002', '000003', '000004', '000005'].find(
    (token) => app.validate({ token, window: 2 }) === null,
  ) ?? '';

test('after a user sets up an authenticator app, each sign-in needs a code of the app, in the portal and in the tool', async ({
  page,
  demo,
  consoleErrors,
}) => {
  const login = await findCustomer(demo, 1);
  await openSignedIn(page, `${demo.address}/account/security`, login);
  await locateTwoStepCard(page).getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Your password')).toBeVisible();
  await dialog.getByLabel('Your password').fill(demoPassword);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '');
  const app = new TOTP({ secret });
  await dialog.getByLabel('Code', { exact: true }).fill(app.generate());
  const codes = page.getByRole('list', { name: 'Recovery codes' });
  await expect(codes).toBeVisible();
  const recoveryCodes = await codes.getByRole('listitem').allInnerTexts();
  await page.getByRole('button', { name: 'I have saved the codes' }).click();
  await signOut(page);

  await signIn(page, login);
  await expect(page.getByRole('heading', { level: 1, name: 'Two-step sign-in' })).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(findWrongCode(app));
  await expect(page.getByText(/This code is not correct/)).toBeVisible();
  // Each code of the app is accepted once, so the test waits 30 s for the next code.
  await page.getByLabel('Code', { exact: true }).fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await expectHome(page);
  await expectRefusals(consoleErrors, 422, 422);

  const tool = await createTool('TWO-STEP', demo.address);
  const signInArguments = ['sign-in', '--login', login, '--password-stdin'];
  expect((await tool.run(signInArguments, demoPassword)).exitCode).toBe(2);
  expect((await tool.run([...signInArguments, '--code', recoveryCodes[0] ?? ''], demoPassword)).exitCode).toBe(0);
  expect((await tool.run([...signInArguments, '--code', recoveryCodes[0] ?? ''], demoPassword)).exitCode).toBe(3);
  await tool.remove();
});

test('a passkey signs in without a password, and also as the second step after a password', async ({
  page,
  context,
  demo,
  consoleErrors,
}) => {
  const browser = await context.newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const login = await findCustomer(demo, 2);
  await openSignedIn(page, `${demo.address}/account/security`, login);
  await locateTwoStepCard(page).getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Passkey of this test');
  await dialog.getByLabel('Your password').fill(demoPassword);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await page.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect(locateTwoStepCard(page).getByText('Passkey of this test').first()).toBeVisible();
  await signOut(page);

  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectHome(page);
  await signOut(page);

  await signIn(page, login);
  await expect(page.getByRole('heading', { level: 1, name: 'Two-step sign-in' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expectHome(page);
  await expectRefusals(consoleErrors, 422);
});
