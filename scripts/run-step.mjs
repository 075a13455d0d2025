import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEnvironment, findNode24 } from './node-24.mjs';
import { root } from './root.mjs';

/** @typedef {{ passed: number, failed: number, output: string }} Outcome */

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
  const sum = { passed: 0, failed: 0, output: '' };
  try {
    for (const command of step.commands) {
      const nodeArguments = command.map((word) => word.replace('{report}', reportFile));
      const { isFine, output } = await run(nodeArguments, env, step.minutes);
      const { passed, failed } = step.counts
        ? countTests(reportFile, step.counts)
        : { passed: isFine ? 1 : 0, failed: 0 };
      // A runner that stops before its first test writes no report, and one that finds no test ends without an error: both are faults.
      const isBroken = failed === 0 && (!isFine || passed === 0);
      sum.passed += passed;
      sum.failed += isBroken ? 1 : failed;
      sum.output += output;
    }
    return sum;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const counters = {
  /** @param {{ numPassedTests: number, numFailedTests: number }} reportFile */
  vitest: (reportFile) => ({ passed: reportFile.numPassedTests, failed: reportFile.numFailedTests }),
  /** A test that passes only after a retry counts as failed. @param {{ stats: { expected: number, unexpected: number, flaky: number } }} report */
  playwright: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
};

/** @param {string} reportFile @param {keyof typeof counters} kind */
const countTests = (reportFile, kind) =>
  existsSync(reportFile) ? counters[kind](JSON.parse(readFileSync(reportFile, 'utf8'))) : { passed: 0, failed: 0 };

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
