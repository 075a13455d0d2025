import { findFreePort } from '@basics/server/testing/database/free-port.ts';
import { startHonestProvider } from '@basics/server/testing/identity-providers/start-honest-provider.ts';
import type { Page } from '@playwright/test';
import { demoPassword, expect, expectHome, expectRefusals, openPage, test } from './test.ts';

const login = 'administrator@demo.example';
const pressWorkAccount = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Sign in with your work account' }).click();

test('staff connect their work account with the portal password once, and later sign in without it (T654)', async ({
  page,
  consoleErrors,
  startOwnPortal,
}) => {
  const port = await findFreePort();
  const provider = await startHonestProvider(`http://localhost:${port}`, 'demo.example');
  const { issuer, clientId, clientSecret } = provider.settings;
  const portal = await startOwnPortal({
    args: ['--demo'],
    port,
    environment: {
      HUMAN_VERIFICATION: 'off',
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
    },
  });
  await openPage(page, `${portal.address}/sign-in`);
  await pressWorkAccount(page);
  await page.waitForURL(`${issuer}/**`);
  await page.locator('input[name=login]').fill('administrator');
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await expect(page.getByRole('heading', { name: 'Authorize' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByText('to connect your work account')).toBeVisible();
  await expect(page.getByLabel('Login')).toHaveValue(login);
  // The pages of the provider ask for a typeface and an icon that they do not get.
  consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((error) => error.includes(portal.address)));
  await expectRefusals(consoleErrors, 422);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectHome(page);

  await page.getByRole('button', { name: 'Logout', exact: true }).first().click();
  await expect(page).toHaveURL(/\/sign-in$/);
  // The provider still knows the browser.
  await pressWorkAccount(page);
  await expectHome(page);
  provider.stop();
});
