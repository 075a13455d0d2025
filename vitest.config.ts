import { defineConfig } from 'vitest/config';

// Long, because a machine that is busy is no fault of the code: a test that hangs is ended, nothing is timed.
const node = (name: string, folder: string, options = {}) => ({
  test: {
    name,
    include: [`${folder}/**/*.test.ts`],
    environment: 'node' as const,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    ...options,
  },
});

const mocking = ['packages/server/src/permissions.api.test.ts'];

/** Every test beside its file, by project; the portal's pages run in a real browser, and its own file says how. */
export default defineConfig({
  test: {
    projects: [
      node('contract', 'packages/contract'),
      node('licensing', 'packages/licensing'),
      node('desktop', 'packages/desktop'),
      node('server', 'packages/server', {
        globalSetup: 'packages/server/src/testing/global-setup.ts',
        setupFiles: 'packages/server/src/testing/strict.ts',
        isolate: false,
        exclude: mocking,
      }),
      // A module that is replaced must not have been loaded before: a process of their own.
      node('server-mocking', 'packages/server', {
        include: mocking,
        globalSetup: 'packages/server/src/testing/global-setup.ts',
        setupFiles: 'packages/server/src/testing/strict.ts',
      }),
      node('repo-checks', 'repo-checks'),
      // Tests of the portal that need no page: `*.test.ts`. Those that need one are `*.test.tsx` and run in the browser.
      node('portal-values', 'packages/portal', { isolate: false, css: true }),
      'packages/portal/vitest.config.ts',
    ],
  },
});
