import type { Page } from '@playwright/test';
import path from 'node:path';
import { expect, expectAccessible, signIn, test } from './test.ts';
import { toolOn } from './tool.ts';

type Tool = Awaited<ReturnType<typeof toolOn>>;

/** Pastes a new code of the tool's PC at the portal; what comes of it is read by who called. */
async function pasteCode(page: Page, portal: string, tool: Tool): Promise<void> {
  const { out } = await tool.run(['code', '--plain']);
  await page.goto(`${portal}/license/verify`);
  await page.getByLabel('Verification code').fill(out);
}

/** Issues what the pasted code brings, and saves its file beside the tool. */
async function takeFile(page: Page, tool: Tool, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Issue licence' }).click();
  await expect(page.getByRole('heading', { name: /is ready/ })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download licence file' }).click();
  const file = path.join(tool.home, name);
  await (await downloading).saveAs(file);
  return file;
}

test('a PC that is gone makes room, and a licence that staff revoke is denied by the next file', async ({
  page,
  person,
  demo,
}, { project }) => {
  const name = `CARE-${project.name.toUpperCase()}`;
  const tool = await toolOn(name, demo.address);
  await page.goto(`${demo.address}/account`);
  await signIn(page, 'designeroffice@demo.example');
  await expect(page.getByText(/2 of 2 PCs in use/)).toBeVisible();
  await expectAccessible(page);
  await pasteCode(page, demo.address, tool);
  await expect(page.getByText('No licence for this code')).toBeVisible();

  await page.goto(`${demo.address}/account`);
  await page.getByRole('button', { name: 'Remove PC (STUDIO-02)' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('This counts as a move');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove STUDIO-02' }).click();
  await expect(page.getByText(/1 of 2 PCs in use; 1 of 3 moves used/)).toBeVisible();
  await pasteCode(page, demo.address, tool);
  const first = await takeFile(page, tool, 'first.lic');
  expect((await tool.run(['install', first])).exitCode).toBe(0);

  const salesman = await person(`${demo.address}/licenses`, 'salesman@demo.example');
  await salesman.getByLabel('Search licences').fill(`ohlsen ${name}`);
  await expect(salesman.getByText('1 licence', { exact: true })).toBeVisible();
  await expectAccessible(salesman);
  await salesman.getByRole('link', { name }).click();
  const panel = salesman.getByRole('dialog', { name });
  await expect(panel.getByRole('link', { name: 'Dina Ohlsen' })).toBeVisible();
  await expectAccessible(salesman);
  await panel.getByRole('button', { name: 'Revoke', exact: true }).click();
  await panel.getByLabel('Reason').fill('The PC was stolen.');
  await expectAccessible(salesman);
  await panel.getByRole('button', { name: 'Revoke licence' }).click();
  await expect(panel.getByText(/^Revoked on .* by Simon Aasen$/)).toBeVisible();
  await expectAccessible(salesman);
  // Nobody has told that PC yet.
  expect((await tool.run(['status'])).exitCode).toBe(0);

  await pasteCode(page, demo.address, tool);
  const second = await takeFile(page, tool, 'second.lic');
  expect((await tool.run(['install', second])).exitCode).toBe(0);
  const denied = await tool.run(['install', first]);
  expect(denied.out + denied.err).toContain('DENIED');
  expect(denied.exitCode).toBe(19);
  expect((await tool.run(['status'])).exitCode).toBe(0);
  await tool.remove();
});
