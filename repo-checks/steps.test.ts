import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { printSummary, runSteps } from '../scripts/run-steps.mjs';
import { steps } from '../scripts/steps.mjs';
import config from '../vitest.config.ts';

/** The names of all Vitest projects. A project in a configuration file of its own has the name of its package. */
const projects = (config.test?.projects ?? []).map((project) => {
  if (typeof project === 'string') return path.posix.basename(path.posix.dirname(project));
  const name = 'test' in project ? project.test?.name : undefined;
  return typeof name === 'string' ? name : '';
});

const listPatterns = (command: string[]) => command.filter((_, at) => command[at - 1] === '--project');

test('each project of vitest.config.ts is run by exactly one step of `npm test`', () => {
  const patterns = steps.flatMap(({ commands }) => commands.flatMap((command) => listPatterns(command)));
  const findPatterns = (project: string) => patterns.filter((pattern) => path.posix.matchesGlob(project, pattern));
  expect(projects).toContain('server');
  for (const project of projects) expect(findPatterns(project), project).toHaveLength(1);
});

test('the summary of all steps counts the failed commands, names their steps, and is printed as the last line', async () => {
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const createStep = (name: string, ...commands: string[]) => ({
    name,
    commands: commands.map((code) => ['--eval', code]),
    minutes: 1,
  });
  const [fine, broken] = ['process.exit(0)', 'console.log("why"); process.exit(1)'];
  const sum = await runSteps([[createStep('first', fine, broken)], [createStep('second', fine)]]);
  printSummary(sum, 0);
  printSummary(sum, 0, { hint: 'Run the rest.', notRun: '3 affected test files' });
  const printedLines = print.mock.calls.map(([line]) => String(line));
  print.mockRestore();
  expect(sum).toEqual({ passed: 2, failed: 1, failedSteps: ['first'], notRun: [] });
  expect(printedLines.join('')).toMatch(/✗ first .*1 passed, 1 failed[^]*why/);
  expect(printedLines).toContain('2 passed, 1 failed\n');
  expect(printedLines.slice(-2)).toEqual(['Run the rest.\n', '2 passed, 1 failed, 3 affected test files not run\n']);
});

const createPageReport = (unstableCount: number) => ({
  numPassedTests: unstableCount + 1,
  numFailedTests: 0,
  testResults: [
    {
      name: path.resolve('packages/portal/src/home.test.tsx'),
      assertionResults: [
        { fullName: 'home is shown', status: 'passed', failureMessages: [] },
        ...Array.from({ length: unstableCount }, (_, at) => ({
          fullName: `the menu opens ${at}`,
          status: 'passed',
          failureMessages: ['Cannot find element'],
        })),
      ],
    },
  ],
});

/** Runs a step whose test runner only writes the given report. */
async function runReport(report: object, counts: 'vitest' | 'playwright') {
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const code = `require('node:fs').writeFileSync(process.argv[1], ${JSON.stringify(JSON.stringify(report))})`;
  const sum = await runSteps([[{ name: 'portal', commands: [['--eval', code, '{report}']], minutes: 1, counts }]]);
  const printedText = print.mock.calls.map(([line]) => String(line)).join('');
  print.mockRestore();
  return { sum, printedText };
}

test('a page test that passes only when it is retried counts as passed and is printed', async () => {
  const { sum, printedText } = await runReport(createPageReport(1), 'vitest');
  expect(sum).toMatchObject({ passed: 2, failed: 0, failedSteps: [] });
  expect(printedText).toMatch(/Unstable: .*\n.*src\/home\.test\.tsx > the menu opens 0\nCannot find element/);
  expect(printedText).not.toContain('home is shown');
});

test('if more than three tests of a step pass only when they are retried, these tests count as failed', async () => {
  expect((await runReport(createPageReport(3), 'vitest')).sum).toMatchObject({ passed: 4, failed: 0 });
  expect((await runReport(createPageReport(4), 'vitest')).sum).toMatchObject({ passed: 1, failed: 4 });
});

test('a test that did not run is named in the summary', async () => {
  const notRun = { fullName: 'not run: Go is missing (library go)', status: 'skipped', failureMessages: [] };
  const report = createPageReport(0);
  report.testResults[0]?.assertionResults.push(notRun);
  const { sum } = await runReport(report, 'vitest');
  expect(sum).toMatchObject({ passed: 1, failed: 0, notRun: [notRun.fullName] });
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  printSummary(sum, 0);
  const printedText = print.mock.calls.map(([line]) => String(line)).join('');
  print.mockRestore();
  expect(printedText).toContain('– not run: Go is missing (library go)\n');
});
