import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';
import type { TestModule, Vitest } from 'vitest/node';
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

/** The files are changed in place, so a file with changes that are not committed could be lost. */
function requireUnchanged(chosen: readonly Mutation[]): void {
  const { files } = listChangedFiles('HEAD');
  const changedFiles = chosen.map(({ file }) => file).filter((file) => files.includes(file));
  if (changedFiles.length > 0)
    throw new CommandFailure(`Commit these files first: ${[...new Set(changedFiles)].join(', ')}`);
}

/** Runs the faults of one project in one Vitest, so that its databases or its browser start once. Returns how many were not found. */
async function runProject(project: string, projectMutations: readonly Mutation[]): Promise<number> {
  const vitest = await createVitest('test', { root, watch: false, project: [project], reporters: [{}] });
  try {
    await vitest.standalone();
    let missed = 0;
    for (const mutation of projectMutations) {
      const { isCaught, text } = await tryMutation(vitest, mutation);
      say(`${isCaught ? '✓' : '✗'} ${mutation.fault}: ${text}`);
      if (!isCaught) missed += 1;
    }
    return missed;
  } finally {
    await vitest.close();
  }
}

/** Runs the test without the fault, which must pass, and with it, which must fail. */
async function tryMutation(vitest: Vitest, mutation: Mutation): Promise<Verdict> {
  const before = await runWithoutFault(vitest, mutation);
  if (before.passed.length === 0)
    return { isCaught: false, text: `no test of this title passes without the fault${describe(before)}` };
  if (before.failed.length > 0)
    return { isCaught: false, text: `fails without the fault too: ${before.failed.join('; ')}` };
  const after = await runWithFault(vitest, mutation);
  if (after.failed.length === 0) return { isCaught: false, text: `no test fails${describe(after)}` };
  return { isCaught: true, text: after.failed.join('; ') };
}

/** The results of the tests without a fault. They are stored by test, because several faults can have the same test. */
const outcomesWithoutFault = new Map<string, TestOutcome>();

async function runWithoutFault(vitest: Vitest, mutation: Mutation): Promise<TestOutcome> {
  const key = `${mutation.test.file} ${options['all-tests'] ? '' : mutation.test.title}`;
  const outcome = outcomesWithoutFault.get(key) ?? (await runTest(vitest, mutation));
  outcomesWithoutFault.set(key, outcome);
  return outcome;
}

const describe = ({ errors }: TestOutcome): string => errors.map((error) => `, ${error}`).join('');

async function runWithFault(vitest: Vitest, mutation: Mutation): Promise<TestOutcome> {
  const file = join(root, mutation.file);
  const text = readFileSync(file, 'utf8');
  const restore = (): void => writeFileSync(file, text);
  // If the run is stopped from the keyboard, the fault must not stay in the file.
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

/** Replaces the text of a mutation. Throws if the text is missing or occurs more than once. */
function plantFault(text: string, { file, search, replacement }: Mutation): string {
  const parts = text.split(search);
  if (parts.length !== 2) throw new CommandFailure(`${file} has ${parts.length - 1} times, not once: ${search}`);
  return parts.join(replacement);
}

type TestOutcome = { passed: string[]; failed: string[]; errors: string[] };

/** A fault that prevents a test from starting does not count as found: the list `failed` has tests only. */
async function runTest(vitest: Vitest, { test }: Mutation): Promise<TestOutcome> {
  if (options['all-tests']) vitest.resetGlobalTestNamePattern();
  else vitest.setGlobalTestNamePattern(new RegExp(escapePattern(test.title)));
  const specifications = (await vitest.globTestSpecifications([test.file])).filter(
    ({ project }) => project.name === test.project || project.name.startsWith(`${test.project} `),
  );
  const run = await vitest.runTestSpecifications(specifications);
  // The result also contains the modules of earlier runs.
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
  // Vitest ends the process after SIGINT and SIGTERM. A closed terminal must restore the file too.
  process.once('SIGHUP', () => process.exit(129));
  const chosenMutations = mutations.filter(
    ({ fault, file }) => words.length === 0 || words.some((word) => `${fault} ${file}`.includes(word)),
  );
  requireUnchanged(chosenMutations);
  let missed = 0;
  for (const project of new Set(chosenMutations.map(({ test }) => test.project))) {
    const projectMutations = chosenMutations.filter(({ test }) => test.project === project);
    missed += await runProject(project, projectMutations);
  }
  say(
    `${chosenMutations.length} faults, ${chosenMutations.length - missed} found by their tests, ${missed} not found.`,
  );
  if (missed > 0) process.exitCode = 1;
});
