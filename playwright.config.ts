import { defineConfig, devices } from '@playwright/test';
import { howToLaunch } from './scripts/find-browser.mjs';

const isCounted = process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] !== undefined;

/** A person's path through the real portal, in the machine's own browser, on a desk and on a phone. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  // A fault shows as something that never comes; how soon it comes is for bench/ to say.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: isCounted ? [['list'], ['json']] : 'list',
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: process.env['PW_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    permissions: ['clipboard-read', 'clipboard-write'],
    launchOptions: howToLaunch(),
  },
  projects: [
    { name: 'desk', use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } } },
    { name: 'phone', use: { ...devices['Desktop Chrome'], viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
});
