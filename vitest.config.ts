import { defineConfig } from 'vitest/config';

const suffixes = '**/*.test.{ts,tsx}';

/** A room whose tests need nothing but Node. */
const plain = (name: string, root: string) => ({
  root,
  test: { name, include: [suffixes], environment: 'node' as const },
});

/** Every test of the house by project; `packages/portal` runs its pages in a real browser and says how by itself. */
export default defineConfig({
  test: {
    projects: [
      plain('contract', 'packages/contract'),
      plain('licensing', 'packages/licensing'),
      plain('desktop', 'packages/desktop'),
      plain('server', 'packages/server'),
      plain('house', 'house'),
      'packages/portal/vitest.config.*',
    ],
  },
});
