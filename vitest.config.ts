import { defineConfig } from 'vitest/config';

/**
 * Time zones in which code fails that confuses the local day with the day in UTC. In the first (14 hours ahead), noon in UTC is on the next
 * day. In the second (11 hours behind), midnight in UTC, as which calendar days are parsed, is on the day before.
 */
const aheadOfUtc = 'Pacific/Kiritimati';
const behindUtc = 'Pacific/Pago_Pago';

// The timeouts are long, because they only end a test that hangs: a slow machine must not fail a test. Tests set no timeout of their own.
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

/**
 * The test projects. Each test file is beside the file that it tests. Tests of the portal's pages run in a real browser, see
 * packages/portal/vitest.config.ts.
 */
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
