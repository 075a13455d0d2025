/**
 * Runs Lighthouse for mobile on pages of a demo portal: `node bench/lighthouse.ts [runs]`. Lighthouse is not a dependency of the project:
 * npm fetches it for this run. Prints the median performance score with the figures that it consists of, the other scores, and the load of
 * the machine. The total blocking time grows with the load, so only runs on an idle machine can be compared.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { startPortal } from '../e2e/running-portal.ts';
import { createLaunchOptions } from '../scripts/find-browser.mjs';
import { median } from './median.ts';

const lighthouseVersion = '13.5.0';
const runCount = Number(process.argv[2] ?? 5);
const account = { login: 'administrator@demo.example', password: 'Quartz-Lantern-27' };
const pageCases = [
  { name: 'sign-in', path: '/sign-in', signedIn: false },
  { name: 'users', path: '/users', signedIn: true },
  { name: 'home', path: '/', signedIn: true },
  { name: 'verify', path: '/license/verify', signedIn: true },
];

type LighthouseReport = {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number }>;
};

const portal = await startPortal({ args: ['--demo'], environment: { HUMAN_VERIFICATION: 'off' } });
const profilesFolder = await mkdtemp(path.join(tmpdir(), 'basics-lighthouse-'));
const launchOptions = createLaunchOptions();
try {
  printTableRow(['page', 'performance', 'LCP s', 'TBT ms', 'FCP s', 'CLS', 'others', 'load']);
  for (const { name, path: pagePath, signedIn } of pageCases) {
    const profileFolder = path.join(profilesFolder, signedIn ? 'signed-in' : 'signed-out');
    if (signedIn && !existsSync(profileFolder)) await signIn(profileFolder);
    const reports: LighthouseReport[] = [];
    for (let run = 0; run < runCount; run += 1)
      reports.push(await runLighthouse(profileFolder, `${portal.address}${pagePath}`));
    const computeMedianAudit = (id: string) =>
      median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
    const computeMedianScore = (id: string) =>
      median(reports.map(({ categories }) => 100 * (categories[id]?.score ?? Number.NaN)));
    const [load = 0] = loadavg();
    printTableRow([
      name,
      `${computeMedianScore('performance').toFixed(0)} (${reports.map(({ categories }) => 100 * (categories['performance']?.score ?? 0)).join(', ')})`,
      (computeMedianAudit('largest-contentful-paint') / 1000).toFixed(2),
      computeMedianAudit('total-blocking-time').toFixed(0),
      (computeMedianAudit('first-contentful-paint') / 1000).toFixed(2),
      computeMedianAudit('cumulative-layout-shift').toFixed(2),
      ['accessibility', 'best-practices', 'seo'].map((id) => computeMedianScore(id).toFixed(0)).join(' '),
      load.toFixed(1),
    ]);
  }
} finally {
  await portal.stop();
  await rm(profilesFolder, { recursive: true, force: true });
}

/** Signs in with a new browser whose profile is in `profileFolder`, and closes the browser. */
async function signIn(profileFolder: string): Promise<void> {
  const context = await chromium.launchPersistentContext(profileFolder, { ...launchOptions, serviceWorkers: 'block' });
  const [page = await context.newPage()] = context.pages();
  await page.goto(`${portal.address}/sign-in`);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await page.getByLabel('Login').fill(account.login);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  await context.close();
}

/** Runs Lighthouse in a new browser. Playwright must not control this browser, because Playwright would then also record the trace. */
async function runLighthouse(profileFolder: string, url: string): Promise<LighthouseReport> {
  const flags = [...(launchOptions.args ?? []), '--headless=new', `--user-data-dir=${profileFolder}`];
  const { stdout } = await promisify(execFile)(
    'npm',
    [
      'exec',
      '--yes',
      `--package=lighthouse@${lighthouseVersion}`,
      '--',
      'lighthouse',
      url,
      `--chrome-flags=${flags.join(' ')}`,
      '--output=json',
      '--quiet',
      '--disable-storage-reset',
      '--enable-error-reporting=false',
    ],
    {
      cwd: tmpdir(),
      maxBuffer: 100 * 1024 * 1024,
      env: { ...process.env, CHROME_PATH: launchOptions.executablePath },
    },
  );
  // Lighthouse documents the shape of its report.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(stdout) as LighthouseReport;
}

function printTableRow(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
