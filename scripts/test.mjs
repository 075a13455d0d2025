import { ensureInstalled } from './installed.mjs';
import { print, printSum, runSteps } from './run-steps.mjs';
import { CommandFailure, runCommandLine } from './say.mjs';
import { steps } from './steps.mjs';

// `npm test`: installs the packages, finds a browser and runs every check, also after one has failed. It runs before any package is
// installed, on Node.js 20 or later: plain JavaScript without a dependency.
const hasRun = await runCommandLine(async () => {
  const chosen = selectSteps(process.argv.slice(2));
  await ensureInstalled();
  const start = performance.now();
  // Two lanes that share one queue: a free lane starts the next step.
  const queue = chosen.values();
  const sum = await runSteps([queue, queue]);
  const failed = sum.failedSteps.join(',');
  printSum(sum, performance.now() - start, failed && `Run the failed steps again: npm test -- --only ${failed}`);
  process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;
});
if (!hasRun) print('0 passed, 1 failed');

/** `--only server,portal` chooses steps by name; without it, all of them. @param {string[]} args */
function selectSteps(args) {
  if (args.length === 0) return steps;
  const [option, names = ''] = args;
  const wanted = names.split(',');
  const chosen = steps.filter(({ name }) => wanted.includes(name));
  if (option === '--only' && args.length === 2 && chosen.length === wanted.length) return chosen;
  throw new CommandFailure(
    `Unknown arguments: ${args.join(' ')}\n` +
      `  npm test                            all steps\n` +
      `  npm test -- --only lint,server      some of them: ${steps.map(({ name }) => name).join(', ')}`,
  );
}
