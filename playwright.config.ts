import { defineConfig, devices } from '@playwright/test';
import { createLaunchOptions } from './scripts/find-browser.mjs';

const isCounted = process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] !== undefined;

/**
 * Whole journeys through the real portal, in the machine's own browser. A test runs in a wide window; with the tag `@both-widths` in
 * a narrow one as well, with `@phone` only there. `TRACE=1` keeps a trace of each failed test in test-results/: recording costs about
 * as much CPU as the tests do, so it is off otherwise.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // Only in a counted run, which names each test that passed in its second attempt. Elsewhere such a test fails.
  retries: process.env['RETRY_PAGE_TESTS'] === '1' ? 1 : 0,
  // Long, because a busy machine is not a fault: a missing element fails the test, a slow one does not.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: isCounted ? [['list'], ['json']] : 'list',
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'off',
    // They would answer in place of the server, and of the answers that tests invent; service-worker.e2e.ts allows them.
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
    // Drawing animations without a graphics card costs CPU, and no test is about them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: createLaunchOptions(),
  },
  projects: [
    {
      name: 'desk',
      grepInvert: /@phone/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      grep: /@phone|@both-widths/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
});
