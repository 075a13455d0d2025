import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'vite';
import { notePackages } from './bundled-packages.config.ts';
import { createLanguagePlugin } from './language.config.ts';

/** The HTML template of the page, and the script that fills it. */
type SavedPage = { page: string; entry: string };

/**
 * Builds a page that is one HTML file. The file contains its script and its style. Its own Content-Security-Policy
 * allows only these two, and no connection. The server writes its data into a `meta` element, not into the script, so
 * that the hashes in the policy stay valid.
 */
export const createSavedPagePlugin = ({ page, entry }: SavedPage): Plugin => ({
  name: 'saved-page',
  apply: 'build',
  async generateBundle() {
    const root = import.meta.dirname;
    const template = await readFile(path.join(root, page), 'utf8');
    this.emitFile({
      type: 'asset',
      fileName: page,
      source: mergeIntoTemplate(template, await buildPageParts(root, entry)),
    });
  },
});

type PageParts = { script: string; style: string };

async function buildPageParts(root: string, entry: string): Promise<PageParts> {
  const buildResult = await build({
    configFile: false,
    plugins: createLanguagePlugin(),
    root,
    publicDir: false,
    logLevel: 'warn',
    // The names of classes are short, because the page is one uncompressed file.
    css: { modules: { generateScopedName: '_[hash:base64:5]' } },
    build: {
      write: false,
      target: 'es2023',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      modulePreload: false,
      assetsInlineLimit: 0,
      // The page is built as a library, so that the output does not contain Vite's helper for dynamic imports.
      lib: { entry: path.join(root, entry), formats: ['iife'], name: 'page' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const files = [buildResult].flat().flatMap((output) => ('output' in output ? output.output : []));
  notePackages(files);
  const scripts = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : []));
  const styles = files.flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
  );
  const [script, ...otherScripts] = scripts;
  if (script === undefined || otherScripts.length > 0) throw new Error(`${entry} must become one script.`);
  return {
    script: script.trim().replaceAll('</script', String.raw`<\/script`),
    style: removeUnusedProperties(styles.join('').trim()),
  };
}

/** Removes the custom properties that no rule reads: the page uses a few of those that the portal declares. */
const removeUnusedProperties = (style: string): string =>
  style.replaceAll(/(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (declaration, name: string) =>
    style.includes(`var(${name}`) ? declaration : '',
  );

function mergeIntoTemplate(template: string, { script, style }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src '${createSourceHash(script)}'`,
    `style-src '${createSourceHash(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return template
    .replace(
      'http-equiv="content-security-policy" content=""',
      () => `http-equiv="content-security-policy" content="${policy}"`,
    )
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script></script>', () => `<script>${script}</script>`);
}

/** A source expression of CSP Level 3 for an inline script or style. */
const createSourceHash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
