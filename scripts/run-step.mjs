import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findMemoryFolder } from './memory-folder.mjs';
import { createEnvironment, findNode24 } from './node-24.mjs';
import { root } from './root.mjs';

/**
 * How many tests passed and failed. `unstable` lists the tests that first failed and then passed when they were retried, with the message
 * of the failure. `notRun` lists the names of the tests that did not run: they name the tool or the system that is missing.
 * @typedef {{ passed: number, failed: number, unstable: string[], notRun: string[] }} Counts
 * @typedef {Counts & { output: string }} Outcome
 */

/** The maximum number of unstable tests in a step that still passes. */
const maxUnstableTests = 3;

/**
 * Runs all commands of a step, even after a command has failed, and adds up how many tests or commands passed and failed.
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
    ...createFolderVariables(step),
    ...step.variables,
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
    ...variables,
  };
  /** @type {Outcome} */
  const sum = { passed: 0, failed: 0, unstable: [], notRun: [], output: '' };
  try {
    for (const command of step.commands) {
      const nodeArguments = command.map((word) => word.replace('{report}', reportFile));
      const { isFine, output } = await run(nodeArguments, env, step.minutes);
      const { passed, failed, unstable, notRun } = step.counts
        ? countTests(reportFile, step.counts)
        : { ...nothing, passed: isFine ? 1 : 0 };
      // A step also fails if its test runner stops before the first test and writes no report, or if it finds no test.
      const isBroken = failed === 0 && (!isFine || passed === 0);
      sum.passed += passed;
      sum.failed += isBroken ? 1 : failed;
      sum.unstable.push(...unstable);
      sum.notRun.push(...notRun);
      sum.output += output;
    }
    // A busy machine may cause a few unstable tests. If there are more than a few, all unstable tests count as failed.
    if (sum.unstable.length > maxUnstableTests) {
      sum.passed -= sum.unstable.length;
      sum.failed += sum.unstable.length;
    }
    return sum;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The parts of the JSON reports of Vitest and Playwright that this file reads. In a report of Vitest, a test that passed only when it was
 * retried still has the message of its failure.
 * @typedef {{ fullName: string, status: string, failureMessages: string[] }} VitestTest
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: { name: string, assertionResults: VitestTest[] }[] }} VitestReport
 * @typedef {{ stats: { expected: number, unexpected: number } }} PlaywrightReport
 */

/** @type {Counts} */
const nothing = { passed: 0, failed: 0, unstable: [], notRun: [] };

const counters = {
  /** @param {VitestReport} report @returns {Counts} */
  vitest: (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    notRun: report.testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'skipped').map(({ fullName }) => fullName),
    ),
    unstable: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
        .map(({ fullName, failureMessages }) =>
          describeUnstable(path.relative(root, name), fullName, failureMessages[0]),
        ),
    ),
  }),
  /** @param {PlaywrightReport} report @returns {Counts} */
  playwright: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected, notRun: [], unstable: [] }),
};

/** Lets a step keep its temporary files in memory, if this machine can. @param {import('./steps.mjs').Step} step */
function createFolderVariables({ isInMemory }) {
  const folder = isInMemory ? findMemoryFolder() : undefined;
  return folder === undefined ? {} : { TMPDIR: folder };
}

/** @param {string} file @param {string} testName @param {string | undefined} message */
const describeUnstable = (file, testName, message = 'no message') => `${file} > ${testName}\n${message}`;

/** @param {string} reportFile @param {keyof typeof counters} kind @returns {Counts} */
const countTests = (reportFile, kind) =>
  existsSync(reportFile) ? counters[kind](JSON.parse(readFileSync(reportFile, 'utf8'))) : nothing;

/**
 * Creates the environment variables that switch colours on in a terminal, and off in a file. NO_COLOR is not set for Playwright: it sets
 * FORCE_COLOR for its workers, and Node.js prints a warning if both are set.
 * @param {import('./steps.mjs').Step} step @returns {Record<string, string>}
 */
function createColourVariables(step) {
  if (process.stdout.isTTY) return { FORCE_COLOR: '1' };
  return step.counts === 'playwright' ? {} : { NO_COLOR: '1' };
}

/**
 * Runs a command of Node.js, and stops it if it takes longer than the given number of minutes.
 * @param {string[]} nodeArguments @param {NodeJS.ProcessEnv} env @param {number} minutes @returns {Promise<{ isFine: boolean, output: string }>}
 */
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
