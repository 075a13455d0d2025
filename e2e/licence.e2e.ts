import path from 'node:path';
import { countPresses } from './presses.ts';
import { copyLicenceCode, expect, expectAccessible, expectRefusals, openSignedIn, expectHome } from './test.ts';
import { openPage, pasteOutsideFields, reloadPage, signIn, test } from './test.ts';
import { createTool } from './tool.ts';

test(
  'the code of a PC gives a licence that its tool accepts (T009)',
  { tag: '@both-widths' },
  async ({ page, context, demo, consoleErrors }) => {
    const tool = await createTool('DRAWING', demo.address);
    const code = await tool.run(['code', '--plain']);
    expect(code.exitCode).toBe(0);

    const presses = await countPresses(page);
    await openPage(page, demo.address);
    await expect(page).toHaveURL(/\/sign-in$/);
    await signIn(page, 'applicationexpert@demo.example', 'not the password');
    await expect(page.getByText(/login or password is wrong/)).toBeVisible();
    await signIn(page, 'applicationexpert@demo.example');
    await expectHome(page);
    await expectRefusals(consoleErrors, 422);

    // A customer on the home page gets a licence with two actions: pasting the code anywhere in the page, and pressing
    // the button that issues the licence.
    await expect(page.getByLabel('Verification code')).toBeVisible();
    await presses.restart();
    await pasteOutsideFields(page, `> Here is my code:\n> ${code.out.replaceAll('\n', '\n> ')}`);
    await expect(page.getByText('DRAWING').first()).toBeVisible();
    await page.getByRole('button', { name: 'Issue licence' }).click();
    await expect(page.getByText(/^Licensed until/)).toBeVisible();
    expect(await presses.readPresses()).toBe(2);
    // The licence has an address of its own: a reload, Back and Forward, and another tab show the same licence.
    await expect(page).toHaveURL(/\/license\/\d+$/);
    const licenceAddress = page.url();
    await reloadPage(page);
    await expect(page.getByRole('heading', { level: 1, name: 'DRAWING' })).toBeVisible();
    await page.goBack();
    await expectHome(page);
    await page.goForward();
    await expect(page.getByText(/^Licensed until/)).toBeVisible();
    const otherTab = await context.newPage();
    await openPage(otherTab, licenceAddress);
    await expect(otherTab.getByRole('heading', { level: 1, name: 'DRAWING' })).toBeVisible();
    await otherTab.close();
    // In this test, axe checks the production build with all of its styles. The page tests check the pages without
    // these styles.
    await expectAccessible(page);

    const installResult = await tool.run(['install', '-'], await copyLicenceCode(page));
    expect(installResult.err + installResult.out).toContain('VALID');
    expect(installResult.exitCode).toBe(0);

    const downloadStart = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download licence file' }).click();
    const download = await downloadStart;
    expect(download.suggestedFilename()).toMatch(/^Basics_\w+_DRAWING_\d{4}-\d\d-\d\d\.lic$/);
    const file = path.join(tool.home, download.suggestedFilename());
    await download.saveAs(file);
    expect((await tool.run(['install', file])).exitCode).toBe(0);
    const statusResult = await tool.run(['status']);
    expect(statusResult.exitCode).toBe(0);
    expect(statusResult.out).toContain('VALID');
    await tool.remove();
  },
);

test('the link in a QR code shows the verification code of the PC after sign-in, and the page removes the code from the address (T010)', async ({
  page,
  demo,
}) => {
  const tool = await createTool('LINKED', demo.address);
  const { out } = await tool.run(['code', '--json']);
  await openPage(page, JSON.parse(out).link);
  await expect(page).toHaveURL(/\/sign-in$/);
  await signIn(page, 'administrator@demo.example');
  await expect(page).toHaveURL(`${demo.address}/license/verify`);
  await expect(page.getByText('LINKED').first()).toBeVisible();
  await tool.remove();
});

test('signing out in one tab signs out the other tab too, and the server refuses the former session token (T008)', async ({
  page,
  context,
  demo,
}) => {
  await openSignedIn(page, `${demo.address}/account`, 'designeroffice@demo.example');
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('token'));

  const otherTab = await context.newPage();
  await openPage(otherTab, `${demo.address}/account`);
  await expect(otherTab.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await expect(otherTab).toHaveURL(/\/sign-in$/);
  const userResponse = await page.request.get(`${demo.address}/core/api/user`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(userResponse.status()).toBe(401);
});

test('a PC with a network gets its licence when the user presses one button in the portal', async ({ page, demo }) => {
  const tool = await createTool('ONLINE', demo.address);
  const activation = tool.run(['activate']);
  const userCode = await tool.waitForOutput(/^ {2}([A-Z]{4}-[A-Z]{4})$/m);
  await openPage(page, `${demo.address}/activate#c=${userCode}`);
  await expect(page).toHaveURL(/\/sign-in$/);
  await signIn(page, 'applicationexpert@demo.example');
  await expect(page.getByRole('heading', { name: 'ONLINE asks for a licence' })).toBeVisible();
  await page.getByRole('button', { name: 'Issue licence for this PC' }).click();
  await expect(
    page.getByText(/^(Done\. ONLINE installs its licence now|ONLINE has fetched its licence)/),
  ).toBeVisible();

  const { exitCode, out, err } = await activation;
  expect(out, err).toContain('Installed.\nVALID');
  expect(exitCode).toBe(0);
  expect((await tool.run(['status'])).out).toContain('VALID');
  await tool.remove();
});

test('a return code of a PC frees its seat, and the PC does not accept the licence again', async ({ page, demo }) => {
  const tool = await createTool('RETURNED', demo.address);
  const { out } = await tool.run(['code', '--plain']);
  await openSignedIn(page, `${demo.address}/license/verify`, 'applicationexpert@demo.example');
  await page.getByLabel('Verification code').fill(out);
  await page.getByRole('button', { name: 'Issue licence' }).click();
  await expect(page.getByText(/^Licensed until/)).toBeVisible();
  const licence = await copyLicenceCode(page);
  expect((await tool.run(['install', '-'], licence)).exitCode).toBe(0);

  const returnResult = await tool.run(['return', '--yes']);
  expect(returnResult.exitCode).toBe(0);
  await openPage(page, `${demo.address}/license/verify`);
  await page.getByLabel('Verification code').fill(returnResult.out);
  await page.getByRole('button', { name: 'Return licence' }).click();
  await expect(page.getByText(/^Returned on/)).toBeVisible();
  expect((await tool.run(['install', '-'], licence)).err).toContain('RETURNED');
  await tool.remove();
});
