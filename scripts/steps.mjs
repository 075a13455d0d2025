import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';

/**
 * One line of what `npm test` prints. Each of `commands` is run by Node.js in the root, and is a check of its own, unless a
 * runner counts tests: then it writes its report to the file that `{report}` stands for.
 * @typedef {{ name: string, commands: string[][], counts?: 'vitest' | 'playwright', isAlone?: boolean, needsBrowser?: boolean, needsPages?: boolean }} Step
 */

const typescript = 'node_modules/typescript-native/bin/tsc';
const vitest = 'node_modules/vitest/vitest.mjs';

const packages = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`);

/** The tests of one project of vitest.config.ts. @param {string} project @returns {Step} */
const tests = (project) => ({
  name: project,
  commands: [
    [vitest, 'run', '--project', project, '--reporter=default', '--reporter=json', '--outputFile.json={report}'],
  ],
  counts: 'vitest',
});

/** Everything that `npm test` does, quick checks first, two at a time; what wants both cores runs alone. @type {Step[]} */
export const steps = [
  {
    name: 'types',
    commands: [...packages, 'scripts', 'repo-checks', 'e2e', 'bench'].map((place) => [typescript, '-p', place]),
  },
  { name: 'lint', commands: [['node_modules/oxlint/bin/oxlint', '--deny-warnings']] },
  { name: 'format', commands: [['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.']] },
  { name: 'rooms', commands: [['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', 'packages']] },
  { name: 'unused', commands: [['node_modules/knip/bin/knip.js']] },
  { name: 'openapi', commands: [['scripts/check-openapi.mjs']] },
  { name: 'budgets', commands: [['scripts/check-budgets.mjs']] },
  tests('contract'),
  tests('licensing'),
  tests('desktop'),
  tests('repo-checks'),
  tests('server'),
  { ...tests('portal'), needsBrowser: true },
  {
    name: 'paths',
    commands: [['node_modules/@playwright/test/cli.js', 'test']],
    counts: 'playwright',
    isAlone: true,
    needsBrowser: true,
    needsPages: true,
  },
];
