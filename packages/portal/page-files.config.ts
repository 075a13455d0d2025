import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

/** A row of a route table: the name of its layout, and the module of its page. */
type PageRow = { path: string; layout: string; module: string };

/** The layout of a route, the scripts that it needs before its page works, and those that it loads directly afterwards. */
type PageFiles = { path: string; layout: string; scripts: string[]; late: string[] };

/** For the server, which names the scripts in the page, and for the check of the budgets. */
const pageFilesName = '.vite/pages.json';

const tables = ['route-table.tsx', 'administration-rows.ts'];
const row =
  /path: '([^']+)'(?:(?!path:)[^])*?screen: \{\s*layout: '(\w+)',\s*load: async \(\) =>\s*\(await import\('([^']+)'\)/g;
/** The layout for visitors is part of the main script. */
const layoutModules = new Map([
  ['shell', ['app/layouts/shell-layout.tsx']],
  ['open', ['app/layouts/open-layout.tsx']],
  ['public', []],
]);

/** Writes which scripts each route needs, so that the browser can fetch all of them at once. */
export const pageFiles = (): Plugin => ({
  name: 'page-files',
  apply: 'build',
  generateBundle(_, bundle) {
    this.emitFile({ type: 'asset', fileName: pageFilesName, source: JSON.stringify(listPageFiles(bundle)) });
  },
});

/** The scripts of each route, in the order of the route tables. */
export const listPageFiles = (bundle: Rolldown.OutputBundle): PageFiles[] =>
  readRows().map(({ path, layout, module }) => {
    const scripts = scriptsOf([...(layoutModules.get(layout) ?? []), module], bundle);
    const late = scriptsOf(lateModules(module), bundle).filter((script) => !scripts.includes(script));
    return { path, layout, scripts, late };
  });

/** Reads the route tables as text: their components cannot be loaded here. Throws when a screen was not understood. */
function readRows(): PageRow[] {
  return tables.flatMap((table) => {
    const text = readFileSync(sourceOf(`app/${table}`), 'utf8');
    const rows = [...text.matchAll(row)].map(([, path = '', layout = '', module = '']) => ({
      path,
      layout,
      module: module.replace('#portal/', '').replace(/^\.\//, 'app/'),
    }));
    if (rows.length !== text.match(/screen: \{/g)?.length) throw new Error(`${table} has a screen of unknown form.`);
    return rows;
  });
}

/** What the page and the layouts load directly after themselves. */
const lateModules = (page: string): string[] =>
  ['app/layouts', posix.dirname(page)]
    .map((folder) => `${folder}/late-parts.ts`)
    .filter((module) => existsSync(sourceOf(module)));

const sourceOf = (name: string): string => fileURLToPath(new URL(`src/${name}`, import.meta.url));

function scriptsOf(modules: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const needed = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  for (const module of modules) needed.add(chunkOf(sourceOf(module), chunks));
  // The loop also visits what is added during it.
  for (const file of needed)
    for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) needed.add(imported);
  return [...needed];
}

function chunkOf(module: string, chunks: readonly Rolldown.OutputChunk[]): string {
  const chunk = chunks.find(({ facadeModuleId, moduleIds }) => facadeModuleId === module || moduleIds.includes(module));
  if (!chunk) throw new Error(`No script contains ${module}.`);
  return chunk.fileName;
}
