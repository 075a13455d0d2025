import { defineConfig } from 'vitest/config';

/**
 * Time zones in which code that takes the local day for the day in UTC fails: 14 hours ahead, so that noon in UTC is on the next day; and 11
 * hours behind, so that midnight in UTC, with which calendar days are parsed, is on the day before.
 */
const aheadOfUtc = 'Pacific/Kiritimati';
const behindUtc = 'Pacific/Pago_Pago';

// Long, because a busy machine is no fault of the code: the limits end a test that hangs, and time nothing. Tests set no limit of their own.
const node = (name: string, folder: string, options = {}) => ({
  test: {
    name,
    include: [`${folder}/**/*.test.ts`],
    environment: 'node' as const,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    env: { TZ: aheadOfUtc },
    ...options,
  },
});

const server = {
  globalSetup: 'packages/server/src/testing/global-setup.ts',
  setupFiles: ['packages/server/src/testing/strict.ts', 'packages/server/src/testing/cheap-scrypt.ts'],
};

/** Every test beside its file, by project; the portal's pages run in a real browser, and its own file says how. */
export default defineConfig({
  test: {
    projects: [
      node('contract', 'packages/contract'),
      node('licensing', 'packages/licensing'),
      node('desktop', 'packages/desktop'),
      // Without isolation the modules of the server are loaded once in each worker, and not once for each of 130 files. Projects with
      // different numbers of workers run one after the other.
      node('server', 'packages/server', {
        ...server,
        isolate: false,
        maxWorkers: 2,
        sequence: { groupOrder: 1 },
      }),
      // Without isolation the compiler is loaded once, and not once for each file.
      node('repo-checks', 'repo-checks', { isolate: false }),
      // Tests of the portal that need no page: `*.test.ts`. Those that need one are `*.test.tsx` and run in the browser.
      node('portal-values', 'packages/portal', { isolate: false, css: true, env: { TZ: behindUtc } }),
      'packages/portal/vitest.config.ts',
    ],
  },
});
