import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, openSignedIn, test } from './test.ts';
import { createTool } from './tool.ts';

test('a customer enters the codes of several PCs and gets one ZIP file with licences, which the tools on these PCs accept', async ({
  page,
  demo,
}) => {
  const machineNames = ['NORTH', 'SOUTH', 'EAST', 'WEST'];
  const tools = await Promise.all(machineNames.map((name) => createTool(name, demo.address)));
  const verificationCodes = await Promise.all(
    tools.map(async (tool) => (await tool.run(['code', '--plain'])).out.trim()),
  );
  const [first = '', second = '', third = '', fourth = ''] = verificationCodes;

  // The customer can license three PCs, and one PC is in use, so the portal refuses two of the four codes.
  await openSignedIn(page, `${demo.address}/license/verify`, 'adv@demo.example');
  await page.getByRole('link', { name: 'Several PCs' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Licences for several PCs' })).toBeVisible();

  await page.getByLabel('Verification codes').fill(`Our PCs:\n> ${first.replaceAll('\n', '\n> ')}\nand ${second}`);
  await page.getByRole('button', { name: 'Check codes' }).click();
  const files = [third, fourth, third].map((code, index) => ({
    name: `pc-${index}.bvr`,
    mimeType: 'text/plain',
    buffer: Buffer.from(`${code}\r\n`),
  }));
  await page.locator('input[type="file"]').setInputFiles(files);
  for (const name of machineNames) await expect(page.getByText(name, { exact: true })).toBeVisible();
  await expect(page.getByText(/1 code was already in the list/)).toBeVisible();
  await expect(page.getByText('Checking')).toHaveCount(0);

  await expect(page.getByText('No PC left')).toHaveCount(2);
  await page.getByRole('button', { name: 'Issue 2 licences' }).click();
  await expect(page.getByRole('heading', { name: 'Download the licences' })).toBeFocused();

  const downloadStart = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all as ZIP' }).click();
  const download = await downloadStart;
  expect(download.suggestedFilename()).toMatch(/^Basics_licences_\d{4}-\d\d-\d\d\.zip$/);
  const archive = unzipSync(new Uint8Array(await readFile(await download.path())));
  const licenceNames = Object.keys(archive).filter((name) => name.endsWith('.lic'));
  expect(licenceNames).toHaveLength(2);
  expect(new TextDecoder().decode(archive['licences.csv'])).toContain('"Licence code"');

  for (const [index, tool] of tools.entries()) {
    const ownLicence = licenceNames.find((name) => name.includes(machineNames[index] ?? ''));
    if (ownLicence !== undefined) {
      expect(ownLicence).toMatch(/^Basics_\w+_[A-Z]+_\d{4}-\d\d-\d\d\.lic$/);
      const file = path.join(tool.home, ownLicence);
      await writeFile(file, archive[ownLicence] ?? '');
      expect(await tool.run(['install', file])).toMatchObject({ exitCode: 0 });
      expect((await tool.run(['status'])).out).toContain('VALID');
    }
    await tool.remove();
  }
});
