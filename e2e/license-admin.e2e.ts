import type { Page } from '@playwright/test';
import path from 'node:path';
import { expect, openPage, openSignedIn, test } from './test.ts';
import { createTool } from './tool.ts';

type Tool = Awaited<ReturnType<typeof createTool>>;

/** Creates a new verification code with the tool, and pastes the code into the page. */
async function pasteCode(page: Page, portal: string, tool: Tool): Promise<void> {
  const { out } = await tool.run(['code', '--plain']);
  // A code that got no licence is still in the field after a reload. The test removes the stored draft before it pastes
  // the new code.
  await page.evaluate(() => sessionStorage.clear());
  await openPage(page, `${portal}/license/verify`);
  await page.getByLabel('Verification code').fill(out);
}

/** Issues the licence for the pasted code, and saves its file in the folder of the tool. */
async function issueFile(page: Page, tool: Tool, fileName: string): Promise<string> {
  await page.getByRole('button', { name: 'Issue licence' }).click();
  await expect(page.getByText(/^Licensed until/)).toBeVisible();
  const downloadStart = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download licence file' }).click();
  const file = path.join(tool.home, fileName);
  await (await downloadStart).saveAs(file);
  return file;
}

test('releasing a PC frees its seat, and the tool denies a licence that staff have revoked', async ({
  page,
  openAs,
  demo,
}) => {
  const name = 'REPLACEMENT';
  const tool = await createTool(name, demo.address);
  await openSignedIn(page, `${demo.address}/pcs`, 'designeroffice@demo.example');
  await expect(page.getByText('2 of 2 seats')).toBeVisible();
  await pasteCode(page, demo.address, tool);
  await expect(page.getByText('Both your seats are taken')).toBeVisible();

  await openPage(page, `${demo.address}/pcs`);
  await page.getByRole('button', { name: 'More for STUDIO-02' }).click();
  await page.getByRole('button', { name: 'Remove PC (STUDIO-02)' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('This counts as a PC change');
  await page.getByRole('button', { name: 'Remove STUDIO-02' }).click();
  await expect(page.getByText('1 of 2 seats')).toBeVisible();
  await pasteCode(page, demo.address, tool);
  const firstFile = await issueFile(page, tool, 'first.lic');
  expect((await tool.run(['install', firstFile])).exitCode).toBe(0);

  const salesman = await openAs(`${demo.address}/licenses`, 'salesman@demo.example');
  await salesman.getByLabel('Search licences').fill(`ohlsen ${name}`);
  await expect(salesman.getByText('1 licence', { exact: true })).toBeVisible();
  await salesman.getByRole('link', { name }).click();
  const panel = salesman.getByRole('dialog', { name });
  await expect(panel.getByRole('link', { name: 'Dina Ohlsen' })).toBeVisible();
  await panel.getByRole('button', { name: 'Revoke', exact: true }).click();
  await panel.getByLabel('Reason').fill('The PC was stolen.');
  await panel.getByRole('button', { name: 'Revoke licence' }).click();
  await expect(panel.getByText(/^Revoked on .* by Simon Aasen$/)).toBeVisible();
  // Without a network, the PC does not know that its licence is revoked until it gets the revocation list or a new
  // licence file.
  expect((await tool.run(['status', '--offline'])).exitCode).toBe(0);
  expect((await tool.run(['revocations'])).exitCode).toBe(0);
  const statusAfterRevocation = await tool.run(['status']);
  expect(statusAfterRevocation.out + statusAfterRevocation.err).toContain('REVOKED');
  expect(statusAfterRevocation.exitCode).toBe(23);

  await pasteCode(page, demo.address, tool);
  const secondFile = await issueFile(page, tool, 'second.lic');
  expect((await tool.run(['install', secondFile])).exitCode).toBe(0);
  const secondInstall = await tool.run(['install', firstFile]);
  expect(secondInstall.out + secondInstall.err).toContain('DENIED');
  expect(secondInstall.exitCode).toBe(19);
  expect((await tool.run(['status'])).exitCode).toBe(0);
  await tool.remove();
});
