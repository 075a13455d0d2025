import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { createLaunchOptions } from '../../scripts/find-browser.mjs';
import { entitiesWithoutHtml } from './entities.config.ts';

/** Pages are tested in the browser that people use; it is the machine's own, found by path. */
export default defineConfig({
  plugins: [react()],
  resolve: { alias: entitiesWithoutHtml },
  root: import.meta.dirname,
  publicDir: false,
  // Found only once a test runs, it would reload the page of that test: on a fresh clone only, when nothing is cached yet.
  optimizeDeps: {
    include: [
      'react-dom/client',
      '@visx/axis',
      '@visx/scale',
      '@visx/shape',
      'fflate',
      'mdast-util-from-markdown',
      '@noble/ed25519',
    ],
  },
  test: {
    name: 'portal',
    include: ['src/**/*.test.tsx'],
    setupFiles: ['src/testing/setup.ts'],
    // One page for all files: a page of its own for each costs more than a second of CPU time.
    isolate: false,
    testTimeout: 60_000,
    // Long, because a busy machine is no fault of the page; what is there is seen at once.
    expect: { poll: { timeout: 15_000, interval: 50 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: createLaunchOptions() }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
    },
  },
});
