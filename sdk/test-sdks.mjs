// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { askProgram, readCases, findWrongAnswers } from './conformance.mjs';
import { toQuestion } from './lines.mjs';
import { createMangledCases } from './mangled-cases.mjs';
import { libraries } from './libraries.mjs';
import { sdkFolder } from './packages.mjs';
import { canMount, canTurnClock, expectedAnswers, findScenarioAnswers } from './scenarios.mjs';
import { findConflicts } from './two-processes.mjs';
import { watchFirstDay } from './watching.mjs';

/**
 * `npm run test:sdks`: every library reads all cases of vectors.json, and then the same mangled texts (codes that were
 * changed at random). All libraries must give the same answers. Then two processes of its example use one folder at the same time
 * (`two-processes.mjs`), and the example runs on full and read-only disks and in a container (`scenarios.mjs`). The command prints one line for each library. Then it gives
 * random genuine texts to C, C# and Python (`fuzz.mjs`), and reads one rule of the format wrongly at a time (`try-misreadings.ts`). If a
 * library needs a compiler that is missing, the command installs it with apt-get, as root; for other users, the line of
 * the library says what to install.
 *
 *   npm run test:sdks -- --only c,go     only the libraries C and Go; by default, all of them
 *   npm run test:sdks -- --mangled 500   500 mangled texts instead of 10,000
 *   npm run test:sdks -- --seed 7        other mangled texts; the default seed is 1
 */

const options = readOptions(process.argv.slice(2));
const cases = readCases();
const mangledTexts = createMangledCases(options.mangled, options.seed);
const buildFolder = mkdtempSync(join(tmpdir(), 'basics-sdks-'));
let firstLibraryAnswers = /** @type {string[] | undefined} */ (undefined);
let failedCount = 0;

const testTools = {
  isPresent: () => canTurnClock() && spawnSync('clang', ['--version']).status === 0,
  packages: ['clang', 'libclang-rt-dev', 'faketime', 'qemu-user'],
};
const toolsHint = installPackages(testTools);
if (toolsHint !== undefined) {
  failedCount++;
  process.stdout.write(`clock and sanitizers: ${toolsHint}\n`);
}
for (const library of libraries.filter(({ name }) => options.only.length === 0 || options.only.includes(name))) {
  const { isGood, line } = await testLibrary(library);
  if (!isGood) failedCount++;
  process.stdout.write(`${library.name.padEnd(12)}${line}\n`);
}
rmSync(buildFolder, { recursive: true });
if (options.only.length === 0) {
  if (toolsHint === undefined) failedCount += runProgram(join(sdkFolder, 'fuzz.mjs'), '--inputs', '20000');
  failedCount += runProgram(join(sdkFolder, '..', 'packages', 'desktop', 'src', 'testing', 'try-misreadings.ts'));
}
process.exitCode = failedCount === 0 ? 0 : 1;

/** Runs a test in a process of its own, and returns 1 if it fails. @param {...string} words */
function runProgram(...words) {
  return spawnSync(process.execPath, words, { stdio: 'inherit' }).status === 0 ? 0 : 1;
}

/** @param {import('./libraries.mjs').Library} library @returns {Promise<{ isGood: boolean, line: string }>} */
async function testLibrary(library) {
  const installHint = installPackages(library);
  if (installHint !== undefined) return { isGood: false, line: installHint };
  try {
    const program = library.build(buildFolder, { isThorough: true });
    const wrongLines = findWrongAnswers(program, cases);
    const answers = askProgram(
      program,
      mangledTexts.map((mangledCase) => toQuestion(mangledCase)),
    );
    firstLibraryAnswers ??= answers;
    const differingLines = mangledTexts.flatMap((mangledCase, at) =>
      answers[at] === firstLibraryAnswers?.[at]
        ? []
        : [`${JSON.stringify(mangledCase)}: ${answers[at]}, not ${firstLibraryAnswers?.[at]}`],
    );
    const slowRuns = findSlowRuns(program);
    const online = library.example?.(buildFolder);
    const examples = library.offlineExamples?.(buildFolder) ?? (online === undefined ? [] : [online]);
    const conflicts = [];
    for (const example of examples) conflicts.push(...(await findExampleFaults(example)));
    if (library.name !== 'c' && canTurnClock()) conflicts.push(...(await findLateWarning(program)));
    const refusedCount = answers.filter((answer) => answer.startsWith('refusal')).length;
    const line =
      `${cases.length - wrongLines.length} of ${cases.length} cases, ` +
      `${mangledTexts.length - differingLines.length} of ${mangledTexts.length} mangled texts answered as by the first library (${refusedCount} refused)`;
    return {
      isGood: wrongLines.length + differingLines.length + slowRuns.length + conflicts.length === 0,
      line: [line, ...wrongLines, ...differingLines, ...slowRuns, ...conflicts].slice(0, 20).join('\n  '),
    };
  } catch (cause) {
    return { isGood: false, line: String(cause) };
  }
}

/** Runs two processes of an example, and the example in each scenario. @param {import('./conformance.mjs').Program} example */
async function findExampleFaults(example) {
  const conflicts = await findConflicts(example, 20);
  const names = Object.keys(expectedAnswers).filter((name) => name !== 'turned clock' || canTurnClock());
  const answers = { ...expectedAnswers, ...(canMount() && (await findScenarioAnswers(example, names))) };
  return [
    ...conflicts.map((answer) => `two processes: ${answer}`),
    ...(isDeepStrictEqual(answers, expectedAnswers) ? [] : [JSON.stringify(answers)]),
  ];
}

/**
 * Watches a licence until midnight on a clock that is turned.
 * @param {import('./conformance.mjs').Program} program
 */
async function findLateWarning(program) {
  const answer = await watchFirstDay(program);
  return answer === 'ok\tVALID\t14' ? [] : [`watch: ${answer}`];
}

/**
 * Finds the texts for which a program takes much more than ten times as long if they are ten times as long. A tool reads a pasted text while
 * its window waits.
 * @param {import('./conformance.mjs').Program} program
 */
function findSlowRuns(program) {
  const parts = ['&', '<', '=', '%', '\\', 'B', 'BV', '-', ' ', 'é', 'BV-', '&amp;', '<b ', '= ', '=E2', '?', 'U'];
  /** @param {string} part @param {number} length */
  const measure = (part, length) => {
    const text = part.repeat(Math.floor(length / part.length));
    const question = toQuestion({ id: '', kind: 'verification-code', text, expect: undefined });
    const start = performance.now();
    askProgram(
      program,
      Array.from({ length: 100_000 / length }, () => question),
    );
    return performance.now() - start;
  };
  return parts
    .filter((part) => measure(part, 100_000) > 4 * measure(part, 10_000) + 1000)
    .map((part) => `slow: ${part}`);
}

/**
 * Installs the Debian packages that a library or a test needs; if that is not possible, returns the text that says what to
 * install by hand.
 * @param {Pick<import('./libraries.mjs').Library, 'isPresent' | 'packages'>} needed
 */
function installPackages({ isPresent, packages }) {
  if (isPresent()) return undefined;
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (process.getuid?.() !== 0) return `not tested, run first: sudo ${command}`;
  spawnSync('apt-get', ['update'], { stdio: 'ignore' });
  spawnSync('sh', ['-c', command], { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  return isPresent() ? undefined : `not tested, this failed: ${command}`;
}

/** @param {string[]} args */
function readOptions(args) {
  const chosenOptions = { only: /** @type {string[]} */ ([]), mangled: 10_000, seed: 1 };
  for (let at = 0; at < args.length; at += 2) {
    const [name, value = ''] = args.slice(at, at + 2);
    if (name === '--only') chosenOptions.only = value.split(',');
    else if (name === '--mangled') chosenOptions.mangled = Number(value);
    else if (name === '--seed') chosenOptions.seed = Number(value);
    else throw new Error(`Unknown argument ${name}`);
  }
  return chosenOptions;
}
