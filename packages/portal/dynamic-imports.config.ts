import type { Plugin } from 'vite';

/**
 * Replaces the function in which Vite wraps each dynamic import. The function of Vite also loads the styles of the imported module. All styles
 * of the portal are in one file, which the page itself loads. If a script cannot be loaded, the function here fires the cancelable event
 * `preload-error` on the window. If no listener handles the event, the error is thrown; a listener that handles it replaces the page.
 */
export const reportFailedImports = (): Plugin => ({
  name: 'failed-imports',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `export const __vitePreload = (load) =>
  load().catch((error) => {
    if (dispatchEvent(new CustomEvent('preload-error', { cancelable: true, detail: error }))) throw error;
    return new Promise(() => {});
  });`,
  },
});
