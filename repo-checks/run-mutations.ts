import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import { root } from '../scripts/root.mjs';
import { listChangedFiles } from '../scripts/changed-files.mjs';
import { runCommandLine, say, CommandFailure } from '../scripts/say.mjs';
import type { Mutation } from './mutations/mutation.ts';
import { mutations } from './mutations/table.ts';

/*
 * Plants each fault of the table, runs the test that must fail, and restores the file: `npm run mutations [-- words] [--all-tests]`. Each word selects
 * the faults whose description or file contains it. `--all-tests` runs the whole test file, and prints which tests fail.
 */

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { 'all-tests': { type: 'boolean', default: false } },
});

type Verdict = { isCaught: boolean; text: string };

/** Throws if a file to change has uncommitted changes, which could be lost because the fault is planted in the file itself. */
function requireUnchanged(chosen: readonly Mutation[]): void {
  const { files } = listChangedFiles('HEAD');
  const changedFiles = chosen.map(({ file }) => file).filter((file) => files.includes(file));
  if (changedFiles.length > 0)
    throw new CommandFailure(`Commit these files first: ${[...new Set(changedFiles)].join(', ')}`);
}

/**
 * Tries all mutations of one Vitest project in one run of Vitest, so that its databases or its browser start only once. Returns how many
 * mutations no test has found.
 */
async function runProject(project: string, projectMutations: readonly Mutation[]): Promise<number> {
  const vitest = await createVitest('test', { root, watch: false, project: [project], reporters: [{}] });
  try {
    await vitest.standalone();
    let missedCount = 0;
    for (const mutation of projectMutations) {
      const { isCaught, text } = await tryMutation(vitest, mutation);
      say(`${isCaught ? '✓' : '✗'} ${mutation.fault}: ${text}`);
      if (!isCaught) missedCount += 1;
    }
    return missedCount;
  } finally {
    await vitest.close();
  }
}

/** Runs the test of a mutation twice: without the fault it must pass, and with the fault it must fail. */
async function tryMutation(vitest: Vitest, mutation: Mutation): Promise<Verdict> {
  const outcomeBefore = await runWithoutFault(vitest, mutation);
  if (outcomeBefore.passed.length === 0)
    return { isCaught: false, text: `no test of this title passes without the fault${describeErrors(outcomeBefore)}` };
  if (outcomeBefore.failed.length > 0)
    return { isCaught: false, text: `fails without the fault too: ${outcomeBefore.failed.join('; ')}` };
  const outcomeWithFault = await runWithFault(vitest, mutation);
  if (outcomeWithFault.failed.length === 0)
    return { isCaught: false, text: `no test fails${describeErrors(outcomeWithFault)}` };
  return { isCaught: true, text: outcomeWithFault.failed.join('; ') };
}

/**
 * The outcomes of the tests without a planted fault. The outcomes are stored for each test, because several mutations can have the same
 * test.
 */
const outcomesWithoutFault = new Map<string, TestOutcome>();

async function runWithoutFault(vitest: Vitest, mutation: Mutation): Promise<TestOutcome> {
  const key = `${mutation.test.file} ${options['all-tests'] ? '' : mutation.test.title}`;
  const outcome = outcomesWithoutFault.get(key) ?? (await runTest(vitest, mutation));
  outcomesWithoutFault.set(key, outcome);
  return outcome;
}

const describeErrors = ({ errors }: TestOutcome): string => errors.map((error) => `, ${error}`).join('');

async function runWithFault(vitest: Vitest, mutation: Mutation): Promise<TestOutcome> {
  const file = join(root, mutation.file);
  const text = readFileSync(file, 'utf8');
  const restore = (): void => writeFileSync(file, text);
  // The file is also restored when a person stops the run from the keyboard, so that the fault does not stay in the file.
  process.once('exit', restore);
  try {
    writeFileSync(file, plantFault(text, mutation));
    vitest.invalidateFile(file);
    return await runTest(vitest, mutation);
  } finally {
    restore();
    process.removeListener('exit', restore);
    vitest.invalidateFile(file);
  }
}

/** Plants the fault of a mutation in a source text. Throws if the text to replace is missing or occurs more than once. */
function plantFault(text: string, { file, search, replacement }: Mutation): string {
  const parts = text.split(search);
  if (parts.length !== 2) throw new CommandFailure(`${file} has ${parts.length - 1} times, not once: ${search}`);
  return parts.join(replacement);
}

type TestOutcome = { passed: string[]; failed: string[]; errors: string[] };

/**
 * Runs the tests of a mutation. `failed` contains only tests that ran, so a fault that prevents the tests from starting does not count as
 * found.
 */
async function runTest(vitest: Vitest, { test }: Mutation): Promise<TestOutcome> {
  if (options['all-tests']) vitest.resetGlobalTestNamePattern();
  else vitest.setGlobalTestNamePattern(new RegExp(escapePattern(test.title)));
  const specifications = (await vitest.globTestSpecifications([test.file])).filter(
    ({ project }) => project.name === test.project || project.name.startsWith(`${test.project} `),
  );
  const run = await vitest.runTestSpecifications(specifications);
  // The result of Vitest also contains the test files of earlier runs, so it is filtered.
  const testModules = run.testModules.filter(({ moduleId }) => moduleId === join(root, test.file));
  const results = testModules.flatMap((testModule) => listResults(testModule));
  const withState = (state: string) => [
    ...new Set(results.filter((result) => result.state === state).map(({ name }) => name)),
  ];
  const moduleErrors = testModules.flatMap((testModule) => testModule.errors().map(({ message }) => message));
  return {
    passed: withState('passed'),
    failed: withState('failed'),
    errors: [...moduleErrors, ...run.unhandledErrors.map(String)],
  };
}

/** Escapes the characters that have a meaning in a regular expression. */
const escapePattern = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

const listResults = (testModule: TestModule) =>
  [...testModule.children.allTests()].map((test) => ({ name: test.fullName, state: test.result().state }));

await runCommandLine(async () => {
  // Vitest itself ends the process after SIGINT and SIGTERM, but not after SIGHUP. When the terminal is closed (SIGHUP), the process exits,
  // so that the changed file is restored.
  process.once('SIGHUP', () => process.exit(129));
  const chosenMutations = mutations.filter(
    ({ fault, file }) => words.length === 0 || words.some((word) => `${fault} ${file}`.includes(word)),
  );
  requireUnchanged(chosenMutations);
  let missedCount = 0;
  for (const project of new Set(chosenMutations.map(({ test }) => test.project))) {
    const projectMutations = chosenMutations.filter(({ test }) => test.project === project);
    missedCount += await runProject(project, projectMutations);
  }
  say(
    `${chosenMutations.length} faults, ${chosenMutations.length - missedCount} found by their tests, ${missedCount} not found.`,
  );
  if (missedCount > 0) process.exitCode = 1;
});
