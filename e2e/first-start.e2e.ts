import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, openPage, signIn, test, expectHome } from './test.ts';
import { createTool } from './tool.ts';

test('a new portal prints a link to create its administrator, and keeps its data after a restart', async ({
  page,
  startOwnPortal,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'basics-portal-first-'));
  const firstRun = await startOwnPortal({ dataDir: folder });
  const activationPath = /\/activation#token=\S+/.exec(firstRun.output)?.[0] ?? '';
  const login = 'ada@office.example';
  const password = 'Basalt-Kettle-93';
  expect((await stat(path.join(folder, 'keys/licence.pem'))).mode & 0o777).toBe(0o600);

  await openPage(page, firstRun.address + activationPath);
  await page.getByLabel('Login/Email', { exact: true }).fill(login);
  await page.getByLabel('Repeat Login/Email').fill(login);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Stone');
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectHome(page);
  await expect(page.getByRole('button', { name: /^Signed in as Ada Stone/ })).toBeVisible();
  await openPage(page, `${firstRun.address}/license/verify`);
  const tool = await createTool('FIRST', firstRun.address);
  const { out } = await tool.run(['code', '--plain']);
  await page.getByLabel('Verification code').fill(out);
  await page.getByRole('button', { name: 'Issue licence' }).click();
  await expect(page.getByText(/^Licensed until/)).toBeVisible();
  // The test leaves the page before the portal stops, because an open page sends requests in the background.
  await page.goto('about:blank');
  expect(await firstRun.stop()).toBe(0);

  const secondRun = await startOwnPortal({ dataDir: folder });
  expect(secondRun.output).not.toContain('/activation');
  await openPage(page, `${secondRun.address}/pcs/licences`);
  await signIn(page, login, password);
  const licenceTable = page.getByRole('table', { name: 'Licences' });
  await expect(licenceTable.getByText('FIRST', { exact: true })).toBeVisible();
  await page.goto('about:blank');
  expect(await secondRun.stop()).toBe(0);
  await tool.remove();
  await rm(folder, { recursive: true });
});
