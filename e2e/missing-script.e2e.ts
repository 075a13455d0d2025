import type { Page } from '@playwright/test';
import { expect, expectAccessible, openPage, openSignedIn, test, expectHome } from './test.ts';
import { followPath } from './quiet-page.ts';

const pageScriptPattern = /\/assets\/account-page-[^/]+\.js$/;

/**
 * Records the events `preload-error` of all pages: whether the event can be cancelled, and the message of its error. With `isHandled`, the
 * listener also cancels each event. The browser seems busy, so that the portal loads no scripts of other pages while it is idle.
 */
async function recordPreloadErrors(page: Page, isHandled = false): Promise<string[]> {
  const events: string[] = [];
  await page.exposeFunction('recordPreloadError', (text: string) => events.push(text));
  await page.addInitScript((handled) => {
    Object.assign(window, { requestIdleCallback: () => 0 });
    window.addEventListener('preload-error', (event) => {
      const { message } =
        event instanceof CustomEvent && event.detail instanceof Error ? event.detail : new Error('none');
      void Reflect.get(window, 'recordPreloadError')(`${event.cancelable} ${message}`);
      if (handled) event.preventDefault();
    });
  }, isHandled);
  return events;
}

test('a page whose script is missing is reloaded once and then shows the error screen, and the button "Reload Page" shows the page when the script is available again (T012)', async ({
  page,
  demo,
  consoleErrors,
}) => {
  // An idle page loads the scripts of other pages. The test delays the response for the missing script until the page of this script is
  // opened.
  const pageOpened = Promise.withResolvers<void>();
  await page.route(pageScriptPattern, async (route) => {
    await pageOpened.promise;
    await route.fulfill({ status: 404 });
  });
  await openSignedIn(page, demo.address, 'viewer@demo.example');
  await expectHome(page);

  const loadedUrls: string[] = [];
  const preloadErrors = await recordPreloadErrors(page);
  page.on('load', () => loadedUrls.push(page.url()));
  await followPath(page, '/account');
  pageOpened.resolve();
  await expect(page.getByRole('alert').getByText('Something went wrong. Please try again later.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload Page' })).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => loadedUrls).toEqual([`${demo.address}/account`]);
  // One event for each page: the reload, and the error screen. On the first page, the listener of the test was not there yet.
  await expect.poll(() => preloadErrors).toEqual([expect.stringMatching(/^true .*account-page/)]);
  // About the missing script, the console contains a message of the browser and a message of the router.
  await expect.poll(() => consoleErrors.join('\n')).toMatch(/404/);

  await page.unroute(pageScriptPattern);
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
  await expect.poll(() => loadedUrls).toEqual([`${demo.address}/account`, `${demo.address}/account`]);
  // The browser leaves the page before the test reads the messages, because an idle page loads further scripts.
  await page.goto('about:blank');
  // The idle page also tried to load the missing script, so more than one message is possible.
  for (const consoleError of consoleErrors.splice(0)) expect(consoleError).toMatch(/404|dynamically imported module/);
});

test('a listener that handles the event about a script or a style sheet that cannot be loaded prevents the error (T011)', async ({
  page,
  demo,
  consoleErrors,
}) => {
  const preloadErrors = await recordPreloadErrors(page, true);
  await openSignedIn(page, demo.address, 'viewer@demo.example');
  await expectHome(page);
  await page.route(pageScriptPattern, (route) => route.abort());
  await followPath(page, '/account');
  await expect.poll(() => preloadErrors).toContainEqual(expect.stringMatching(/^true .*account-page/));
  await expectHome(page);

  preloadErrors.length = 0;
  await page.route(/\/assets\/style-[^/]+\.css$/, (route) => route.abort());
  await openPage(page, `${demo.address}/release-notes`);
  await expect.poll(() => preloadErrors).toContainEqual(expect.stringMatching(/^true .*\.css could not be loaded\.$/));
  await page.goto('about:blank');
  for (const consoleError of consoleErrors.splice(0)) expect(consoleError).toMatch(/net::ERR_FAILED/);
});
