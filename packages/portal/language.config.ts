import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const messages = fileURLToPath(new URL('src/messages/', import.meta.url));
const english = 'en';

/**
 * Builds the pages in one language, so that a page contains only the texts of that language: `PORTAL_LANGUAGE=fr vite
 * build`. The texts are in `src/messages/<language>`, a folder like `src/messages/en`, or in the folder that
 * `PORTAL_TEXTS` names. For English, the default, the plugin changes nothing.
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
        // The API contract reads the texts of problems and fields from this module. The plugin replaces the module by
        // `active-texts.ts` of the language.
        return source.endsWith('/active-texts.ts') ? path.join(folder, 'active-texts.ts') : null;
      },
      transformIndexHtml: (html) => html.replace('<html lang="en"', `<html lang="${id}"`),
    },
  ];
}
