import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEnvironment, findNode24 } from './node-24.mjs';
import { root } from './root.mjs';

/**
 * `unstable` lists the tests that failed first and passed when they were retried, with the message of the failure.
 * @typedef {{ passed: number, failed: number, unstable: string[] }} Counts
 * @typedef {Counts & { output: string }} Outcome
 */

/** The largest number of unstable tests in a step that passes. */
const maxUnstable = 3;

/**
 * Runs the commands of a step, also after one has failed, and adds up what passed and what failed.
 * @param {import('./steps.mjs').Step} step
 * @param {Record<string, string>} variables added to the environment
 * @returns {Promise<Outcome>}
 */
export async function runStep(step, variables) {
  const folder = mkdtempSync(path.join(tmpdir(), 'basics-portal-test-'));
  const reportFile = path.join(folder, 'report.json');
  const env = {
    ...createEnvironment(),
    ...createColourVariables(step),
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
    ...variables,
  };
  /** @type {Outcome} */
  const sum = { passed: 0, failed: 0, unstable: [], output: '' };
  try {
    for (const command of step.commands) {
      const nodeArguments = command.map((word) => word.replace('{report}', reportFile));
      const { isFine, output } = await run(nodeArguments, env, step.minutes);
      const { passed, failed, unstable } = step.counts
        ? countTests(reportFile, step.counts)
        : { passed: isFine ? 1 : 0, failed: 0, unstable: [] };
      // A step also fails if its test runner stops before the first test and writes no report, or if it finds no test.
      const isBroken = failed === 0 && (!isFine || passed === 0);
      sum.passed += passed;
      sum.failed += isBroken ? 1 : failed;
      sum.unstable.push(...unstable);
      sum.output += output;
    }
    // A busy machine may cause a few unstable tests. If there are more, they count as failed.
    if (sum.unstable.length > maxUnstable) {
      sum.passed -= sum.unstable.length;
      sum.failed += sum.unstable.length;
    }
    return sum;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The parts of the JSON reports that are read. In the report of Vitest, a test that was retried with success keeps the message of its failure.
 * @typedef {{ fullName: string, status: string, failureMessages: string[] }} VitestTest
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: { name: string, assertionResults: VitestTest[] }[] }} VitestReport
 * @typedef {{ error?: { message?: string }, attachments?: { name: string, path?: string }[] }} PlaywrightResult
 * @typedef {{ file: string, title: string, tests: { status: string, results: PlaywrightResult[] }[] }} PlaywrightSpec
 * @typedef {{ specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number }, suites: PlaywrightSuite[] }} PlaywrightReport
 */

const counters = {
  /** @param {VitestReport} report @returns {Counts} */
  vitest: (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    unstable: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
        .map(({ fullName, failureMessages }) =>
          describeUnstable(path.relative(root, name), fullName, failureMessages[0]),
        ),
    ),
  }),
  /** @param {PlaywrightReport} report @returns {Counts} */
  playwright: ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    unstable: listSpecs(suites).flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'flaky')
        .map(({ results }) => describeUnstable(file, title, results[0]?.error?.message) + readPageState(results[0])),
    ),
  }),
};

/** @param {string} file @param {string} testName @param {string | undefined} message */
const describeUnstable = (file, testName, message = 'no message') => `${file} > ${testName}\n${message}`;

/**
 * Returns what the page showed when the test failed: the accessibility tree, which Playwright attaches to the result. CI keeps only the
 * output, and such a failure is rarely seen twice.
 * @param {PlaywrightResult | undefined} result
 */
function readPageState(result) {
  const file = result?.attachments?.find(({ name }) => name === 'error-context')?.path;
  if (file === undefined || !existsSync(file)) return '';
  const pageState = /```yaml\n([\s\S]*?)```/.exec(readFileSync(file, 'utf8'))?.[1];
  return pageState === undefined ? '' : `\nThe page showed:\n${pageState}`;
}

/** @param {PlaywrightSuite[]} suites @returns {PlaywrightSpec[]} */
const listSpecs = (suites) => suites.flatMap((suite) => [...(suite.specs ?? []), ...listSpecs(suite.suites ?? [])]);

/** @param {string} reportFile @param {keyof typeof counters} kind @returns {Counts} */
const countTests = (reportFile, kind) =>
  existsSync(reportFile)
    ? counters[kind](JSON.parse(readFileSync(reportFile, 'utf8')))
    : { passed: 0, failed: 0, unstable: [] };

/**
 * The output has colours in a terminal, and none in a file. Playwright sets FORCE_COLOR for its workers, and Node.js warns when NO_COLOR is set too.
 * @param {import('./steps.mjs').Step} step @returns {Record<string, string>}
 */
function createColourVariables(step) {
  if (process.stdout.isTTY) return { FORCE_COLOR: '1' };
  return step.counts === 'playwright' ? {} : { NO_COLOR: '1' };
}

/** Stops a command that hangs. @param {string[]} nodeArguments @param {NodeJS.ProcessEnv} env @param {number} minutes @returns {Promise<{ isFine: boolean, output: string }>} */
function run(nodeArguments, env, minutes) {
  return new Promise((resolve) => {
    const child = spawn(findNode24(), nodeArguments, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const killTimer = setTimeout(() => {
      output += `\nStopped: it took longer than ${minutes} minutes.\n`;
      child.kill();
    }, minutes * 60_000);
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ isFine: false, output: `${error.message}\n` }));
    child.on('close', (code) => {
      clearTimeout(killTimer);
      resolve({ isFine: code === 0, output });
    });
  });
}
