import { locateButton, locateField, locateLink, pasteInto, pressKeyOn, tickCheckbox, typeInto } from './keys.ts';
import { logins, test } from './own-demo.ts';
import { expect, openPage, openSignedIn } from './test.ts';
import { createTool } from './tool.ts';

test('with only the keyboard, a customer issues a licence, copies its code and downloads its file', async ({
  page,
  ownDemo: { address },
}) => {
  const tool = await createTool('KEYS', address);
  await openSignedIn(page, `${address}/license/verify`, logins.oem);
  await pasteInto(locateField(page, 'Verification code'), (await tool.run(['code', '--plain'])).out);
  await pressKeyOn(locateButton(page, 'Issue licence'));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('radio', { name: /With a file/ }).press('ArrowRight');
  await pressKeyOn(locateButton(page, 'Copy licence code'));
  const licenceCode = await page.evaluate(() => navigator.clipboard.readText());
  expect((await tool.run(['install', '-'], licenceCode)).exitCode).toBe(0);
  await page.getByRole('radio', { name: /With a code/ }).press('ArrowLeft');
  const download = page.waitForEvent('download');
  await pressKeyOn(locateButton(page, 'Download licence file'));
  expect((await download).suggestedFilename()).toContain('KEYS');

  await openPage(page, `${address}/licence-checker`);
  await pasteInto(page.getByRole('main').getByRole('textbox'), licenceCode);
  await expect(page.getByText('KEYS').first()).toBeVisible();
  await tool.remove();
});

test('with only the keyboard, a customer issues the licences of two PCs at once, and removes a PC', async ({
  page,
  ownDemo: { address },
}) => {
  const tools = await Promise.all(['NORTH', 'SOUTH'].map((name) => createTool(name, address)));
  const codes = await Promise.all(tools.map(async (tool) => (await tool.run(['code', '--plain'])).out));
  await openSignedIn(page, `${address}/license/verify`, 'adv@demo.example');
  await pressKeyOn(locateLink(page, 'Several PCs').first());
  await pasteInto(locateField(page, 'Verification codes'), codes.join('\n'));
  await pressKeyOn(locateButton(page, 'Check codes'));
  await pressKeyOn(locateButton(page, 'Issue 2 licences'));
  await expect(page.getByRole('heading', { name: 'Download the licences' })).toBeFocused();
  const download = page.waitForEvent('download');
  await pressKeyOn(locateButton(page, 'Download all as ZIP'));
  await download;

  await openPage(page, `${address}/pcs`);
  await pressKeyOn(locateButton(page, 'More for NORTH'));
  await pressKeyOn(locateButton(page, 'Remove PC (NORTH)'));
  await pressKeyOn(locateButton(page.getByRole('alertdialog'), 'Remove NORTH'));
  await expect(locateButton(page, 'Remove PC (NORTH)')).toHaveCount(0);
  for (const tool of tools) await tool.remove();
});

test('with only the keyboard, an administrator answers a help request, and selects the version whose owners get release notes', async ({
  page,
  ownDemo: { address },
}) => {
  await openSignedIn(page, `${address}/help-requests`, logins.administrator);
  await pressKeyOn(page.locator('main tbody').getByRole('link').first());
  const panel = page.getByRole('dialog');
  await pressKeyOn(locateButton(panel, 'Send reply'));
  await typeInto(locateField(panel, /^Message/), 'Please call us.');
  await pressKeyOn(locateButton(panel, 'Send reply'));
  await expect(page.getByText(/^Answer sent to/)).toBeVisible();

  await openPage(page, `${address}/licenses/versions`);
  await tickCheckbox(page.getByRole('checkbox', { name: /^Select \d/ }).first());
  await pressKeyOn(locateButton(page, 'Send release notes…'));
  await expect(page.getByRole('dialog').getByText(/^\d+ customers? gets? an e-mail/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(locateButton(page, 'Send release notes…')).toBeFocused();
});
