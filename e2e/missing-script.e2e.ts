import { expect, expectAccessible, openSignedIn, test } from './test.ts';

const pageScriptPattern = /\/assets\/account-page-[^/]+\.js$/;

test('a page whose script is missing is reloaded once and then shows the error screen, and the button "Reload Page" shows the page when the script is available again', async ({
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
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');

  const loadedUrls: string[] = [];
  page.on('load', () => loadedUrls.push(page.url()));
  await page.evaluate(() => window.history.pushState(null, '', '/account'));
  pageOpened.resolve();
  await expect(page.getByRole('alert').getByText('Something went wrong. Please try again later.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload Page' })).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => loadedUrls).toEqual([`${demo.address}/account`]);
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
