import { TOTP } from 'otpauth';
import type { Page } from '@playwright/test';
import { demoPassword, expect, expectAccessible, expectRefusals, signIn, test } from './test.ts';
import { toolOn } from './tool.ts';

const twoStep = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout', exact: true }).first().click();
  await expect(page).toHaveURL(/\/sign-in$/);
}

test('the tool opens the portal signed in, at the code of its PC, once', async ({ page, demo, complaints }, {
  project,
}) => {
  const name = `JUMP-${project.name.toUpperCase()}`;
  const tool = await toolOn(name, demo.address);
  expect((await tool.run(['portal', '--print'])).exitCode).toBe(3);
  const signedIn = await tool.run(
    ['sign-in', '--login', 'smallcustomer@demo.example', '--password-stdin'],
    demoPassword,
  );
  expect(signedIn).toMatchObject({ exitCode: 0, err: '' });

  const jump = await tool.run(['portal', '--print']);
  expect(jump.exitCode).toBe(0);
  const address = jump.out.trim();
  expect(address.startsWith(`${demo.address}/auth/temp?token=`)).toBe(true);
  await page.goto(address);
  await expect(page).toHaveURL(`${demo.address}/license/verify`);
  await expect(page.getByText(name).first()).toBeVisible();
  await page.goBack();
  expect(page.url()).not.toContain('token');

  await page.goto((await tool.run(['portal', '/account', '--print'])).out.trim());
  await expect(page).toHaveURL(`${demo.address}/account`);
  await expect(page.getByText(/^Basics on /).first()).toBeVisible();
  await expectAccessible(page);

  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Token not found' })).toBeVisible();
  await expectAccessible(page);
  expectRefusals(complaints, 422);

  const late = (await tool.run(['portal', '/', '--print'])).out.trim();
  expect(await tool.run(['sign-out'])).toMatchObject({ exitCode: 0 });
  await page.goto(late);
  await expect(page.getByRole('heading', { level: 1, name: 'Token not found' })).toBeVisible();
  expectRefusals(complaints, 422);
  await tool.remove();
});

test('somebody else who is signed in is asked before the tool takes over', async ({ page, demo }, { project }) => {
  const tool = await toolOn(`ASK-${project.name.toUpperCase()}`, demo.address);
  await tool.run(['sign-in', '--login', 'smallcustomer@demo.example', '--password-stdin'], demoPassword);
  await page.goto(`${demo.address}/account`);
  await signIn(page, 'viewer@demo.example');
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
  await page.goto((await tool.run(['portal', '/account', '--print'])).out.trim());
  await expect(page.getByRole('heading', { level: 1, name: 'Switch account?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue as smallcustomer@demo.example' }).click();
  await expect(page).toHaveURL(`${demo.address}/account`);
  await expect(page.getByText('smallcustomer@demo.example').first()).toBeVisible();
  await tool.remove();
});

test('an authenticator app is set up, then asked for at each sign-in, of the tool too', async ({
  page,
  demo,
  complaints,
}, { project }) => {
  const login = 'urjauser@demo.example';
  await page.goto(`${demo.address}/account`);
  await signIn(page, login);
  await twoStep(page).getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Your password')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Your password').fill(demoPassword);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expectAccessible(page);
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '');
  const app = new TOTP({ secret });
  await dialog.getByLabel('Code', { exact: true }).fill(app.generate());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' });
  await expect(codes).toBeVisible();
  await expectAccessible(page);
  const recoveryCodes = await codes.getByRole('listitem').allInnerTexts();
  await page.getByRole('button', { name: 'I have saved the codes' }).click();
  await signOut(page);

  await signIn(page, login);
  await expect(page.getByRole('heading', { level: 1, name: 'Two-step sign-in' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText(/This code is not correct/)).toBeVisible();
  // Each code counts once, so it takes the one that comes next.
  await page.getByLabel('Code', { exact: true }).fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  expectRefusals(complaints, 422, 422);

  const tool = await toolOn(`STEP-${project.name.toUpperCase()}`, demo.address);
  const words = ['sign-in', '--login', login, '--password-stdin'];
  expect((await tool.run(words, demoPassword)).exitCode).toBe(2);
  expect((await tool.run([...words, '--code', recoveryCodes[0] ?? ''], demoPassword)).exitCode).toBe(0);
  expect((await tool.run([...words, '--code', recoveryCodes[0] ?? ''], demoPassword)).exitCode).toBe(3);
  await tool.remove();
});

test('a passkey is made, and signs in without a password or after it', async ({ page, context, demo, complaints }) => {
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
  const login = 'salesman2@demo.example';
  await page.goto(`${demo.address}/account`);
  await signIn(page, login);
  await twoStep(page).getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('The key of this test');
  await dialog.getByLabel('Your password').fill(demoPassword);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await page.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect(twoStep(page).getByText('The key of this test').first()).toBeVisible();
  await expectAccessible(page);
  await signOut(page);

  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  await signOut(page);

  await signIn(page, login);
  await expect(page.getByRole('heading', { level: 1, name: 'Two-step sign-in' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  expectRefusals(complaints, 422);
});
