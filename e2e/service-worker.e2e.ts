import type { Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '@basics/server/testing/database/free-port.ts';
import { expect, openSignedIn, test, expectHome } from './test.ts';

test.use({ serviceWorkers: 'allow' });

/** Waits until the service worker is installed and active, and returns the paths of the pages that it has stored. */
const listStoredPages = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    const paths = requests.flat().map(({ url }) => new URL(url).pathname);
    return paths.filter((storedPath) => !/^\/(assets|brands)\//.test(storedPath)).toSorted();
  });

test('with the service worker, a page of the portal opens while the server is stopped or slow, and continues when the server answers (T978)', async ({
  page,
  consoleErrors,
  startOwnPortal,
}) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'basics-portal-worker-'));
  const settings = { args: ['--demo'], dataDir, port: await findFreePort() };
  const unreachableAlert = page.getByRole('alert').getByText('The portal cannot be reached, trying again');
  const accountHeading = page.getByRole('heading', { level: 1, name: 'My Account' });
  let portal = await startOwnPortal(settings);
  await openSignedIn(page, portal.address, 'viewer@demo.example');
  await expectHome(page);
  await expect.poll(() => listStoredPages(page)).toEqual(['/app-shell', '/sign-in']);

  await test.step('the server is stopped', async () => {
    await portal.stop();
    await page.goto(`${portal.address}/account`);
    await expect(unreachableAlert).toBeVisible();
    await expect(page.locator('#root header img')).toBeVisible();
    portal = await startOwnPortal(settings);
    await expect(accountHeading).toBeVisible();
    await expect(unreachableAlert).toBeHidden();
  });

  await test.step('the server is slow', async () => {
    portal.suspend();
    await page.goto(`${portal.address}/account`, { waitUntil: 'commit' });
    await expect(page.locator('#root header img')).toBeVisible();
    portal.resume();
    await expect(accountHeading).toBeVisible();
    // A mail gateway has encoded the # of this link. The stored page repairs the address, as the server would.
    portal.suspend();
    await page.goto(`${portal.address}/account%23password`, { waitUntil: 'commit' });
    await expect(page.locator('#root header img')).toBeVisible();
    portal.resume();
    await expect(accountHeading).toBeVisible();
    await expect(page).toHaveURL(`${portal.address}/account#password`);
  });

  await test.step('the operator switches the service worker off', async () => {
    await portal.stop();
    portal = await startOwnPortal({ ...settings, environment: { SERVICE_WORKER: 'off' } });
    // On each visit, the browser asks for a newer service worker when the page is idle. One visit is not always enough, because the former
    // service worker may still be busy.
    const visitAndListStoredParts = async () => {
      await page.goto(`${portal.address}/account`);
      return page.evaluate(async () => [
        ...(await caches.keys()),
        ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
      ]);
    };
    await expect.poll(visitAndListStoredParts, { intervals: [1000, 5000, 15_000], timeout: 120_000 }).toEqual([]);
    // At a later visit, the portal does not register a service worker that would only remove itself again.
    const laterWorkers: string[] = [];
    page.context().on('serviceworker', (worker) => laterWorkers.push(worker.url()));
    expect(await visitAndListStoredParts()).toEqual([]);
    await page.waitForLoadState('networkidle');
    expect(laterWorkers).toEqual([]);
  });
  await page.goto('about:blank');
  await portal.stop();
  await rm(dataDir, { recursive: true });
  // The console of the browser contains an error for each request that failed while the server was stopped.
  for (const consoleError of consoleErrors.splice(0)) expect(consoleError).toContain('net::ERR_');
});
