import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const messages = fileURLToPath(new URL('src/messages/', import.meta.url));
const english = 'en';

/**
 * Builds the pages in one language, so that a page carries no other and looks nothing up: `PORTAL_LANGUAGE=fr vite build`. The texts lie in
 * `src/messages/<language>`, a folder like `src/messages/en`, or in the folder `PORTAL_TEXTS`. English, the default, changes nothing.
 */
export function createLanguagePlugin(): Plugin[] {
  const id = process.env['PORTAL_LANGUAGE'] ?? english;
  if (id === english) return [];
  const folder = process.env['PORTAL_TEXTS'] ?? path.join(messages, id);
  return [
    {
      name: 'language',
      enforce: 'pre',
      resolveId(source) {
        if (source.startsWith('#portal/texts/')) return path.join(folder, source.slice('#portal/texts/'.length));
        // What problems and fields say: the contract asks this module of its own for the language in use.
        return source.endsWith('/active-texts.ts') ? path.join(folder, 'active-texts.ts') : null;
      },
      transformIndexHtml: (html) => html.replace('<html lang="en"', `<html lang="${id}"`),
    },
  ];
}
