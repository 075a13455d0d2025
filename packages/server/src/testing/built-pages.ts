import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The built pages of the portal, as far as the server uses them. */
const files = {
  'index.html': `<!doctype html>
<html lang="en" data-brand="product">
  <head>
    <meta charset="utf-8" />
    <title>Basics Portal</title>
    <meta name="basics-portal" content="" />
    <link rel="icon" href="data:," />
    <script type="module" src="/assets/index-abc123.js"></script>
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
  'theme.js': '// the theme\n',
  'assets/index-abc123.js': '// the pages\n',
  'assets/index-abc123.js.map': '{}',
  'assets/users-page-def456.js': '// the users\n'.repeat(100),
  // Stands for the compressed file: what is sent shows which of the two was chosen.
  'assets/users-page-def456.js.br': 'compressed',
  '.vite/manifest.json': '{}',
  '.vite/pages.json': JSON.stringify([
    { path: '/users', scripts: ['assets/index-abc123.js', 'assets/users-page-def456.js'] },
    { path: '/users/$userId/edit', scripts: ['assets/index-abc123.js', 'assets/edit-user-page-ghi789.js'] },
  ]),
};

/** Writes them into a temporary folder; `remove` deletes it. */
export async function makePages(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'basics-pages-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
