import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensureBuilt } from './portal-build.mjs';
import { root } from './root.mjs';
import { orDeadEnd, say } from './say.mjs';

/** Scripts and styles that a page needs before it works, in KiB compressed (docs/decisions/0035). */
const budgets = { 'sign-in-page': 132, 'users-page': 174 };
const anyPage = 208;
/** The licence checker, a single file that people save, in KiB uncompressed. */
const savedPages = { 'licence-checker.html': 60 };

/** @typedef {{ file: string, css?: string[], imports?: string[], isEntry?: boolean, isDynamicEntry?: boolean }} Chunk */

// Builds the pages where necessary and adds up the size of each: entry, layout and page, with everything that they import.
await orDeadEnd(async () => {
  await ensureBuilt();
  const dist = path.join(root, 'packages', 'portal', 'dist');
  /** @type {Record<string, Chunk>} */
  const chunks = JSON.parse(readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8'));
  const names = Object.keys(chunks);
  const entry = names.filter((name) => chunks[name]?.isEntry);
  const layouts = names.filter((name) => /\/app\/layouts\/.*-layout\.tsx$/.test(name));
  const pages = names.filter((name) => name.endsWith('-page.tsx') && chunks[name]?.isDynamicEntry);
  refuseCycles(chunks);
  refuseDevelopmentPages(dist);
  refuseDemoAccounts(dist);
  if (entry.length !== 1 || layouts.length === 0 || pages.length === 0)
    throw new Error('The manifest contains no pages.');

  for (const page of pages) {
    // The layout for visitors who are not signed in is part of the entry; every other page loads its own.
    const around = page.endsWith('/sign-in-page.tsx') ? [] : layouts;
    const weight = weigh([...entry, ...around, page], chunks, dist);
    printPage(path.basename(page, '.tsx'), weight);
  }
  for (const [file, budget] of Object.entries(savedPages))
    printFile({ file, kib: readFileSync(path.join(dist, file)).length / 1024, budget });
});

/** @param {{ file: string, kib: number, budget: number }} weighed */
function printFile({ file, kib, budget }) {
  say(`${kib <= budget ? '✓' : '✗'} ${file.padEnd(24)} ${kib.toFixed(1).padStart(6)} of ${budget} KiB`);
  if (kib > budget) process.exitCode = 1;
}

/** The page of all components is for development only; its element has this attribute. @param {string} dist */
function refuseDevelopmentPages(dist) {
  const assets = path.join(dist, 'assets');
  for (const file of readdirSync(assets)) {
    if (!readFileSync(path.join(assets, file), 'utf8').includes('data-dev-ui')) continue;
    process.exitCode = 1;
    say(`✗ ${file} contains /dev/ui, which is for development only. See packages/portal/src/main.tsx.`);
  }
}

/** The accounts of the demo and their password: only the server of a demo sends them. @param {string} dist */
function refuseDemoAccounts(dist) {
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|html|json)$/.test(file)) continue;
    if (!/demo\.example|Quartz-Lantern/.test(readFileSync(path.join(dist, file), 'utf8'))) continue;
    process.exitCode = 1;
    say(`✗ ${file} contains an account of the demo or its password. The server sends them, only in a demo.`);
  }
}

/** Two chunks that import each other use what is not defined yet, and the page fails only in the browser. @param {Record<string, Chunk>} chunks */
function refuseCycles(chunks) {
  /** @type {Map<string, 'open' | 'done'>} */
  const states = new Map();
  /** @param {string} name @param {readonly string[]} above */
  const visit = (name, above) => {
    if (states.get(name) === 'open') {
      process.exitCode = 1;
      const cycle = [...above.slice(above.indexOf(name)), name].map((each) => chunks[each]?.file);
      return say(`✗ These chunks import each other: ${cycle.join(' -> ')}. See packages/portal/chunk-groups.ts.`);
    }
    if (states.has(name)) return;
    states.set(name, 'open');
    for (const imported of chunks[name]?.imports ?? []) visit(imported, [...above, name]);
    states.set(name, 'done');
  };
  for (const name of Object.keys(chunks)) visit(name, []);
}

/** @typedef {{ kib: number, files: { file: string, kib: number }[] }} Weight */

/** @param {string} page @param {Weight} weight */
function printPage(page, { kib, files }) {
  const budget = Object.entries(budgets).find(([name]) => name === page)?.[1] ?? anyPage;
  say(`${kib <= budget ? '✓' : '✗'} ${page.padEnd(24)} ${kib.toFixed(1).padStart(6)} of ${budget} KiB`);
  if (kib <= budget) return;
  process.exitCode = 1;
  for (const each of files) say(`  ${each.file.padEnd(44)} ${each.kib.toFixed(1).padStart(6)} KiB`);
}

/** The compressed size of these chunks with everything that they import, each counted once. @param {string[]} names @param {Record<string, Chunk>} chunks @param {string} dist @returns {Weight} */
function weigh(names, chunks, dist) {
  const needed = new Set(names);
  // The loop also visits what is added during it.
  for (const name of needed) for (const other of chunks[name]?.imports ?? []) needed.add(other);
  const named = new Set([...needed].flatMap((name) => [chunks[name]?.file ?? [], chunks[name]?.css ?? []].flat()));
  const files = [...named].map((file) => ({ file, kib: gzipSync(readFileSync(path.join(dist, file))).length / 1024 }));
  return { kib: files.reduce((sum, each) => sum + each.kib, 0), files };
}
