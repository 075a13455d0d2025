import { defineConfig, devices } from '@playwright/test';
import { createLaunchOptions } from './scripts/find-browser.mjs';

const isCounted = process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] !== undefined;

/**
 * End-to-end tests of the real portal, in the browser of this machine. A test runs in a wide window; with the tag `@both-widths` in a
 * narrow one as well, with `@phone` only in the narrow one. `TRACE=1` stores a trace of each failed test in test-results/. By default, no
 * trace is recorded, because this costs about as much CPU as the tests.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // Only `npm test` retries a failed test, and names each test that passed in its second attempt. In other runs such a test fails.
  retries: process.env['RETRY_PAGE_TESTS'] === '1' ? 1 : 0,
  // The timeouts are long, so that a missing element fails a test, but a slow machine does not.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: isCounted ? [['list'], ['json']] : 'list',
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'off',
    // A service worker would answer instead of the server or of a test that replaces the server's answers. service-worker.e2e.ts allows it.
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
    // Animations cost CPU time on a machine without a graphics card, and no test is about them.
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
