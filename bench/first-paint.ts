/**
 * Measures how fast pages appear on a phone: `node bench/first-paint.ts [runs]`. Chromium opens pages of a demo portal, with 1.6 Mbit/s, a
 * latency of 150 ms, a CPU that is four times slower, and an empty cache. Prints for each page the median times, the bytes and the requests
 * until a user can work with the page. Also prints the load of the machine, on which the times depend. The page itself records when it can
 * be used. Requests that start later, such as for the typeface and the scripts of other pages, are not counted.
 */
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { loadavg } from 'node:os';
import { startPortal } from '../e2e/running-portal.ts';
import { createLaunchOptions } from '../scripts/find-browser.mjs';

const runCount = Number(process.argv[2] ?? 3);
const account = { login: 'administrator@demo.example', password: 'Quartz-Lantern-27' };

/**
 * A page and the selector of the element whose appearance is measured. If the page can be used only after that element has appeared,
 * `usable` selects another element that appears at that time.
 */
type PageCase = { name: string; path: string; signedIn: boolean; shown: string; usable?: string; again?: boolean };
const readySelector = 'html[data-ready]';
const pageCases: readonly PageCase[] = [
  { name: 'sign-in', path: '/sign-in', signedIn: false, shown: 'input[name=password]', usable: readySelector },
  {
    name: 'sign-in, second visit',
    path: '/sign-in',
    signedIn: false,
    shown: 'input[name=password]',
    usable: readySelector,
    again: true,
  },
  { name: 'users', path: '/users', signedIn: true, shown: 'tbody td a' },
  { name: 'home', path: '/', signedIn: true, shown: 'main h1', usable: 'main section h2' },
  { name: 'verify', path: '/license/verify', signedIn: true, shown: 'main textarea', usable: readySelector },
  { name: 'release notes', path: '/release-notes', signedIn: false, shown: 'main h1', usable: 'main article' },
];

type PageFigures = { shown: number; works: number; paint: number; kib: number; requests: number };

const portal = await startPortal({ args: ['--demo'], environment: { HUMAN_VERIFICATION: 'off' } });
const browser = await chromium.launch(createLaunchOptions());
try {
  printTableRow(['page', 'LCP s', 'shown s', 'works s', 'KiB', 'requests', 'load']);
  for (const paintCase of pageCases) {
    const figuresOfRuns: PageFigures[] = [];
    for (let run = 0; run < runCount; run += 1) figuresOfRuns.push(await measurePage(browser, paintCase));
    const median = (readFigure: (one: PageFigures) => number): number => computeMedian(figuresOfRuns.map(readFigure));
    const timeReaders = [
      (one: PageFigures) => one.paint,
      (one: PageFigures) => one.shown,
      (one: PageFigures) => one.works,
    ];
    const medianTimes = timeReaders.map((readFigure) => (median(readFigure) / 1000).toFixed(2));
    const [load = 0] = loadavg();
    printTableRow([
      paintCase.name,
      ...medianTimes,
      median(({ kib }) => kib).toFixed(0),
      String(median((one) => one.requests)),
      load.toFixed(1),
    ]);
  }
} finally {
  await browser.close();
  await portal.stop();
}

async function measurePage(
  usedBrowser: Browser,
  { path, signedIn, shown, usable = shown, again = false }: PageCase,
): Promise<PageFigures> {
  const context = await usedBrowser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    // After the sign-in page was loaded, a service worker would answer requests from its cache. Therefore a service worker is allowed only
    // for the measurement of a second visit.
    serviceWorkers: again ? 'allow' : 'block',
  });
  const page = await context.newPage();
  if (signedIn) await signIn(page);
  else if (again) await visit(page, path, usable);
  const session = await context.newCDPSession(page);
  await slowDown(session);
  if (!again) await session.send('Network.clearBrowserCache');
  await page.addInitScript(createWatchScript(usable));
  const countTrafficBefore = recordTraffic(session);
  await page.goto('about:blank');
  const startTime = performance.now();
  await page.goto(`${portal.address}${path}`, { waitUntil: 'commit' });
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

async function visit(page: Page, path: string, works: string): Promise<void> {
  await page.goto(`${portal.address}${path}`, { waitUntil: 'networkidle' });
  await page.locator(works).first().waitFor({ state: 'attached' });
}

async function signIn(page: Page): Promise<void> {
  await visit(page, '/sign-in', readySelector);
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

function computeMedian(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

function printTableRow(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(22) : cell.padStart(8))).join(' | ')} |\n`);
}
