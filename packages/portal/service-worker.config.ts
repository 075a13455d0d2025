import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { listPageFiles } from './page-files.config.ts';

/** The pages that must open without the server: the sign-in page for visitors, and the home page for users. */
const startPages = ['/sign-in', '/'];

/** Writes the service worker with the list of files that it stores at once, and with a version, by which browsers detect a new build. */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const text = await readFile(path.join(import.meta.dirname, 'service-worker.js'), 'utf8');
      const files = listFiles(bundle);
      const version = createHash('sha256')
        .update(JSON.stringify([text, Object.keys(bundle)]))
        .digest('hex')
        .slice(0, 12);
      const constants = Object.entries({ version, files }).map(
        ([name, value]) => `const ${name} = ${JSON.stringify(value)};`,
      );
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: `${constants.join('\n')}\n${text}` });
    },
  },
});

function listFiles(bundle: Rolldown.OutputBundle): string[] {
  const pages = listPageFiles(bundle).filter(({ path: name }) => startPages.includes(name));
  const scripts = pages.flatMap((page) => [...page.scripts, ...page.late]);
  // Every page needs the font file with Latin letters, so it is stored at once. The font file with characters that are
  // not Latin is stored when a page first shows one of these characters.
  const styles = Object.keys(bundle).filter((file) => file.endsWith('.css') || file.includes('/geist-latin-'));
  return [...new Set([...scripts, ...styles])].map((file) => `/${file}`);
}
