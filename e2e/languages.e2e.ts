import { problems } from '@basics/contract/calls/problems.ts';
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { inventedId } from './invented.ts';
import { buildInventedPages } from './invented-pages.ts';
import { readVisibleTexts, findUntranslatedTexts } from './page-texts.ts';
import { createCaller, listItems, createToken, type Call } from './portal-api.ts';
import { startPortal, type RunningPortal } from './running-portal.ts';
import { demoPassword, expect, expectRefusals, openPage, test as base } from './test.ts';

const administrator = 'administrator@demo.example';
const serverSourceFile = path.resolve(import.meta.dirname, '../packages/server/src/main.ts');
const routesFolder = path.resolve(import.meta.dirname, '../packages/portal/src/app/routes');

/** A demo portal with the texts of the invented language, and a folder with pages in that language. */
const test = base.extend<object, { portal: RunningPortal; pagesFolder: string }>({
  pagesFolder: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from this pattern
    async ({}, use) => {
      const pagesFolder = await buildInventedPages();
      await use(pagesFolder.folder);
      await pagesFolder.remove();
    },
    { scope: 'worker' },
  ],
  portal: [
    async ({ mailbox }, use) => {
      const preload = new URL('invented-server.ts', import.meta.url).href;
      const environment = {
        NODE_OPTIONS: `--import=${preload}`,
        SMTP_URL: mailbox.url,
        HUMAN_VERIFICATION: 'off',
      };
      // The portal runs from its source files, because the invented language is added to modules that a bundle does not contain.
      const portal = await startPortal({ program: serverSourceFile, args: ['--demo'], environment });
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker' },
  ],
});

test('with a second language, no page, problem or e-mail contains English', async ({
  page,
  pagesFolder,
  portal,
  mailbox,
  consoleErrors,
}) => {
  const apiTexts = await showPages(page, { pagesFolder, portal });
  const routes = await listRoutes(createCaller(portal));
  const untranslated: Record<string, string[]> = {};
  const allTexts: string[] = [];
  const checkPage = async (pageName: string): Promise<void> => {
    await expect(page.locator('h1:not([data-left])').first(), pageName).toBeVisible();
    await expect(page.getByText('⟦Loading⟧'), pageName).toHaveCount(0);
    await expect.poll(apiTexts.areComplete, pageName).toBe(true);
    const texts = await readVisibleTexts(page);
    allTexts.push(...texts);
    untranslated[pageName] = findUntranslatedTexts(texts, apiTexts.texts);
  };

  await openPage(page, `${portal.address}/sign-in`);
  await expect(page.locator('html')).toHaveAttribute('lang', inventedId);
  await page.getByRole('button', { name: '⟦Sign in⟧', exact: true }).click();
  await expect(page.getByText('⟦Login is required.⟧').first()).toBeVisible();
  await checkPage('fields');
  await signIn(page, 'wrong');
  await expect(page.getByText(`⟦${problems.WRONG_CREDENTIALS.message}⟧`).first()).toBeVisible();
  await checkPage('problem');
  await expectRefusals(consoleErrors, 422);
  for (const { path: route } of routes.filter((routeRow) => routeRow.isPublic && routeRow.path !== '/sign-in')) {
    await navigate(page, route);
    await checkPage(route);
  }

  // The registration sends an e-mail, so that the list of e-mails, which is visited below, contains an e-mail in the
  // invented language.
  await register(page, portal);
  const mail = await mailbox.newest('ines.neu@applicant.example', '⟦');
  expect(mail.text).toMatch(/\d\. \p{L}+ 20\d\d/u);

  await openPage(page, `${portal.address}/sign-in`);
  // The addresses visited above contain invented tokens, which the portal refused.
  consoleErrors.length = 0;
  await signIn(page, demoPassword);
  await expect(page).toHaveURL(`${portal.address}/`);
  await checkPage('/');
  // Settings opens its first page, which has a row of its own.
  const otherRoutes = routes.filter((routeRow) => !routeRow.isPublic && !['/', '/settings'].includes(routeRow.path));
  for (const { path: route } of otherRoutes) {
    await navigate(page, route);
    await checkPage(route);
  }
  // The test leaves the page first, because a call that has no response yet would fail when the page is closed.
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'wait' });
  expect(untranslated).toEqual(Object.fromEntries(Object.keys(untranslated).map((name) => [name, []])));
  expect(allTexts.filter((text) => /vor \d+ (Tagen|Stunden)/.test(text))).not.toEqual([]);
  expect(allTexts.join('\n')).toMatch(/\d\. (Januar|Februar|März|April|Mai|Ju[nl]i|August|\p{L}+ber) 20\d\d/u);
});

/**
 * Navigates in the same way as a link, without loading the page again. Marks the heading of the former page, so that
 * the test can wait for the new heading.
 */
const navigate = (page: Page, to: string): Promise<void> =>
  page.evaluate((pageAddress) => {
    for (const heading of document.querySelectorAll('h1')) heading.setAttribute('data-left', '');
    window.history.pushState(null, '', pageAddress);
  }, to);

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('⟦Login⟧').fill(administrator);
  await page.getByLabel('⟦Password⟧', { exact: true }).fill(password);
  await page.getByRole('button', { name: '⟦Sign in⟧', exact: true }).click();
}

type ShownPortal = { pagesFolder: string; portal: RunningPortal };

/**
 * Shows the built pages at the address of the portal. The portal itself still answers the calls. Returns the texts of its responses that
 * are data, which need no translation.
 */
async function showPages(page: Page, { pagesFolder, portal }: ShownPortal) {
  const texts = new Set<string>();
  let pendingCalls = 0;
  await page.route(`${portal.address}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith('/core/api')) {
      pendingCalls += 1;
      const headers = { ...route.request().headers(), 'accept-language': inventedId };
      const response = await route.fetch({ headers });
      const responseText = await response.text();
      if (response.headers()['content-type']?.includes('json'))
        collectDataTexts(
          JSON.parse(responseText),
          texts,
          pathname.includes('/help-request/') ? recordedFields : userFields,
        );
      await route.fulfill({ response });
      pendingCalls -= 1;
      return undefined;
    }
    if (/^\/(brands|\.well-known|health)/.test(pathname)) return route.continue();
    const file = path.extname(pathname) === '' ? 'index.html' : pathname.slice(1);
    return route.fulfill({ path: path.join(pagesFolder, file) });
  });
  // A response can start another call, which a browser without work has started.
  const areComplete = async (): Promise<boolean> => {
    if (pendingCalls > 0) return false;
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
    return pendingCalls === 0;
  };
  return { texts, areComplete };
}

/**
 * Collects the texts of a response that are data. A sentence is data only if it is in a field whose value a user has
 * written.
 */
function collectDataTexts(
  responseValue: unknown,
  collectedTexts: Set<string>,
  dataFields: ReadonlySet<string>,
  fieldName = '',
): void {
  if (typeof responseValue === 'string' && (!isSentence(responseValue) || dataFields.has(fieldName)))
    collectedTexts.add(responseValue);
  if (Array.isArray(responseValue))
    for (const child of responseValue) collectDataTexts(child, collectedTexts, dataFields, fieldName);
  else if (typeof responseValue === 'object' && responseValue !== null)
    for (const [name, child] of Object.entries(responseValue))
      collectDataTexts(child, collectedTexts, dataFields, name);
}

/**
 * The response fields with sentences that users or the demo have written: reasons, comments, answers, closing words, release notes, legal texts, and names
 * of companies, which may end with a full stop.
 */
const userFields: ReadonlySet<string> = new Set([
  'reason',
  'comment',
  'answer',
  'words',
  'text',
  'description',
  'company',
  'name',
]);

/** A request for help also has the message that its customer read, in the language of the customer. */
const recordedFields: ReadonlySet<string> = new Set([...userFields, 'message']);

const isSentence = (text: string): boolean => /^\p{Lu}\S* .*[.!?]$/su.test(text);

/** Lists the path of every route of the route table. The ids of records of the demo replace the parameters. */
async function listRoutes(call: Call): Promise<{ path: string; isPublic: boolean }[]> {
  const token = await createToken(call, administrator);
  const findFirst = async (endpoint: string, body: object) => listItems(await call(endpoint, { token, body }))[0] ?? {};
  const customer = await findFirst('POST /user/search', { keyword: 'smallcustomer@demo.example' });
  const pendingRequest = await findFirst('POST /pending-request/search', {});
  const releaseNote = await findFirst('POST /release-note/list', {});
  const parameterValues: Record<string, unknown> = {
    releaseId: releaseNote['releaseId'],
    licenseId: 1,
    companyId: 1,
    brandId: 'red',
    document: 'terms',
  };
  const tables = await Promise.all(
    ['route-table.tsx', 'administration-rows.ts'].map((file) => readFile(path.join(routesFolder, file), 'utf8')),
  );
  const rows = [...tables.join('\n').matchAll(/^ {4}path: '([^']+)',\n {4}needs: (\S+)/gm)];
  expect(rows.length).toBeGreaterThan(35);
  return rows.flatMap(([, to = '', needs]) => {
    const users =
      to === '/users/$userId' ? [customer, pendingRequest] : [to.endsWith('/edit') ? customer : pendingRequest];
    return users.map((user) => ({
      path: to.replaceAll(/\$(\w+)/g, (_, name: string) => String({ ...user, ...parameterValues }[name])),
      isPublic: needs === "'public',",
    }));
  });
}

/** A person without an account gets e-mails in the language of the request. */
async function register(page: Page, { address }: RunningPortal): Promise<void> {
  const login = 'ines.neu@applicant.example';
  const optional = { phone: '', company: '', comment: '', canReceiveMail: true };
  const choices = { country: 'NO', brand: 'blue', tool: 'basics', reason: 'Drawings' };
  const registration = await page.request.post(`${address}/core/api/tool/user`, {
    headers: { 'accept-language': inventedId },
    data: { login, email: login, firstName: 'Ines', lastName: 'Neu', ...optional, ...choices },
  });
  expect(registration.status()).toBe(200);
}
