/**
 * Measures how fast pages appear on a phone: `node bench/first-paint.ts [runs]`. Chromium with 1.6 Mbit/s, 150 ms, a CPU four times slower and
 * an empty cache opens pages of a demo portal; prints the medians, the bytes and the requests of each page until it works, and the load of the
 * machine, without which the times say little.
 */
import { chromium } from 'playwright-core';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { loadavg } from 'node:os';
import { startPortal } from '../e2e/running-portal.ts';
import { createLaunchOptions } from '../scripts/find-browser.mjs';

const runs = Number(process.argv[2] ?? 3);
const account = { login: 'administrator@demo.example', password: 'Quartz-Lantern-27' };

/** A page, and the element whose appearance is measured; `works` is measured as well where it comes later. */
type Case = { name: string; path: string; signedIn: boolean; shown: string; works?: string; again?: boolean };
const ready = 'html[data-ready]';
const cases: readonly Case[] = [
  { name: 'sign-in', path: '/sign-in', signedIn: false, shown: 'input[name=password]', works: ready },
  {
    name: 'sign-in, second visit',
    path: '/sign-in',
    signedIn: false,
    shown: 'input[name=password]',
    works: ready,
    again: true,
  },
  { name: 'users', path: '/users', signedIn: true, shown: 'tbody td a' },
  { name: 'home', path: '/', signedIn: true, shown: 'main h1', works: 'main section h2' },
  { name: 'verify', path: '/license/verify', signedIn: true, shown: 'main textarea' },
  { name: 'release notes', path: '/release-notes', signedIn: false, shown: 'main h1', works: 'main article' },
];

type Measured = { shown: number; works: number; paint: number; kib: number; requests: number };

const portal = await startPortal({ args: ['--demo'], environment: { HUMAN_VERIFICATION: 'off' } });
const browser = await chromium.launch(createLaunchOptions());
try {
  print(['page', 'LCP s', 'shown s', 'works s', 'KiB', 'requests', 'load']);
  for (const each of cases) {
    const measured: Measured[] = [];
    for (let run = 0; run < runs; run += 1) measured.push(await measure(browser, each));
    const median = (of: (one: Measured) => number): number => middle(measured.map(of));
    const seconds = [(one: Measured) => one.paint, (one: Measured) => one.shown, (one: Measured) => one.works];
    const times = seconds.map((of) => (median(of) / 1000).toFixed(2));
    const [load = 0] = loadavg();
    print([
      each.name,
      ...times,
      median(({ kib }) => kib).toFixed(0),
      String(median((one) => one.requests)),
      load.toFixed(1),
    ]);
  }
} finally {
  await browser.close();
  await portal.stop();
}

async function measure(on: Browser, { path, signedIn, shown, works = shown, again = false }: Case): Promise<Measured> {
  const context = await on.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    // It would answer from what it stored while signing in; only a second visit may have it.
    serviceWorkers: again ? 'allow' : 'block',
  });
  const page = await context.newPage();
  if (signedIn) await signIn(page);
  else if (again) await visit(page, path, works);
  const session = await context.newCDPSession(page);
  await slowDown(session);
  if (!again) await session.send('Network.clearBrowserCache');
  const traffic = count(session);
  await page.goto('about:blank');
  const started = performance.now();
  await page.goto(`${portal.address}${path}`, { waitUntil: 'commit' });
  const since = async (selector: string): Promise<number> => {
    await page.locator(selector).first().waitFor();
    return performance.now() - started;
  };
  const [shownAfter, worksAfter] = await Promise.all([since(shown), since(works)]);
  const { requests, bytes } = traffic();
  const paint = await largestPaint(page);
  await context.close();
  return { shown: shownAfter, works: worksAfter, paint, requests, kib: bytes / 1024 };
}

async function visit(page: Page, path: string, works: string): Promise<void> {
  await page.goto(`${portal.address}${path}`, { waitUntil: 'networkidle' });
  await page.locator(works).first().waitFor({ state: 'attached' });
}

async function signIn(page: Page): Promise<void> {
  await visit(page, '/sign-in', ready);
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

/** Counts from now on; what comes from the cache does not count. */
function count(session: CDPSession): () => { requests: number; bytes: number } {
  const own = new Set<string>();
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) own.add(requestId);
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => void own.delete(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (own.has(requestId)) bytes += encodedDataLength;
  });
  return () => ({ requests: own.size, bytes });
}

/** In milliseconds since the navigation (Largest Contentful Paint). */
function largestPaint(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime));
    observer.observe({ type: 'largest-contentful-paint', buffered: true });
  })`);
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

function print(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(22) : cell.padStart(8))).join(' | ')} |\n`);
}
