import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPortal } from './running-portal.ts';
import { expect, signIn, test } from './test.ts';
import { toolOn } from './tool.ts';

test('a new portal prints the password of its administrator, and keeps everything over a restart', async ({ page }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'basics-portal-first-'));
  const first = await startPortal({ dataDir: folder });
  const login = /login\s+(\S+)/.exec(first.output)?.[1] ?? '';
  const password = /password\s+(\S+)/.exec(first.output)?.[1] ?? '';
  expect((await stat(path.join(folder, 'keys/licence.pem'))).mode & 0o777).toBe(0o600);

  await page.goto(`${first.address}/license/verify`);
  await signIn(page, login, password);
  const tool = await toolOn('FIRST', first.address);
  const { out } = await tool.run(['code', '--plain']);
  await page.getByLabel('Verification code').fill(out);
  await page.getByRole('button', { name: 'Issue licence' }).click();
  await expect(page.getByRole('heading', { name: /is ready/ })).toBeVisible();
  // The page asks for more while it is open: the test leaves it before its portal stops.
  await page.goto('about:blank');
  expect(await first.stop()).toBe(0);

  const second = await startPortal({ dataDir: folder });
  expect(second.output).not.toContain('password');
  await page.goto(`${second.address}/account`);
  await signIn(page, login, password);
  const table = page.getByRole('table', { name: 'Licences' });
  await expect(table.getByText('FIRST', { exact: true })).toBeVisible();
  await page.goto('about:blank');
  expect(await second.stop()).toBe(0);
  await tool.remove();
  await rm(folder, { recursive: true });
});
