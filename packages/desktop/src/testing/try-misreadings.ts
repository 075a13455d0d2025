import { createVectorCases } from '@basics/licensing/testing/vectors/make-vectors.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { misreadings, type Misreading } from './misreadings.ts';
import type { findWrongCase } from './run-vectors.ts';

/*
 * Reads one rule of the licence format wrongly at a time, and runs all cases of sdk/vectors.json: `node packages/desktop/src/testing/try-misreadings.ts
 * [words]`. Each misreading must fail a case. Each word selects the misreadings whose description contains it. The reader is loaded again for
 * each misreading, with one changed file.
 */

const packagesFolder = join(import.meta.dirname, '..', '..', '..');

type Runner = { findWrongCase: typeof findWrongCase };

/** Loads the module that runs the cases, and all modules that it imports, with a misreading. */
async function loadRunner(misreading: Misreading | undefined, at: number): Promise<Runner> {
  const file = misreading === undefined ? undefined : pathToFileURL(join(packagesFolder, misreading.file)).href;
  const query = `?misreading=${at}`;
  const hooks = registerHooks({
    resolve(specifier, context, nextResolve) {
      const { url, ...resolved } = nextResolve(specifier, context);
      const isCopied = context.parentURL?.endsWith(query) === true && url.includes('/src/');
      return { ...resolved, url: isCopied ? url + query : url };
    },
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (misreading === undefined || url !== `${file}${query}`) return loaded;
      return { ...loaded, source: changeText(decodeSource(loaded.source), misreading) };
    },
  });
  try {
    return await import(pathToFileURL(join(import.meta.dirname, 'run-vectors.ts')).href + query);
  } finally {
    hooks.deregister();
  }
}

const decodeSource = (source: string | NodeJS.ArrayBufferView | ArrayBuffer | undefined): string =>
  typeof source === 'string' ? source : new TextDecoder().decode(source);

function changeText(source: string, { rule, from, to }: Misreading): string {
  if (source.split(from).length !== 2)
    throw new Error(`${rule}: the text occurs ${source.split(from).length - 1} times`);
  return source.replace(from, () => to);
}

const words = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'basics-misreadings-'));
const cases = createVectorCases();
const chosen = misreadings.filter(({ rule }) => words.every((word) => rule.includes(word)));
const unchanged = (await loadRunner(undefined, 0)).findWrongCase(cases, join(folder, '0'));
if (unchanged !== undefined) throw new Error(`A case fails without a misreading: ${unchanged}`);
let missedCount = 0;
for (const [at, misreading] of chosen.entries()) {
  const runner = await loadRunner(misreading, at + 1);
  const wrongCase = runner.findWrongCase(cases, join(folder, `${at + 1}`));
  if (wrongCase === undefined) missedCount++;
  process.stdout.write(`${wrongCase === undefined ? '✗' : '✓'} ${misreading.rule}: ${wrongCase ?? 'no case fails'}\n`);
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${chosen.length - missedCount} of ${chosen.length} misreadings fail a case\n`);
process.exitCode = missedCount === 0 ? 0 : 1;
