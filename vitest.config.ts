import { defineConfig } from 'vitest/config';

/**
 * Code that confuses the local day with the day in UTC fails in these two time zones. In Kiritimati (14 hours ahead of
 * UTC), noon in UTC is on the next local day. In Pago Pago (11 hours behind), midnight in UTC is on the local day
 * before; calendar days are parsed as midnight in UTC.
 */
const aheadOfUtc = 'Pacific/Kiritimati';
const behindUtc = 'Pacific/Pago_Pago';

// The timeouts are long, because they only end a test that hangs: a slow machine must not fail a test. Tests set no timeout of their own.
const createNodeProject = (name: string, folder: string, options = {}) => ({
  test: {
    name,
    include: [`${folder}/**/*.test.ts`],
    environment: 'node' as const,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000, interval: 20 } },
    env: { TZ: aheadOfUtc },
    ...options,
  },
});

const serverOptions = {
  globalSetup: ['packages/server/src/testing/global-setup.ts', 'scripts/provide-server.mjs'],
  setupFiles: ['strict', 'cheap-scrypt', 'compile-cache'].map((name) => `packages/server/src/testing/${name}.ts`),
};

/**
 * The test projects. Each test file is beside the file that it tests. Tests of the portal's pages run in a real browser, see
 * packages/portal/vitest.config.ts.
 */
export default defineConfig({
  test: {
    projects: [
      createNodeProject('contract', 'packages/contract'),
      createNodeProject('licensing', 'packages/licensing'),
      createNodeProject('desktop', 'packages/desktop'),
      // Without isolation the modules of the server are loaded once in each worker, and not once for each of 130 files. Projects with
      // different numbers of workers run one after the other.
      createNodeProject('server', 'packages/server', {
        ...serverOptions,
        isolate: false,
        maxWorkers: 2,
        sequence: { groupOrder: 1 },
      }),
      createNodeProject('libraries', 'sdk'),
      // Without isolation the compiler is loaded once, and not once for each file.
      createNodeProject('repo-checks', 'repo-checks', { isolate: false }),
      // Tests of the portal that need no page: `*.test.ts`. Tests that need a page are `*.test.tsx` and run in the
      // browser.
      createNodeProject('portal-values', 'packages/portal', { isolate: false, css: true, env: { TZ: behindUtc } }),
      'packages/portal/vitest.config.ts',
    ],
  },
});
