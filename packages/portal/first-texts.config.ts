import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeFile } from 'node:fs/promises';
import { placeholderText } from '@basics/contract/brands/portal-setup.ts';
import type { PublicText } from '@basics/contract/legal/legal.ts';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { classNames } from './class-names.config.ts';
import { iconImports } from './icon-imports.config.ts';
import { createLanguagePlugin } from './language.config.ts';
import { withNewFolder } from './new-folder.config.ts';

/** The path of the built module that renders the text of a public page. The server loads it. */
export const firstTextsFile = '.vite/first-texts.mjs';

/**
 * Builds the module that renders the texts of public pages. Returns its code with all libraries that it needs, and HTML
 * with every element that it can render.
 */
export async function buildFirstTexts(): Promise<{ code: string; exampleHtml: string }> {
  const root = import.meta.dirname;
  const result = await build({
    configFile: false,
    css: { modules: classNames },
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [...createLanguagePlugin(), react(), iconImports()],
    // Without this constant, the file would also contain the development version of React.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { ssr: 'src/app/first-texts.tsx', write: false, minify: true, target: 'node24' },
  });
  const files = 'output' in result ? result.output : [];
  const [module, ...otherScripts] = files.filter((file) => file.type === 'chunk');
  if (module === undefined || otherScripts.length > 0) throw new Error('The module of the texts must be one file.');
  return { code: module.code, exampleHtml: await renderExample(module.code) };
}

const renderExample = (code: string): Promise<string> =>
  withNewFolder(async (folder) => {
    const file = path.join(folder, 'first-texts.mjs');
    await writeFile(file, code);
    // The type of the module that was built above.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const module = (await import(pathToFileURL(file).href)) as { renderFirstText: (text: PublicText) => string };
    return module.renderFirstText({ kind: 'notes', notes: [exampleNote] });
  });

/** A release note with all formatting that a text can have. */
const exampleNote = {
  releaseId: 1,
  title: 'Title',
  version: '1.0.0',
  releaseDate: '2026-01-01',
  status: 'published' as const,
  rowVersion: 1,
  description: `${[1, 2, 3, 4].map((level) => `${'#'.repeat(level)} Heading`).join('\n\n')}

Text *emphasis* **strong** \`code\` [link](https://example.org)\\
line

- item

  text

1. item

> quote

---

\`\`\`
code
\`\`\`
`,
};

const placeholderTag = '<div data-first-text="">';

/** Replaces the skeleton of the text, if the HTML has one, by the placeholder that the server fills; `waiting` is the removed skeleton. */
export function replaceFirstText(html: string): { html: string; waiting?: string } {
  const placeholderIndex = html.indexOf(placeholderTag);
  if (placeholderIndex < 0) return { html };
  const start = placeholderIndex + placeholderTag.length;
  let depth = 1;
  for (const { 0: tag, index } of html.slice(start).matchAll(/<(?:div\b|\/div>)/g)) {
    depth += tag === '</div>' ? -1 : 1;
    if (depth > 0) continue;
    const end = start + index;
    return { html: `${html.slice(0, start)}${placeholderText}${html.slice(end)}`, waiting: html.slice(start, end) };
  }
  throw new Error('The place of the text has no end.');
}
