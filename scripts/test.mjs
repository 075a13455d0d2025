import { ensureBrowser } from './get-browser.mjs';
import { ensureInstalled } from './installed.mjs';
import { ensureBuilt } from './portal-build.mjs';
import { runStep } from './run-step.mjs';
import { DeadEnd, orDeadEnd } from './say.mjs';
import { steps } from './steps.mjs';

// `npm test`: installs, finds a browser, and runs every check, also after one has failed. Runs before there is anything installed,
// so in plain JavaScript without a dependency.
const hasRun = await orDeadEnd(async () => {
  const chosen = chosenSteps(process.argv.slice(2));
  await ensureInstalled();
  const start = performance.now();
  const browser = chosen.some((step) => step.needsBrowser) ? ensureBrowser() : Promise.resolve('');
  // Who needs the browser hears of its dead end; until then, nobody has failed.
  browser.catch(() => {});
  const sum = await runAll(chosen, browser);
  tellEnd(sum, performance.now() - start);
  process.exitCode = sum.failed.length === 0 && sum.passedTests > 0 ? 0 : 1;
});
if (!hasRun) print('0 passed, 1 failed');

/** `--only server,portal` chooses by name; without it, all. @param {string[]} args */
function chosenSteps(args) {
  if (args.length === 0) return steps;
  const [option, names = ''] = args;
  const wanted = names.split(',');
  const chosen = steps.filter(({ name }) => wanted.includes(name));
  if (option === '--only' && args.length === 2 && chosen.length === wanted.length) return chosen;
  throw new DeadEnd(
    `Not understood: ${args.join(' ')}\n` +
      `  npm test                            everything\n` +
      `  npm test -- --only lint,server      some of it: ${steps.map(({ name }) => name).join(', ')}`,
  );
}

/** @typedef {{ passedTests: number, failedTests: number, failed: string[] }} Sum */

/** Two steps at a time, since most use one core; those that use both wait for their turn. @param {readonly import('./steps.mjs').Step[]} chosen @param {Promise<string>} browser */
async function runAll(chosen, browser) {
  /** @type {Sum} */
  const sum = { passedTests: 0, failedTests: 0, failed: [] };
  const together = chosen.filter((step) => !step.isAlone).values();
  const lane = async () => {
    for (const step of together) await runAndTell(step, browser, sum);
  };
  await Promise.all([lane(), lane()]);
  for (const step of chosen.filter((each) => each.isAlone)) await runAndTell(step, browser, sum);
  return sum;
}

/** @param {import('./steps.mjs').Step} step @param {Promise<string>} browser @param {Sum} sum */
async function runAndTell(step, browser, sum) {
  const start = performance.now();
  const { passed, failed, output } = await outcomeOf(step, browser);
  sum.passedTests += passed;
  sum.failedTests += failed;
  const time = `${((performance.now() - start) / 1000).toFixed(1)} s`;
  const words = `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}`;
  print(`${failed > 0 ? '✗' : '✓'} ${step.name.padEnd(10)} ${words.padEnd(24)} ${time.padStart(8)}`);
  if (failed === 0) return;
  sum.failed.push(step.name);
  print(`\n${output.trim()}\n`);
}

/** @param {import('./steps.mjs').Step} step @param {Promise<string>} browser */
async function outcomeOf(step, browser) {
  try {
    if (step.needsPages) await ensureBuilt();
    return await runStep(step, step.needsBrowser ? { CHROMIUM_PATH: await browser } : {});
  } catch (error) {
    if (!(error instanceof DeadEnd)) throw error;
    return { passed: 0, failed: 1, output: error.message };
  }
}

/** @param {Sum} sum @param {number} ms */
function tellEnd({ passedTests, failedTests, failed }, ms) {
  print(`\nAll of it took ${Math.round(ms / 1000)} s.`);
  if (failed.length > 0) print(`What failed, once more: npm test -- --only ${failed.join(',')}`);
  print(`${passedTests} passed, ${failedTests} failed`);
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`);
}
