import { loadavg } from 'node:os';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { createLaunchOptions } from '../scripts/find-browser.mjs';
import { median } from './median.ts';

/**
 * A page and the selector of the element whose appearance is measured. If the page can be used only after that element has appeared,
 * `usable` selects another element that appears at that time. With `again`, the page has been visited before.
 */
export type PageCase = {
  name: string;
  path: string;
  signedIn: boolean;
  shown: string;
  usable?: string;
  again?: boolean;
};
type PageFigures = { shown: number; works: number; paint: number; kib: number; requests: number };

export const readySelector = 'html[data-ready]';
const account = { login: 'administrator@demo.example', password: 'Quartz-Lantern-27' };

/** Opens each page of the demo portal at `address` several times, and prints a row with the median times, the bytes and the requests. */
export async function printPageTimes(address: string, pageCases: readonly PageCase[], runCount: number): Promise<void> {
  const browser = await chromium.launch(createLaunchOptions());
  try {
    printTableRow(['page', 'LCP s', 'shown s', 'works s', 'KiB', 'requests', 'load']);
    for (const pageCase of pageCases) {
      const runs: PageFigures[] = [];
      for (let run = 0; run < runCount; run += 1) runs.push(await measurePage(browser, address, pageCase));
      const medianOf = (name: keyof PageFigures): number => median(runs.map((figures) => figures[name]));
      const medianTimes = (['paint', 'shown', 'works'] as const).map((name) => (medianOf(name) / 1000).toFixed(2));
      const [load = 0] = loadavg();
      printTableRow([
        pageCase.name,
        ...medianTimes,
        medianOf('kib').toFixed(0),
        String(medianOf('requests')),
        load.toFixed(1),
      ]);
    }
  } finally {
    await browser.close();
  }
}

/**
 * Opens a page of the demo portal at `address` on a slow phone: 1.6 Mbit/s, a latency of 150 ms, a CPU that is four times slower, and an empty
 * cache, unless the page was visited before.
 */
async function measurePage(
  browser: Browser,
  address: string,
  { path, signedIn, shown, usable = shown, again = false }: PageCase,
): Promise<PageFigures> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    // After the sign-in page was loaded, a service worker would answer requests from its cache. Therefore a service worker is allowed only
    // for the measurement of a second visit.
    serviceWorkers: again ? 'allow' : 'block',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  if (signedIn) await signIn(page, address);
  if (again) await visit(page, `${address}${path}`, usable);
  const session = await context.newCDPSession(page);
  await slowDown(session);
  if (!again) await session.send('Network.clearBrowserCache');
  await page.addInitScript(createWatchScript(usable));
  const countTrafficBefore = recordTraffic(session);
  await page.goto('about:blank');
  const startTime = performance.now();
  await page.goto(`${address}${path}`, { waitUntil: 'commit' });
  const waitUntilVisible = async (selector: string): Promise<number> => {
    await page.locator(selector).first().waitFor();
    return performance.now() - startTime;
  };
  const [shownAfter, worksAfter] = await Promise.all([waitUntilVisible(shown), waitUntilVisible(usable)]);
  const { requests, bytes } = countTrafficBefore(await page.evaluate<number>('globalThis.worksAt'));
  const paint = await readLargestPaint(page);
  await context.close();
  return { shown: shownAfter, works: worksAfter, paint, requests, kib: bytes / 1024 };
}

async function visit(page: Page, url: string, works: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator(works).first().waitFor({ state: 'attached' });
}

async function signIn(page: Page, address: string): Promise<void> {
  await visit(page, `${address}/sign-in`, readySelector);
  await page.getByLabel('Login').fill(account.login);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Logout' }).waitFor();
}

async function slowDown(session: CDPSession): Promise<void> {
  const bytesPerSecond = 1_600_000 / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** The script that stores the time at which an element appears in a page, in milliseconds since 1970. */
function createWatchScript(selector: string): string {
  return `
  new MutationObserver((_, observer) => {
    if (document.querySelector(${JSON.stringify(selector)}) === null) return;
    observer.disconnect();
    globalThis.worksAt = Date.now();
  }).observe(document, { subtree: true, childList: true, attributes: true });`;
}

/** The times of a request in milliseconds since 1970, and its bytes with headers. */
type Traffic = { start: number; end: number; bytes: number };

/**
 * Starts to record the requests of a browser session, except those that the cache answers. The returned function counts the requests that
 * started before a given time, and the bytes that arrived before that time.
 */
function recordTraffic(session: CDPSession): (time: number) => { requests: number; bytes: number } {
  const traffic = new Map<string, Traffic>();
  let clockOffset = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request, wallTime, timestamp }) => {
    // Chromium reports the start of a request by two clocks, and its end only by the clock of `timestamp`. The offset between the clocks is
    // the same for all requests.
    clockOffset = wallTime - timestamp;
    if (request.url.startsWith('http')) traffic.set(requestId, { start: wallTime * 1000, end: Infinity, bytes: 0 });
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => void traffic.delete(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const request = traffic.get(requestId);
    if (request)
      traffic.set(requestId, { ...request, end: (timestamp + clockOffset) * 1000, bytes: encodedDataLength });
  });
  return (time) => ({
    requests: [...traffic.values()].filter(({ start }) => start < time).length,
    bytes: [...traffic.values()].reduce((sum, { end, bytes }) => sum + (end < time ? bytes : 0), 0),
  });
}

/** Returns the Largest Contentful Paint in milliseconds since the navigation. */
function readLargestPaint(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime));
    observer.observe({ type: 'largest-contentful-paint', buffered: true });
  })`);
}

function printTableRow(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(22) : cell.padStart(8))).join(' | ')} |\n`);
}
