// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askProgram } from './conformance.mjs';
import { libraries } from './libraries.mjs';
import { toQuestion } from './lines.mjs';
import { cSources, run, sdkFolder } from './packages.mjs';
import { createSignedCases } from './signed-cases.mjs';

/**
 * `node sdk/fuzz.mjs` gives random genuine and mangled texts to C, C# and Python, which must give the same answers. The C library, which C# uses
 * too, is compiled by clang so that it ends at the first wrong access to memory and the first undefined operation. It needs the Debian packages
 * clang and libclang-rt-dev besides those of `test-sdks.mjs`.
 *
 *   node sdk/fuzz.mjs --inputs 1000000   by default 100,000
 *   node sdk/fuzz.mjs --seed 7           other texts; each 10,000 texts have the next seed
 *   node sdk/fuzz.mjs --only c,python    by default c,csharp,python
 */

const batchSize = 10_000;
const options = { inputs: '100000', seed: '1', only: 'c,csharp,python' };
for (let at = 2; at < process.argv.length; at += 2)
  Object.assign(options, { [process.argv[at]?.slice(2) ?? '']: process.argv[at + 1] });

const folder = mkdtempSync(join(tmpdir(), 'basics-fuzz-'));
const sanitizers = ['-g', '-O1', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'];

/** @type {Record<string, () => import('./conformance.mjs').Program>} */
const builders = {
  c() {
    const program = join(folder, 'answer-c');
    run('clang', ['-std=c99', ...sanitizers, ...cSources, 'answer.c', '-lsodium', '-o', program], join(sdkFolder, 'c'));
    return [program];
  },
  csharp() {
    const program = findLibrary('csharp').build(folder);
    const checked = join(folder, 'checked.so');
    run('clang', ['-std=c99', ...sanitizers, '-shared-libasan', '-shared', '-fPIC', ...cSources, '-lsodium', '-o', checked], join(sdkFolder, 'c')); // oxfmt-ignore
    renameSync(checked, join(folder, 'libbasics_licence.so'));
    const runtime = spawnSync('clang', ['-print-file-name=libclang_rt.asan-x86_64.so'], { encoding: 'utf8' });
    // Mono handles the signals itself, and never frees what it holds at its end.
    const variables = [
      `LD_PRELOAD=${runtime.stdout.trim()}`,
      'ASAN_OPTIONS=detect_leaks=0:handle_segv=0:handle_sigfpe=0',
    ];
    return ['env', ...variables, ...program];
  },
  python: () => findLibrary('python').build(folder),
};

/** @param {string} name */
function findLibrary(name) {
  const library = libraries.find((each) => each.name === name);
  if (!library) throw new Error(`There is no library ${name}`);
  return library;
}

const programs = options.only.split(',').map((name) => {
  const build = builders[name] ?? (() => findLibrary(name).build(folder, { isThorough: true }));
  return { name, program: build() };
});
const counts = new Map();
let differingCount = 0;
for (let done = 0; done < Number(options.inputs); done += batchSize) {
  const questions = createSignedCases(batchSize, Number(options.seed) + done / batchSize).map((each) =>
    toQuestion(each),
  );
  const [first, ...others] = programs.map(({ name, program }) => ({ name, answers: askProgram(program, questions) }));
  for (const { name, answers } of others)
    for (const [at, answer] of answers.entries())
      if (answer !== first?.answers[at] && differingCount++ < 20)
        process.stdout.write(`${questions[at]}\n  ${first?.name}: ${first?.answers[at]}\n  ${name}: ${answer}\n`);
  for (const answer of first?.answers ?? []) {
    const [verdict = '', code = ''] = answer.split('\t');
    const key = verdict === 'ok' ? 'ok' : code;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
}
if (existsSync(folder)) rmSync(folder, { recursive: true });
const summary = [...counts].toSorted(([, left], [, right]) => right - left).map(([key, count]) => `${key} ${count}`);
process.stdout.write(`${options.inputs} inputs for each of ${options.only}, ${differingCount} different answers (${summary.join(', ')})\n`); // oxfmt-ignore
process.exitCode = differingCount === 0 ? 0 : 1;
