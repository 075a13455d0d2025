import { formatCommand, lintCommand, moduleCommand, typeCheckCommands, createVitestCommand } from './commands.mjs';

/**
 * A step of `npm test`, one line of its output. Node.js runs each of `commands` in the root. Each counts as one check, except where a test
 * runner counts its tests in the report that it writes to `{report}`. `minutes` is the timeout of each command: twelve to
 * fifteen times its duration on two cores, so that a busy machine causes no failure.
 * @typedef {{ name: string, commands: string[][], minutes: number, counts?: 'vitest' | 'playwright', needsBrowser?: boolean, needsPages?: boolean }} Step
 */

/** Creates a step with the tests of some projects of vitest.config.ts. @param {string} name @param {number} minutes @param {string[]} projects names or patterns @returns {Step} */
const createTestStep = (name, minutes, projects = [name]) => ({
  name,
  commands: [createVitestCommand(...projects.flatMap((project) => ['--project', project]))],
  minutes,
  counts: 'vitest',
});

/**
 * Everything that `npm test` runs, longest first, in two lanes: the short steps at the end fill the lane that is free while the
 * other one runs the end-to-end tests.
 * @type {Step[]}
 */
export const steps = [
  createTestStep('server', 60),
  { ...createTestStep('portal', 60, ['portal', 'portal-*']), needsBrowser: true },
  {
    name: 'paths',
    commands: [['node_modules/@playwright/test/cli.js', 'test']],
    minutes: 75,
    counts: 'playwright',
    needsBrowser: true,
    needsPages: true,
  },
  createTestStep('repo-checks', 30),
  { name: 'lint', commands: [lintCommand], minutes: 20 },
  { name: 'types', commands: typeCheckCommands, minutes: 20 },
  { name: 'format', commands: [formatCommand], minutes: 20 },
  { name: 'openapi', commands: [['scripts/check-openapi.mjs']], minutes: 20 },
  { name: 'unused', commands: [['node_modules/knip/bin/knip.js']], minutes: 20 },
  createTestStep('desktop', 30),
  { name: 'modules', commands: [moduleCommand], minutes: 20 },
  { name: 'budgets', commands: [['scripts/check-budgets.mjs']], minutes: 20 },
  createTestStep('contract', 20),
  createTestStep('licensing', 20),
];
