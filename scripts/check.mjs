import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findAffectedTests } from './affected-tests.mjs';
import { listChangedFiles } from './changed-files.mjs';
import {
  formatCommand,
  lintCommand,
  createModuleCommands,
  typeCheckCommands,
  createVitestCommand,
} from './commands.mjs';
import { ensureInstalled } from './installed.mjs';
import { root } from './root.mjs';
import { print, printSummary, runSteps } from './run-steps.mjs';
import { CommandFailure, runCommandLine } from './say.mjs';

/** @typedef {import('./steps.mjs').Step} Step */
/** @typedef {import('./affected-tests.mjs').Selection} Selection */

/** The limit for the affected tests, in seconds of CPU. With this limit, all steps together take at most 45 s on two idle cores. */
const maxTestCpuSeconds = 36;
/** Matches the source text of a repository check that runs a complete tool, such as the linter: the text imports one of these modules. */
const toolImportPattern = /'\.\/(run-tool|cruise-files|lint-files)\.ts'/;
const graphFile = path.join(root, '.cache', 'modules.json');

// `npm run check` checks types, lint rules, format and module rules, and runs the tests that the changes since the main branch affect.
const hasRun = await runCommandLine(async () => {
  const { since, limit } = readArguments(process.argv.slice(2));
  await ensureInstalled();
  const start = performance.now();
  const { base, files } = listChangedFiles(since);
  print(`${formatCount(files, 'changed file')} since ${base.slice(0, 8)}.\n`);
  mkdirSync(path.dirname(graphFile), { recursive: true });
  rmSync(graphFile, { force: true });
  /** @type {string[]} */
  let testsLeftOut = [];
  // This lane is a generator, because its tests can be chosen only after its first step has written the graph of imports.
  const testLane = function* () {
    yield { name: 'modules', commands: createModuleCommands(graphFile), minutes: 20 };
    const { chosen, leftOut } = findAffectedTests(readGraph(), files, limit);
    testsLeftOut = leftOut;
    if (chosen.length > 0) yield createTestStep('tests', chosen);
  };
  const sum = await runSteps([
    testLane(),
    [
      ...createLintSteps(files),
      { name: 'types', commands: typeCheckCommands, minutes: 20 },
      { name: 'format', commands: [formatCommand], minutes: 20 },
      createTestStep('repo-checks', ['--project', 'repo-checks', ...selectRepositoryChecks(files)]),
    ],
  ]);
  const leftOut = {
    hint: 'Not all affected tests fit into the time limit. To run all of them: npm run check -- --all',
    notRun: formatCount(testsLeftOut, 'affected test file'),
  };
  printSummary(sum, performance.now() - start, testsLeftOut.length > 0 ? leftOut : {});
  process.exitCode = sum.failed === 0 ? 0 : 1;
});
if (!hasRun) print('0 passed, 1 failed');

/** @param {string[]} args @returns {{ since?: string, limit: number }} */
function readArguments(args) {
  const isAll = args.includes('--all');
  const [option, since, ...others] = args.filter((arg) => arg !== '--all');
  const limit = isAll ? Infinity : maxTestCpuSeconds;
  if (option === undefined) return { limit };
  if (option === '--since' && since !== undefined && others.length === 0) return { since, limit };
  throw new CommandFailure(
    `Unknown arguments: ${args.join(' ')}\n` +
      `  npm run check                       the tests nearest to the changes since the main branch\n` +
      `  npm run check -- --since HEAD~1     to the changes since a commit\n` +
      `  npm run check -- --all              all affected tests`,
  );
}

/**
 * Reads the graph of imports. The graph is empty if the previous step could not write the file; that step then reports the error.
 * @returns {import('./affected-tests.mjs').Module[]}
 */
function readGraph() {
  if (!existsSync(graphFile)) return [];
  return JSON.parse(readFileSync(graphFile, 'utf8')).modules;
}

/** @param {string} name @param {string[]} vitestArguments @returns {Step} */
function createTestStep(name, vitestArguments) {
  const needsBrowser = vitestArguments.some((file) => file.startsWith('packages/portal/'));
  return { name, commands: [createVitestCommand(...vitestArguments)], minutes: 30, counts: 'vitest', needsBrowser };
}

/**
 * Lints only the changed files, which takes a tenth of the time. Lints all files if the rules or more than 200 files have changed. `npm
 * test` always lints all files.
 * @param {readonly string[]} changedFiles @returns {Step[]}
 */
function createLintSteps(changedFiles) {
  const sources = changedFiles.filter((file) => /\.([cm]?[jt]s|[jt]sx)$/.test(file));
  const isAll = changedFiles.includes('.oxlintrc.json') || sources.length > 200;
  if (!isAll && sources.length === 0) return [];
  return [{ name: 'lint', commands: [isAll ? lintCommand : [...lintCommand, ...sources]], minutes: 20 }];
}

/**
 * Selects the repository checks. A check that runs a complete tool is included only if a check, a script or the rules of a tool have
 * changed.
 * @param {readonly string[]} changedFiles
 */
function selectRepositoryChecks(changedFiles) {
  const isWhole = changedFiles.some((file) => /^(repo-checks|scripts)\/|^\.(oxlintrc|dependency-cruiser)/.test(file));
  const folder = path.join(root, 'repo-checks');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .filter((name) => isWhole || !toolImportPattern.test(readFileSync(path.join(folder, name), 'utf8')))
    .map((name) => `repo-checks/${name}`);
}

/** @param {readonly unknown[]} list @param {string} noun */
function formatCount(list, noun) {
  return `${list.length} ${noun}${list.length === 1 ? '' : 's'}`;
}
