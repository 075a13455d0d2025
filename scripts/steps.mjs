import { formatCommand, lintCommand, moduleCommand, typeCheckCommands, createVitestCommand } from './commands.mjs';

/**
 * A step of `npm test`, for which one line is printed. Node.js runs each of `commands` in the root of the repository. Each command counts
 * as one check. If `counts` is set, the tests in the report count instead, which the test runner writes to `{report}`. `minutes` is the
 * timeout of each command: twelve to fifteen times its usual duration on two cores, so that a busy machine causes no failure. The temporary
 * files of a step that `isInMemory` are in memory if the machine has a folder for it. `variables` are added to the environment.
 * @typedef {{ name: string, commands: string[][], minutes: number, counts?: 'vitest' | 'playwright', needsBrowser?: boolean, needsPages?: boolean, needsServer?: boolean, isInMemory?: boolean, variables?: Record<string, string> }} Step
 */

/**
 * Creates a step that runs the tests of the given projects of vitest.config.ts.
 * @param {string} name @param {number} minutes @param {string[]} projects names or patterns @returns {Step}
 */
const createTestStep = (name, minutes, projects = [name]) => ({
  name,
  commands: [createVitestCommand(...projects.flatMap((project) => ['--project', project]))],
  minutes,
  counts: 'vitest',
});

/**
 * All steps of `npm test`, the longest first. Two lanes run them: while one lane runs the end-to-end tests, the other lane runs the short
 * steps at the end of the list.
 * @type {Step[]}
 */
export const steps = [
  { ...createTestStep('server', 60), needsServer: true, isInMemory: true },
  { ...createTestStep('portal', 60, ['portal', 'portal-*']), needsBrowser: true },
  {
    name: 'paths',
    commands: [['node_modules/@playwright/test/cli.js', 'test']],
    minutes: 75,
    counts: 'playwright',
    needsBrowser: true,
    needsPages: true,
    needsServer: true,
    isInMemory: true,
  },
  createTestStep('repo-checks', 30),
  createTestStep('libraries', 30),
  // On two cores, the typed rules of the linter work out most types twice: that takes a third more CPU time.
  { name: 'lint', commands: [lintCommand], minutes: 20, variables: { GOMAXPROCS: '1' } },
  // The compiler collects garbage more rarely: it takes a sixth less CPU time, and up to 1.7 GB of memory instead of 1.3 GB.
  { name: 'types', commands: typeCheckCommands, minutes: 20, variables: { GOGC: '400' } },
  { name: 'format', commands: [formatCommand], minutes: 20 },
  { name: 'openapi', commands: [['scripts/check-openapi.mjs']], minutes: 20 },
  { name: 'unused', commands: [['node_modules/knip/bin/knip.js']], minutes: 20 },
  createTestStep('desktop', 30),
  { name: 'modules', commands: [moduleCommand], minutes: 20 },
  { name: 'budgets', commands: [['scripts/check-budgets.mjs']], minutes: 20 },
  createTestStep('contract', 20),
  createTestStep('licensing', 20),
];
