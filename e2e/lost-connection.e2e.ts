import type { Page } from '@playwright/test';
import { expect, openSignedIn, signIn, test } from './test.ts';
import { followPath } from './quiet-page.ts';

const locateHeading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Lets the browser seem busy at all times, as on a slow computer, so that the portal loads each script only when the script is needed. */
const preventIdle = (page: Page) => page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));

test('an idle page loads the scripts of other pages, so that these pages open without a connection', async ({
  page,
  demo,
  consoleErrors,
}) => {
  const loadedScripts: string[] = [];
  page.on('requestfinished', (request) => loadedScripts.push(new URL(request.url()).pathname));
  await openSignedIn(page, `${demo.address}/account`, 'viewer@demo.example');
  await expect(locateHeading(page)).toHaveText('My Account');
  // The scripts of the pages are loaded one after another. When the script of the licence checker is loaded, the script of the release
  // notes is loaded too.
  await expect.poll(() => loadedScripts.some((script) => /\/licence-checker-page-[^/]+\.js$/.test(script))).toBe(true);
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline')).toBeVisible();
  await followPath(page, '/release-notes');
  await expect(locateHeading(page)).toHaveText('Release notes');
  await page.goto('about:blank');
  for (const consoleError of consoleErrors.splice(0)) expect(consoleError).toMatch(/net::ERR_/);
});

test('Logout without a connection and without the scripts of other pages ends the session and never shows an empty page', async ({
  page,
  demo,
  consoleErrors,
}) => {
  await preventIdle(page);
  await openSignedIn(page, `${demo.address}/account`, 'viewer@demo.example');
  await expect(locateHeading(page)).toHaveText('My Account');
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(locateHeading(page)).toHaveText('My Account');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  // The words need no script that would be loaded only now.
  await expect(page.getByText(/^You are signed out on this device\. The portal could not be reached/)).toBeVisible();
  await expect(locateHeading(page)).toBeVisible();
  await expect(page.getByText('You are offline')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Legal disclaimer' })).toBeVisible();

  await page.context().setOffline(false);
  await expect(locateHeading(page)).toHaveText('Sign in');
  await signIn(page, 'viewer@demo.example');
  await expect(page.getByRole('banner').getByRole('button', { name: /^Signed in as/ })).toBeVisible();
  await page.goto('about:blank');
  for (const consoleError of consoleErrors.splice(0)) expect(consoleError).toMatch(/net::ERR_/);
});
