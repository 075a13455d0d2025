import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { createLaunchOptions } from '../../scripts/find-browser.mjs';
import { entitiesWithoutHtml } from './entities.config.ts';

/** The time in which an element must appear, or a click must be possible. Without a limit, both would wait until the test times out. */
const maxWaitMs = 12_000;

/** Pages are tested in Chromium, which is found on this machine by its path. */
export default defineConfig({
  plugins: [react()],
  resolve: { alias: entitiesWithoutHtml },
  root: import.meta.dirname,
  publicDir: false,
  // Without this list, Vite would find these dependencies only while a test runs, and would reload the page of the test, if they are not
  // cached.
  optimizeDeps: {
    include: ['react-dom/client', 'fflate', 'mdast-util-from-markdown', '@noble/ed25519'],
  },
  test: {
    name: 'portal',
    include: ['src/**/*.test.tsx'],
    setupFiles: ['src/testing/quick-react.ts', 'src/testing/setup.ts'],
    // Test files share a page, because a separate page for each file costs more than a second of CPU time.
    isolate: false,
    // Two browser pages run the test files in parallel. A single page would spend half of its time waiting for the browser.
    maxWorkers: 2,
    // Projects with different numbers of workers run one after the other.
    sequence: { groupOrder: 2 },
    // A failing test says so within 30 seconds, also after its second attempt. On an idle machine, the longest test takes 5 seconds.
    testTimeout: 25_000,
    hookTimeout: 300_000,
    // A test is repeated only in a counted run, which names each test that passed in its second attempt. In all other
    // runs, a test that fails once is not repeated. A test that hangs is not repeated either.
    retry: { count: process.env['RETRY_PAGE_TESTS'] === '1' ? 1 : 0, condition: /^(?!Test timed out)/ },
    // A busy machine needs seconds for a page. An element that is already there is found at once.
    expect: { poll: { timeout: maxWaitMs, interval: 50 } },
    browser: {
      enabled: true,
      headless: true,
      connectTimeout: 300_000,
      screenshotFailures: false,
      // Drawing animations costs CPU, and a click waits until they have ended. No test is about them.
      provider: playwright({
        actionTimeout: maxWaitMs,
        launchOptions: createLaunchOptions(),
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
    },
  },
});
