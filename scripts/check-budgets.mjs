import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensureBuilt } from './portal-build.mjs';
import { root } from './root.mjs';
import { orDeadEnd, say } from './say.mjs';

/** Scripts and styles that a page needs before it works, in KiB as sent; a slow phone's patience. */
const budgets = { 'sign-in-page': 130, 'users-page': 170 };
const anyPage = 205;

/** @typedef {{ file: string, css?: string[], imports?: string[], isEntry?: boolean, isDynamicEntry?: boolean }} Chunk */

// Builds the pages if need be and weighs each of them: the entry, its layout, the page, and all that these import.
await orDeadEnd(async () => {
  await ensureBuilt();
  const dist = path.join(root, 'packages', 'portal', 'dist');
  /** @type {Record<string, Chunk>} */
  const chunks = JSON.parse(readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8'));
  const names = Object.keys(chunks);
  const entry = names.filter((name) => chunks[name]?.isEntry);
  const layouts = names.filter((name) => /\/app\/layouts\/.*-layout\.tsx$/.test(name));
  const pages = names.filter((name) => name.endsWith('-page.tsx') && chunks[name]?.isDynamicEntry);
  if (entry.length !== 1 || layouts.length === 0 || pages.length === 0) throw new Error('The manifest names no pages.');

  for (const page of pages) {
    // The plain layout, which whoever is not signed in sees, comes with the entry; every other page brings a layout of its own.
    const around = page.endsWith('/sign-in-page.tsx') ? [] : layouts;
    const weight = weigh([...entry, ...around, page], chunks, dist);
    tell(path.basename(page, '.tsx'), weight);
  }
});

/** @typedef {{ kib: number, files: { file: string, kib: number }[] }} Weight */

/** @param {string} page @param {Weight} weight */
function tell(page, { kib, files }) {
  const budget = Object.entries(budgets).find(([name]) => name === page)?.[1] ?? anyPage;
  say(`${kib <= budget ? '✓' : '✗'} ${page.padEnd(24)} ${kib.toFixed(1).padStart(6)} of ${budget} KiB`);
  if (kib <= budget) return;
  process.exitCode = 1;
  for (const each of files) say(`  ${each.file.padEnd(44)} ${each.kib.toFixed(1).padStart(6)} KiB`);
}

/** What these chunks and all that they import weigh, each once, compressed. @param {string[]} names @param {Record<string, Chunk>} chunks @param {string} dist @returns {Weight} */
function weigh(names, chunks, dist) {
  const needed = new Set(names);
  // A set visits what is added while it is walked.
  for (const name of needed) for (const other of chunks[name]?.imports ?? []) needed.add(other);
  const named = new Set([...needed].flatMap((name) => [chunks[name]?.file ?? [], chunks[name]?.css ?? []].flat()));
  const files = [...named].map((file) => ({ file, kib: gzipSync(readFileSync(path.join(dist, file))).length / 1024 }));
  return { kib: files.reduce((sum, each) => sum + each.kib, 0), files };
}
