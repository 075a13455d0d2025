import { placeholderBrand, placeholderText } from '@basics/contract/brands/portal-setup.ts';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Creates a page like those that the build renders, with the placeholders for the brand. */
const createPrerendered = (content: string) => {
  const { id, name, supportEmail, legalEntity } = placeholderBrand;
  const html = `<img src="/brands/${id}/mark.svg"><b>${name}</b><i title="${supportEmail}">${legalEntity}</i>${content}`;
  const style = '.critical{color:inherit}';
  return { portal: { html, style }, demo: { html: `${html} of the demo`, style } };
};

/** Creates a page like those that the build renders for a public text, with the placeholder for this text. */
const createPageWithText = (content: string) => {
  const { portal, demo } = createPrerendered(`${content}: ${placeholderText}`);
  const waiting = 'no text yet';
  return { portal: { ...portal, waiting }, demo: { ...demo, waiting } };
};

/** Short stand-ins for the built files of the portal that the server uses. */
const files = {
  'index.html': `<!doctype html>
<html lang="en" data-brand="product">
  <head>
    <meta charset="utf-8" />
    <title>Basics Portal</title>
    <meta name="basics-portal" content="" />
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/brands/looks.css" />
    <link rel="stylesheet" href="/assets/style-abc123.css" />
    <script async src="/early.js"></script>
    <script type="module" crossorigin src="/assets/libraries-abc123.js"></script>
    <script type="module" crossorigin src="/assets/index-abc123.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`,
  'licence-checker.html': `<!doctype html>
<html lang="en" data-brand="product">
  <head>
    <meta name="basics-licence-checker" content="" />
    <style>p { margin: 0; }</style>
  </head>
  <body><script>document.title = 'checker';</script></body>
</html>
`,
  'early.js': '// the theme\n',
  'service-worker.js': '// the service worker\n',
  'assets/index-abc123.js': '// the pages\n',
  'assets/index-abc123.js.map': '{}',
  'assets/users-page-def456.js': '// the users\n'.repeat(100),
  // The compressed file has a different content, so that a test sees which of the two files was sent.
  'assets/users-page-def456.js.br': 'compressed',
  '.vite/manifest.json': '{}',
  '.vite/pages.json': JSON.stringify(
    [
      ['/', 'shell', 'home-page'],
      ['/license/scan', 'shell', 'scan-code-page'],
      ['/license/verify', 'shell', 'verify-license-page'],
      ['/users', 'shell', 'users-page-def456'],
      ['/users/$userId/edit', 'shell', 'edit-user-page'],
      ['/sign-in', 'public', 'sign-in-page'],
      ['/not-found', 'public', 'not-found-page'],
      ['/release-notes', 'open', 'release-notes-page'],
      ['/terms', 'open', 'legal-page'],
    ].map(([path, layout, name]) => ({
      path,
      layout,
      scripts: ['assets/index-abc123.js', `assets/${name}.js`],
      late: path === '/sign-in' ? ['assets/late-parts.js'] : [],
    })),
  ),
  // This module renders its input as JSON, so that tests can read the input. The real module renders Markdown
  // (packages/portal/src/app/first-texts.tsx).
  '.vite/first-texts.mjs': 'export const renderFirstText = (text) => `<pre>${JSON.stringify(text)}</pre>`;',
  '.vite/prerendered.json': JSON.stringify({
    pages: {
      '/sign-in': createPrerendered('the sign-in page'),
      '/release-notes': createPageWithText('the release notes'),
      '/terms': createPageWithText('the terms'),
    },
    signedInPages: { '/license/verify': createPrerendered('the field for a code') },
    shell: createPrerendered('the shell'),
    errorScreen: createPrerendered(`the error screen, reference ${placeholderText}`),
    titles: { '/release-notes': 'Release notes' },
  }),
};

/** Writes the stand-ins for the built files into a temporary folder, which `remove` deletes. */
export async function writeTestPages(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'basics-pages-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
