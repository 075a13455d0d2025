import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

/** A row of a route table: the name of its layout, and the module of its page. */
type PageRow = { path: string; layout: string; module: string };

/** The layout of a route, the scripts that its page needs to work, and (`late`) the scripts that it loads directly afterwards. */
type PageFiles = { path: string; layout: string; scripts: string[]; late: string[] };

/**
 * The file with the scripts of each route. The server reads the file to put the scripts of a page into the page, and
 * the budget check also reads it.
 */
const pageFilesName = '.vite/pages.json';

const routesFolder = 'app/routes';
const routeTableFiles = ['route-table.tsx', 'administration-rows.ts'];
const rowPattern =
  /path: '([^']+)'(?:(?!path:)[^])*?screen: \{\s*layout: '(\w+)',\s*load: async \(\) =>\s*\(await import\('([^']+)'\)/g;
/** The modules of the layouts. The layout for visitors is missing, because it is part of the main script. */
const layoutModules = new Map<string, string[]>([
  ['shell', ['app/layouts/shell-layout.tsx']],
  ['open', ['app/layouts/open-layout.tsx']],
  ['public', []],
]);

/** Writes a list of the scripts that each route needs, so that the browser can fetch all of them at once. */
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
    const scripts = listScripts([...(layoutModules.get(layout) ?? []), module], bundle);
    const lateScripts = listScripts(listLateModules(module, layout), bundle).filter(
      (script) => !scripts.includes(script),
    );
    return { path, layout, scripts, late: lateScripts };
  });

/**
 * Reads the route tables as text, because their components cannot be loaded here. Throws an error if the text of a row
 * does not match the pattern of rows.
 */
function readRows(): PageRow[] {
  return routeTableFiles.flatMap((table) => {
    const text = readFileSync(resolveSource(`${routesFolder}/${table}`), 'utf8');
    const rows = [...text.matchAll(rowPattern)].map(([, path = '', layout = '', module = '']) => ({
      path,
      layout,
      module: module.startsWith('.') ? posix.join(routesFolder, module) : module.replace('#portal/', ''),
    }));
    if (rows.length !== text.match(/screen: \{/g)?.length) throw new Error(`${table} has a screen of unknown form.`);
    return rows;
  });
}

/**
 * Returns the modules that a page and its layout load directly after themselves. The list does not contain the footer
 * for signed-in users, because they see the footer only after the data.
 */
const listLateModules = (page: string, layout: string): string[] =>
  [...(layout === 'shell' ? [] : ['app/footer/footer.tsx']), `${posix.dirname(page)}/late-parts.ts`].filter((module) =>
    existsSync(resolveSource(module)),
  );

const resolveSource = (name: string): string => fileURLToPath(new URL(`src/${name}`, import.meta.url));

function listScripts(modules: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  // The script of `index.html` has no code of its own. Vite removes it, and writes the scripts that it imports into the page.
  const neededFiles = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(({ imports }) => imports));
  for (const module of modules) neededFiles.add(findChunkFile(resolveSource(module), chunks));
  // The loop also visits files that are added while it runs.
  for (const file of neededFiles)
    for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) neededFiles.add(imported);
  return [...neededFiles];
}

function findChunkFile(module: string, chunks: readonly Rolldown.OutputChunk[]): string {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
  if (!chunk) throw new Error(`No script contains ${module}.`);
  return chunk.fileName;
}
