import { defineConfig, devices } from '@playwright/test';
import { createLaunchOptions } from './scripts/find-browser.mjs';

const isJsonReportWanted = process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] !== undefined;

/**
 * End-to-end tests of the real portal, in the browser of this machine. A test runs in a wide window. A test with the tag `@both-widths`
 * also runs in a narrow window, and a test with the tag `@phone` runs only in the narrow window. `TRACE=1` stores a trace of each failed
 * test in test-results/. By default, no trace is recorded, because recording costs about as much CPU time as the tests.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A failed test is not repeated: no timeout is so short that a busy machine fails a test, so a second attempt would only hide a fault.
  retries: 0,
  // The timeouts are long, so that a missing element fails a test, but a slow machine does not.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: isJsonReportWanted ? [['list'], ['json']] : 'list',
  use: {
    // Without this limit, a press of a missing button would wait until the test times out.
    actionTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'off',
    // The service worker is blocked, because it would answer requests instead of the server, or instead of a test that replaces the
    // server's answers. service-worker.e2e.ts allows it.
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
    // Animations are off, because they cost CPU time on a machine without a graphics card, and no test is about them.
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
