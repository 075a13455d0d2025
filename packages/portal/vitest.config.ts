import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { howToLaunch } from '../../scripts/find-browser.mjs';

/** Pages are tested in the browser that people use; it is the machine's own, found by path. */
export default defineConfig({
  plugins: [react()],
  root: import.meta.dirname,
  publicDir: false,
  // Found only once a test runs, it would reload the page of that test: on a fresh clone only, when nothing is cached yet.
  optimizeDeps: { include: ['react-dom/client'] },
  test: {
    name: 'portal',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: howToLaunch() }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
    },
  },
});
