import type { Page, Request } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from './test.ts';

/** The requests of each page that have no response yet. */
const openRequestsByPage = new WeakMap<Page, Set<Request>>();

/** Records the requests of a page that have no response yet. */
export function trackRequests(page: Page): void {
  const openRequests = new Set<Request>();
  openRequestsByPage.set(page, openRequests);
  page.on('request', (request) => openRequests.add(request));
  page.on('requestfinished', (request) => openRequests.delete(request));
  page.on('requestfailed', (request) => openRequests.delete(request));
}

/** Goes to an address of the portal in the same way as a link, without loading the page again. */
export const followPath = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => window.history.pushState(null, '', to), path);

/** Waits until a page with tracked requests has a heading, no loading state and no open request. */
export const waitUntilQuiet = (page: Page, pageName: string): Promise<void> =>
  expect.poll(() => checkIsQuiet(page), { intervals: [20, 20, 40, 80], message: pageName }).toBe(true);

/** Waits 40 ms, and returns whether the page then shows no loading state and has no open request. */
async function checkIsQuiet(page: Page): Promise<boolean> {
  const hasOpenRequests = (): boolean => (openRequestsByPage.get(page)?.size ?? 0) > 0;
  if (hasOpenRequests()) return false;
  await sleep(40);
  // The evaluation fails if the browser is loading another page at this moment.
  const isShown = await page
    .evaluate(() => document.querySelector('h1') !== null && document.querySelector('[aria-busy="true"]') === null)
    .catch(() => false);
  return isShown && !hasOpenRequests();
}
