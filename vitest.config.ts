import { defineConfig } from 'vitest/config';

const node = (name: string, folder: string, options = {}) => ({
  test: { name, include: [`${folder}/**/*.test.ts`], environment: 'node' as const, ...options },
});

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
      }),
      node('house', 'house'),
      'packages/portal/vitest.config.ts',
    ],
  },
});
