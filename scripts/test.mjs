import { ensureInstalled } from './installed.mjs';
import { print, printSummary, runSteps } from './run-steps.mjs';
import { CommandFailure, runCommandLine } from './say.mjs';
import { steps } from './steps.mjs';

// `npm test` installs the packages, finds a browser and runs every check, even after a check has failed. This program runs before any
// package is installed, on Node.js 20 or later, so it is plain JavaScript without dependencies.
const hasRun = await runCommandLine(async () => {
  const selectedSteps = selectSteps(process.argv.slice(2));
  await ensureInstalled();
  const startTime = performance.now();
  // The two lanes share one queue of steps: when a lane is free, it starts the next step.
  const queue = selectedSteps.values();
  const sum = await runSteps([queue, queue]);
  const failedNames = sum.failedSteps.join(',');
  printSummary(
    sum,
    performance.now() - startTime,
    failedNames ? { hint: `Run the failed steps again: npm test -- --only ${failedNames}` } : {},
  );
  process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;
});
if (!hasRun) print('0 passed, 1 failed');

/** Selects the steps that `--only` names, such as `--only server,portal`; without this option, all steps. @param {string[]} args */
function selectSteps(args) {
  if (args.length === 0) return steps;
  const [option, names = ''] = args;
  const wantedNames = names.split(',');
  const selectedSteps = steps.filter(({ name }) => wantedNames.includes(name));
  if (option === '--only' && args.length === 2 && selectedSteps.length === wantedNames.length) return selectedSteps;
  throw new CommandFailure(
    `Unknown arguments: ${args.join(' ')}\n` +
      `  npm test                            all steps\n` +
      `  npm test -- --only lint,server      some of them: ${steps.map(({ name }) => name).join(', ')}`,
  );
}
