import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { copiedCode, demoPassword, expect, expectAccessible, signIn, test } from './test.ts';
import { toolOn } from './tool.ts';

test('from the code of a PC to a licence that its tool accepts', async ({ page, demo }, { project }) => {
  const tool = await toolOn(`DRAWING-${project.name.toUpperCase()}`, demo.address);
  const made = await tool.run(['code', '--plain']);
  expect(made.exitCode).toBe(0);

  await page.goto(demo.address);
  await expect(page).toHaveURL(/\/sign-in$/);
  await expectAccessible(page);
  await signIn(page, 'applicationexpert@demo.example');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  await expectAccessible(page);

  await page.goto(`${demo.address}/license/verify`);
  await expectAccessible(page);
  await page.getByLabel('Verification code').fill(`> Here is my code:\n> ${made.out.replaceAll('\n', '\n> ')}`);
  await expect(page.getByText(`DRAWING-${project.name.toUpperCase()}`).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Issue licence' }).click();
  await expect(page.getByRole('heading', { name: /is ready/ })).toBeVisible();
  await expectAccessible(page);

  const code = await copiedCode(page);
  const installed = await tool.run(['install', '-'], code);
  expect(installed.err + installed.out).toContain('VALID');
  expect(installed.exitCode).toBe(0);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download licence file' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^Basics_\w+_DRAWING-\w+_\d{4}-\d\d-\d\d\.lic$/);
  const file = path.join(tool.home, download.suggestedFilename());
  await download.saveAs(file);
  expect((await tool.run(['install', file])).exitCode).toBe(0);
  const status = await tool.run(['status']);
  expect(status.exitCode).toBe(0);
  expect(status.out).toContain('VALID');

  const bytes = await readFile(file);
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
  const flipped = await tool.run(['check', '-'], bytes.toString('latin1'));
  expect([14, 20]).toContain(flipped.exitCode);
  await tool.remove();
});

test('the link of a QR code leads through sign-in to its code, which leaves the address', async ({ page, demo }, {
  project,
}) => {
  const tool = await toolOn(`LINKED-${project.name.toUpperCase()}`, demo.address);
  const { out } = await tool.run(['code', '--json']);
  const { link } = JSON.parse(out);
  await page.goto(link);
  await expect(page).toHaveURL(/\/sign-in$/);
  await signIn(page, 'administrator@demo.example');
  await expect(page).toHaveURL(`${demo.address}/license/verify`);
  await expect(page.getByText(`LINKED-${project.name.toUpperCase()}`).first()).toBeVisible();
  await tool.remove();
});

test('what is no code is refused in words, and nothing is asked of the server', async ({ page, demo }) => {
  await page.goto(`${demo.address}/license/verify`);
  await signIn(page, 'oem@demo.example');
  await page.getByRole('button', { name: 'Check code' }).click();
  await expect(page.getByText('Verification code is required.')).toBeVisible();
  const code = page.getByLabel('Verification code');
  await code.fill('this is only a sentence');
  await page.getByRole('button', { name: 'Check code' }).click();
  await expect(code).toHaveAccessibleDescription(/This is not a verification code/);
});

test('signing out in one tab signs out the other, and the old token opens nothing', async ({ page, context, demo }) => {
  await page.goto(`${demo.address}/account`);
  await signIn(page, 'designeroffice@demo.example');
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
  await expectAccessible(page);
  const token = await page.evaluate(() => localStorage.getItem('token'));

  const other = await context.newPage();
  await other.goto(`${demo.address}/account`);
  await expect(other.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await expect(other).toHaveURL(/\/sign-in$/);
  const answer = await page.request.get(`${demo.address}/core/api/user`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status()).toBe(401);
});

test('a wrong password says so beside the form, and the right one goes on', async ({ page, demo, complaints }) => {
  await page.goto(`${demo.address}/sign-in`);
  await signIn(page, 'adv@demo.example', 'not the password');
  await expect(page.getByText(/do not match/)).toBeVisible();
  await signIn(page, 'adv@demo.example', demoPassword);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  // The browser itself reports the 422 of the wrong one.
  expect(complaints.splice(0).join()).toContain('422');
});
