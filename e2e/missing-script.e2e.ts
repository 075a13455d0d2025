import { expect, expectAccessible, openSignedIn, test } from './test.ts';

const pageScript = /\/assets\/account-page-[^/]+\.js$/;

test('a page whose script is missing is reloaded once, then shows the error screen, and Reload Page recovers it', async ({
  page,
  demo,
  consoleErrors,
}) => {
  // The portal also loads the missing script while idle: its answer waits until the page is opened.
  const pageOpened = Promise.withResolvers<void>();
  await page.route(pageScript, async (route) => {
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
  // The browser and the router report the missing script.
  await expect.poll(() => consoleErrors.join('\n')).toMatch(/404/);

  await page.unroute(pageScript);
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
  await expect.poll(() => loadedUrls).toEqual([`${demo.address}/account`, `${demo.address}/account`]);
  // The page is left before its messages are read, because it loads scripts while it is idle.
  await page.goto('about:blank');
  // While the script was missing, the idle page also tried to load it.
  for (const consoleError of consoleErrors.splice(0)) expect(consoleError).toMatch(/404|dynamically imported module/);
});
