import type { Plugin } from 'vite';

/**
 * Leaves dynamic imports as they are. Vite wraps each in a function that also loads the styles of the part; all our styles are in one
 * file, which the page itself loads, so there is nothing to wait for.
 */
export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
});
