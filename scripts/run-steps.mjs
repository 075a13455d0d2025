import { ensureBrowser } from './get-browser.mjs';
import { ensureBuilt } from './portal-build.mjs';
import { ensureServerBuilt } from './server-build.mjs';
import { runStep } from './run-step.mjs';
import { CommandFailure } from './say.mjs';

/** @typedef {import('./steps.mjs').Step} Step */
/** @typedef {{ passed: number, failed: number, failedSteps: string[], notRun: string[] }} Sum */

/**
 * Runs several lanes (lists of steps) in parallel, and the steps of each lane one after another. Prints a line for each finished step, and
 * the output of a failed step. A lane that is a generator can choose its next step after the previous step has finished.
 * @param {readonly Iterable<Step>[]} lanes
 * @returns {Promise<Sum>}
 */
export async function runSteps(lanes) {
  /** @type {Sum} */
  const sum = { passed: 0, failed: 0, failedSteps: [], notRun: [] };
  const run = async (/** @type {Iterable<Step>} */ lane) => {
    for (const step of lane) await runAndPrint(step, sum);
  };
  await Promise.all(lanes.map(run));
  return sum;
}

/** @param {Step} step @param {Sum} sum */
async function runAndPrint(step, sum) {
  const startTime = performance.now();
  const { passed, failed, unstable, notRun, output } = await runOnce(step);
  sum.passed += passed;
  sum.failed += failed;
  sum.notRun.push(...notRun);
  const formattedTime = `${((performance.now() - startTime) / 1000).toFixed(1)} s`;
  const formattedCounts = `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}`;
  print(`${failed > 0 ? '✗' : '✓'} ${step.name.padEnd(12)} ${formattedCounts.padEnd(24)} ${formattedTime.padStart(8)}`);
  for (const test of unstable) print(`\nUnstable: this test passed only when it was retried.\n${test}\n`);
  if (failed === 0) return;
  sum.failedSteps.push(step.name);
  print(`\n${output.trim()}\n`);
}

/** @param {Step} step @returns {Promise<import('./run-step.mjs').Outcome>} */
async function runOnce(step) {
  try {
    if (step.needsPages) await ensureBuilt();
    if (step.needsServer) await ensureServerBuilt();
    return await runStep(step, step.needsBrowser ? await createBrowserVariables() : {});
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return { passed: 0, failed: 1, unstable: [], notRun: [], output: error.message };
  }
}

/** @type {Promise<string> | undefined} */
let browserPath;

/** Finds or downloads a browser once for all steps. If there is no browser, each step that needs one reports the reason. */
const findBrowserOnce = () => (browserPath ??= ensureBrowser());

/**
 * Page tests, which wait for at most 12 seconds, are retried once, because the browser shares the machine with the other lane. A test that
 * passes only in its second attempt is printed. End-to-end tests wait longer, and are not retried.
 */
const createBrowserVariables = async () => ({ CHROMIUM_PATH: await findBrowserOnce(), RETRY_PAGE_TESTS: '1' });

/**
 * Prints the summary at the end of a run: first the tests that did not run, by name. Other programs can parse the last line. The line of a
 * short run says what it left out, so that nobody takes it for a complete one.
 * @param {Sum} sum @param {number} ms @param {{ hint?: string, notRun?: string }} [details]
 */
export function printSummary({ passed, failed, notRun: testsNotRun }, ms, { hint, notRun } = {}) {
  print('');
  for (const test of testsNotRun) print(`– ${test}`);
  print(`Duration: ${Math.round(ms / 1000)} s`);
  if (hint) print(hint);
  print(`${passed} passed, ${failed} failed${notRun ? `, ${notRun} not run` : ''}`);
}

/** @param {string} line */
export function print(line) {
  process.stdout.write(`${line}\n`);
}
