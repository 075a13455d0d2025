import type { Plugin } from 'vite';

/** The summary and the list of problems of a call, as Prettier writes them. */
const documentation = /^ {4}(?:summary:\s+(['"]).+\1|problems: (?:\[[^\]]*\]|\w+)),$/gm;

/**
 * Removes the documentation of each call of the API contract. The portal does not use it: the server writes it into the OpenAPI document. Without
 * it, the scripts of most pages are 1 to 3 KiB smaller.
 */
export const withoutDocumentation = (): Plugin => ({
  name: 'without-documentation',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/packages\/contract\/src\/[^/]+\.ts$/ },
    handler: (code) => ({ code: code.replaceAll(documentation, ''), map: null }),
  },
});
