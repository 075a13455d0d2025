import { ensureBrowser } from './get-browser.mjs';
import { ensureBuilt } from './portal-build.mjs';
import { runStep } from './run-step.mjs';
import { DeadEnd } from './say.mjs';

/** @typedef {import('./steps.mjs').Step} Step */
/** @typedef {{ passed: number, failed: number, failedSteps: string[] }} Sum */

/**
 * Runs lanes of steps beside each other, and in each lane one step after the other. Prints a line for each step that has ended, with the
 * output of those that failed. A step that depends on the one before it is a function, called when that one has ended.
 * @param {readonly Iterable<Step | (() => Step)>[]} lanes
 * @returns {Promise<Sum>}
 */
export async function runSteps(lanes) {
  /** @type {Sum} */
  const sum = { passed: 0, failed: 0, failedSteps: [] };
  const run = async (/** @type {Iterable<Step | (() => Step)>} */ lane) => {
    for (const step of lane) await runAndPrint(typeof step === 'function' ? step() : step, sum);
  };
  await Promise.all(lanes.map(run));
  return sum;
}

/** @param {Step} step @param {Sum} sum */
async function runAndPrint(step, sum) {
  const start = performance.now();
  const { passed, failed, output } = await outcomeOf(step);
  sum.passed += passed;
  sum.failed += failed;
  const time = `${((performance.now() - start) / 1000).toFixed(1)} s`;
  const counts = `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}`;
  print(`${failed > 0 ? '✗' : '✓'} ${step.name.padEnd(12)} ${counts.padEnd(24)} ${time.padStart(8)}`);
  if (failed === 0) return;
  sum.failedSteps.push(step.name);
  print(`\n${output.trim()}\n`);
}

/** @param {Step} step */
async function outcomeOf(step) {
  try {
    if (step.needsPages) await ensureBuilt();
    return await runStep(step, step.needsBrowser ? { CHROMIUM_PATH: await browserPath() } : {});
  } catch (error) {
    if (!(error instanceof DeadEnd)) throw error;
    return { passed: 0, failed: 1, output: error.message };
  }
}

/** @type {Promise<string> | undefined} */
let browser;

/** Looked for, or fetched, once: where there is none, each step that needs it reports why. */
const browserPath = () => (browser ??= ensureBrowser());

/** The last lines of a run; the very last one is for programs as well. @param {Sum} sum @param {number} ms @param {string} [hint] */
export function printSum({ passed, failed }, ms, hint) {
  print(`\nDuration: ${Math.round(ms / 1000)} s`);
  if (hint) print(hint);
  print(`${passed} passed, ${failed} failed`);
}

/** @param {string} line */
export function print(line) {
  process.stdout.write(`${line}\n`);
}
