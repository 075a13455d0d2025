import type { Page } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@basics/server/testing/database/embedded-postgres.ts';
import { followPath, trackRequests, waitUntilQuiet } from './quiet-page.ts';
import { demoPassword, expect, openPage, openSignedIn, test } from './test.ts';

/** The address of each of twelve open pages, and the path to which it goes while the database is stopped. */
const openPages: readonly (readonly [at: string, next: string])[] = [
  ['/', '/users'],
  ['/users', '/companies'],
  ['/users/20', '/users/21'],
  ['/users/create', '/requests'],
  ['/companies', '/companies/1'],
  ['/requests', '/country-salesman'],
  ['/licenses', '/license/1'],
  ['/licenses/renewals', '/licenses/versions'],
  ['/help-requests', '/admin/release-notes'],
  ['/admin/tools', '/admin/brands'],
  ['/account', '/account/security'],
  ['/pcs', '/pcs/licences'],
];
const noticeText = 'The portal cannot be reached, trying again';
const locateNotice = (page: Page) => page.getByRole('alert').getByText(noticeText);

/** Records the times at which a page asks the server for something other than files, in milliseconds. */
function recordCalls(page: Page): number[] {
  const times: number[] = [];
  page.on('request', (request) => {
    if (/^\/(?:core\/api|health)\//.test(new URL(request.url()).pathname)) times.push(performance.now());
  });
  return times;
}

/** Expects words on the page, not the JSON of an answer. */
async function expectWords(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.locator('body').innerText()).not.toMatch(/[{}]|requestId|"code"/);
}

for (const serviceWorkers of ['block', 'allow'] as const)
  test.describe(serviceWorkers === 'allow' ? 'with the service worker' : 'without a service worker', () => {
    test.use({ serviceWorkers });

    test('twelve open pages, a first visit and a sign-in say in words that the database is stopped, and continue by themselves when it is back', async ({
      page,
      browser,
      consoleErrors,
      startOwnPortal,
    }) => {
      const postgres = await startEmbeddedPostgres();
      const environment = { DATABASE_URL: postgres.url, HUMAN_VERIFICATION: 'off' };
      const portal = await startOwnPortal({ args: ['--demo'], environment });
      await openSignedIn(page, `${portal.address}/`, 'administrator@demo.example');
      const tabs = await Promise.all(
        openPages.map(async ([at, next]) => {
          const tab = await page.context().newPage();
          trackRequests(tab);
          await openPage(tab, `${portal.address}${at}`);
          await waitUntilQuiet(tab, at);
          return { tab, at, next, calls: recordCalls(tab) };
        }),
      );
      const visitors = await browser.newContext({ serviceWorkers });
      const signInPage = await visitors.newPage();
      await openPage(signInPage, `${portal.address}/sign-in`);
      await signInPage.getByLabel('Login').fill('viewer@demo.example');
      await signInPage.getByLabel('Password', { exact: true }).fill(demoPassword);
      await signInPage.waitForLoadState('networkidle');

      await postgres.pause();
      for (const { tab, next } of tabs) await followPath(tab, next);
      for (const { tab, next } of tabs) {
        await expect(locateNotice(tab), next).toBeVisible();
        await expectWords(tab);
      }

      await test.step('a sign-in', async () => {
        await signInPage.getByRole('button', { name: 'Sign in', exact: true }).click();
        const words = signInPage.getByRole('alert').filter({ hasText: /The portal (?:is busy|cannot be reached)/ });
        await expect(words.first()).toBeVisible();
        await expectWords(signInPage);
      });
      const firstVisit = await browser.newContext({ serviceWorkers });
      for (const at of ['/', '/sign-in', '/register', '/license/verify', '/release-notes', '/licence-checker'])
        await test.step(`a first visit of ${at}`, async () => {
          const visit = await firstVisit.newPage();
          await visit.goto(`${portal.address}${at}`);
          await expectWords(visit);
        });

      const startTime = performance.now();
      await sleep(40_000);
      const busiest = Math.max(...tabs.map(({ calls }) => calls.filter((time) => time > startTime).length));
      await postgres.resume();
      const resumeTime = performance.now();
      const waits = await Promise.all(
        tabs.map(async ({ tab }) => {
          // The page looks at each frame: `expect` would look once a second.
          await tab.waitForFunction(
            (words) =>
              ![...document.querySelectorAll('[role=alert]')].some((alert) => alert.textContent.includes(words)),
            noticeText,
          );
          return performance.now() - resumeTime;
        }),
      );
      for (const { tab, next } of tabs) {
        await waitUntilQuiet(tab, next);
        await expect(tab.getByRole('button', { name: 'Reload Page' }), next).toHaveCount(0);
        await expectWords(tab);
      }
      await signInPage.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(signInPage.getByRole('button', { name: /^Signed in as/ })).toBeVisible();
      console.info(
        `${serviceWorkers}: at most ${busiest} calls of a page in 40 s; the pages were back after ${waits.map((wait) => (wait / 1000).toFixed(1)).join(', ')} s`,
      );

      await firstVisit.close();
      await visitors.close();
      await page.context().close();
      await portal.stop();
      await postgres.stop();
      for (const consoleError of consoleErrors.splice(0)) expect(consoleError).toMatch(/status of 50[03]|net::ERR_/);
    });
  });
