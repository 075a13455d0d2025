import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensureBuilt } from './portal-build.mjs';
import { root } from './root.mjs';
import { runCommandLine, say } from './say.mjs';

/**
 * The maximum that a route may load before its page is shown: the compressed size of the scripts in KiB, and the number of scripts
 * (docs/decisions/0035). The style sheet is not included, because it is the same for all routes.
 * @typedef {{ kib: number, files: number }} Budget
 */

/** @type {Record<string, Budget>} */
const budgets = {
  '/sign-in': { kib: 130, files: 3 },
  '/': { kib: 201, files: 16 },
  '/users': { kib: 181, files: 11 },
  '/pcs/licences': { kib: 205, files: 20 },
  '/license/many': { kib: 204, files: 16 },
  '/admin/brands/$brandId': { kib: 202, files: 16 },
  '/requests': { kib: 197, files: 17 },
};
/** @type {Budget} */
const anyRoute = { kib: 200, files: 16 };
/**
 * The limits that also include the scripts of the late parts, such as the footer, which load after the page. Only the sign-in page has a
 * limit of this kind.
 * @type {Record<string, Budget>}
 */
const lateBudgets = { '/sign-in': { kib: 136, files: 4 } };
const styleKib = 24;
/** The maximum uncompressed size in KiB of each page that users save as a single file. The licence checker also reads signed revocation lists. */
const savedPageBudgets = { 'licence-checker.html': 67 };

/** @typedef {{ file: string, imports?: string[] }} Chunk */

// Builds the pages if necessary, and checks the total size of the scripts that each route loads.
await runCommandLine(async () => {
  await ensureBuilt();
  const dist = path.join(root, 'packages', 'portal', 'dist');
  /** @param {string} name */
  const readManifest = (name) => JSON.parse(readFileSync(path.join(dist, '.vite', name), 'utf8'));
  /** @type {{ path: string, scripts: string[], late: string[] }[]} */
  const routes = readManifest('pages.json');
  refuseCycles(readManifest('manifest.json'));
  refuseDevelopmentPages(dist);
  refuseDemoAccounts(dist);
  for (const name of Object.keys(budgets))
    if (!routes.some((route) => route.path === name)) throw new Error(`There is no route ${name}.`);

  for (const route of routes) {
    printRoute(route.path, computeSizes(route.scripts, dist), budgets[route.path] ?? anyRoute);
    const budget = lateBudgets[route.path];
    if (budget)
      printRoute(`${route.path} with late parts`, computeSizes([...route.scripts, ...route.late], dist), budget);
  }
  const styles = readdirSync(path.join(dist, 'assets')).filter((file) => file.endsWith('.css'));
  for (const { file, kib } of computeSizes(
    styles.map((style) => path.join('assets', style)),
    dist,
  ))
    printFile({ file, kib, budget: styleKib });
  if (styles.length !== 1)
    fail(`There are ${styles.length} style sheets. See packages/portal/dynamic-imports.config.ts.`);
  for (const [file, budget] of Object.entries(savedPageBudgets))
    printFile({ file, kib: readFileSync(path.join(dist, file)).length / 1024, budget });
});

/** @param {string} reason */
function fail(reason) {
  process.exitCode = 1;
  say(`✗ ${reason}`);
}

/** @param {{ file: string, kib: number, budget: number }} weighed */
function printFile({ file, kib, budget }) {
  say(`${kib <= budget ? '✓' : '✗'} ${file.padEnd(24)} ${kib.toFixed(1).padStart(6)} of ${budget} KiB`);
  if (kib > budget) process.exitCode = 1;
}

/** Fails if the build contains /dev/ui, which is for development only and has the attribute `data-dev-ui`. @param {string} dist */
function refuseDevelopmentPages(dist) {
  const assets = path.join(dist, 'assets');
  for (const file of readdirSync(assets)) {
    if (!readFileSync(path.join(assets, file), 'utf8').includes('data-dev-ui')) continue;
    fail(`${file} contains /dev/ui, which is for development only. See packages/portal/src/main.tsx.`);
  }
}

/**
 * Fails if the build contains the demo accounts or their password, because only the server of a demo may send them.
 * @param {string} dist
 */
function refuseDemoAccounts(dist) {
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|html|json)$/.test(file)) continue;
    if (!/demo\.example|Quartz-Lantern/.test(readFileSync(path.join(dist, file), 'utf8'))) continue;
    process.exitCode = 1;
    say(`✗ ${file} contains an account of the demo or its password. The server sends them, only in a demo.`);
  }
}

/**
 * Fails if two chunks import each other. One of two such chunks would use variables that are not defined yet, which only a browser notices.
 * @param {Record<string, Chunk>} chunks
 */
function refuseCycles(chunks) {
  /** @type {Map<string, 'open' | 'done'>} */
  const states = new Map();
  /** @param {string} chunkName @param {readonly string[]} above */
  const visit = (chunkName, above) => {
    if (states.get(chunkName) === 'open') {
      const cycle = [...above.slice(above.indexOf(chunkName)), chunkName].map((chunk) => chunks[chunk]?.file);
      return fail(`These chunks import each other: ${cycle.join(' -> ')}. See packages/portal/assign-chunks.ts.`);
    }
    if (states.has(chunkName)) return;
    states.set(chunkName, 'open');
    for (const importedChunk of chunks[chunkName]?.imports ?? []) visit(importedChunk, [...above, chunkName]);
    states.set(chunkName, 'done');
  };
  for (const name of Object.keys(chunks)) visit(name, []);
}

/** @typedef {{ file: string, kib: number }} FileSize */

/** @param {string} route @param {FileSize[]} files @param {Budget} budget */
function printRoute(route, files, budget) {
  const kib = files.reduce((sum, fileSize) => sum + fileSize.kib, 0);
  const isWithinBudget = kib <= budget.kib && files.length <= budget.files;
  const size = `${kib.toFixed(1).padStart(6)} of ${budget.kib} KiB`;
  say(
    `${isWithinBudget ? '✓' : '✗'} ${route.padEnd(40)} ${size}, ${String(files.length).padStart(2)} of ${budget.files} scripts`,
  );
  if (isWithinBudget) return;
  process.exitCode = 1;
  for (const fileSize of files) say(`  ${fileSize.file.padEnd(44)} ${fileSize.kib.toFixed(1).padStart(6)} KiB`);
}

/** Computes the compressed size of each file. @param {string[]} files @param {string} dist @returns {FileSize[]} */
function computeSizes(files, dist) {
  return files.map((file) => ({ file, kib: gzipSync(readFileSync(path.join(dist, file))).length / 1024 }));
}
