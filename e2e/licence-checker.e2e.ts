import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { writeLicenceFile } from '@basics/licensing/licence-file.ts';
import type { LicencePayload } from '@basics/licensing/licence-payload.ts';
import { nodePrimitives, createSignerFromPem, createSignerFromSeed } from '@basics/licensing/node-primitives.ts';
import { createYearLicence } from '@basics/licensing/testing/year-long.ts';
import { createCaller, readId, listItems, createToken, findCustomer, type Call } from './portal-api.ts';
import { expect, expectAccessible, openPage, test } from './test.ts';
import type { RunningPortal } from './running-portal.ts';

const daySeconds = 86_400;
const secondsNow = (): number => Math.floor(Date.now() / 1000);

/**
 * Creates a licence file that is signed with the key of the demo. Without `changedFields`, the licence is valid for a
 * year, from yesterday on.
 */
async function createSignedLicence(demo: RunningPortal, changedFields: Partial<LicencePayload> = {}): Promise<string> {
  const signer = createSignerFromPem(await readFile(path.join(demo.dataDir, 'keys/licence.pem'), 'utf8'));
  return writeLicenceFile(createYearLicence(secondsNow(), changedFields), signer, nodePrimitives);
}

/** Chooses a licence file with the given content in the file field of the page. */
const chooseFile = (page: Page, fileContent: string) =>
  page.locator('input[type="file"]').setInputFiles({
    name: 'Basics_blue_DRAWING-9.lic',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(fileContent),
  });

const locateHeading = (page: Page, headingText: string) =>
  page.getByRole('heading', { level: 2, name: headingText, exact: true });

type FoundLicence = { path: string; code: string; file: string; name: string };

/** Finds an active licence of a user of the demo; returns its path in the API, its code, its file and the name of its PC. */
async function findLicence(call: Call, token: string, userId: number): Promise<FoundLicence> {
  const license = listItems(await call(`GET /user/${userId}/licenses`, { token })).find(
    ({ status }) => status === 'Active',
  );
  const licensePath = `/user/${userId}/license/${readId(license, 'licenseId')}`;
  const { text } = await call(`PUT ${licensePath}/download`, { token });
  return {
    path: licensePath,
    code: String(license?.['licenseCode']),
    file: String(text),
    name: String(license?.['machineName']),
  };
}

/** Finds an active licence of a customer of the demo, and revokes it. */
async function revokeLicence(demo: RunningPortal, position: number): Promise<FoundLicence> {
  const call = createCaller(demo);
  const token = await createToken(call, 'administrator@demo.example');
  const body = { keyword: await findCustomer(demo, position) };
  const [customer] = listItems(await call('POST /user/search', { token, body }));
  const licence = await findLicence(call, token, readId(customer, 'userId'));
  await call(`PUT ${licence.path}/revoke`, { token, body: { reason: 'The PC was stolen.' } });
  return licence;
}

test('the licence checker saved as one file works without a portal and without a network', async ({
  page,
  context,
  demo,
}) => {
  const call = createCaller(demo);
  const token = await createToken(call, 'oem@demo.example');
  const { file, code, name } = await findLicence(call, token, readId(await call('GET /user', { token }), 'userId'));
  const revoked = await revokeLicence(demo, 5);
  await openPage(page, `${demo.address}/licence-checker`);
  const downloadStart = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save checker' }).click();
  const download = await downloadStart;
  expect(download.suggestedFilename()).toBe('licence-checker.html');
  const folder = await mkdtemp(path.join(tmpdir(), 'basics-checker-'));
  const savedPage = path.join(folder, 'licence-checker.html');
  await download.saveAs(savedPage);

  // An idle page of the portal loads scripts of other pages. The test leaves the page of the portal before the network is switched off, so
  // that all recorded requests come from the saved file.
  await page.goto('about:blank');
  await context.setOffline(true);
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await page.goto(pathToFileURL(savedPage).href);
  await expect(page.getByRole('heading', { level: 1, name: 'Licence checker' })).toBeVisible();
  await expect(page.getByText(`public keys of ${demo.address}`)).toBeVisible();

  await chooseFile(page, file);
  await expect(page.getByRole('heading', { level: 2, name: /^Genuine, and not revoked by/ })).toBeFocused();
  await expect(page.getByText('Not checked: whether it was revoked since.').first()).toBeVisible();
  await expect(page.getByText(name)).toBeVisible();
  // No other test checks the accessibility of the saved file, because it is a separate document.
  await expectAccessible(page);
  await page.getByLabel(/^Licence code/).fill(code);
  await expect(page.getByText('Not part of a licence code')).toBeVisible();

  const position = file.indexOf('payload: ') + 30;
  await chooseFile(page, file.slice(0, position) + (file[position] === 'A' ? 'B' : 'A') + file.slice(position + 1));
  await expect(locateHeading(page, 'Not genuine')).toBeVisible();
  const foreignSigner = createSignerFromSeed(new Uint8Array(32).fill(7));
  await chooseFile(page, writeLicenceFile(createYearLicence(secondsNow()), foreignSigner, nodePrimitives));
  await expect(locateHeading(page, 'Not from this portal')).toBeVisible();
  await chooseFile(page, await createSignedLicence(demo, { iat: 1, nbf: 1, exp: secondsNow() - 20 * daySeconds }));
  await expect(locateHeading(page, 'Genuine, but expired')).toBeVisible();
  await chooseFile(page, revoked.file);
  await expect(locateHeading(page, 'Revoked')).toBeVisible();
  expect(requestedUrls.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
  await rm(folder, { recursive: true });
});

test('the licence checker refuses a revoked licence and accepts an active one', async ({
  page,
  demo,
  consoleErrors,
}) => {
  const revoked = await revokeLicence(demo, 6);
  await openPage(page, `${demo.address}/licence-checker`);
  await chooseFile(page, revoked.file);
  await expect(locateHeading(page, 'Revoked')).toBeFocused();
  await chooseFile(page, await createSignedLicence(demo));
  await expect(locateHeading(page, 'Genuine and valid')).toBeFocused();
  await page.route('**/.well-known/basics-revocations/*', (route) => route.abort());
  await page.getByLabel(/^Licence code/).fill(revoked.code);
  await expect(locateHeading(page, 'Genuine, but revocation not checked')).toBeFocused();
  expect(consoleErrors.splice(0).join()).toContain('basics-revocations');
});

test('a saved licence checker that was changed does not run', async ({ page, context, demo, consoleErrors }) => {
  const checkerResponse = await page.request.get(`${demo.address}/licence-checker.html`);
  const folder = await mkdtemp(path.join(tmpdir(), 'basics-checker-'));
  const savedPage = path.join(folder, 'licence-checker.html');
  await writeFile(savedPage, (await checkerResponse.text()).replace('<script>', '<script>window.changed = true;'));
  await context.setOffline(true);
  await page.goto(pathToFileURL(savedPage).href);
  await expect(page.getByRole('heading')).toHaveCount(0);
  expect(consoleErrors.splice(0).join()).toContain('Content Security Policy');
  await rm(folder, { recursive: true });
});
