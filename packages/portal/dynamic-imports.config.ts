import type { Plugin } from 'vite';

/**
 * Keeps dynamic imports unchanged. Vite would wrap each dynamic import in a function that also loads the styles of the
 * imported module. All styles of the portal are in one file, which the page itself loads, so the function of Vite is
 * not needed.
 */
export const keepDynamicImports = (): Plugin => ({
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
});
