import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';

/**
 * The commands of the tools that `npm test` and `npm run check` share. Node.js runs each command in the root of the repository. The cache
 * of TypeScript is in `.cache/`, which git ignores, so a fresh clone has none. The cache cannot hide a fault: TypeScript compares the content
 * of the files, the options and its own version, and never stores that a file with a fault has none.
 */

const typescript = 'node_modules/typescript-native/bin/tsc';
const packages = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`);
/** The project in the root has the files of `bench`, `e2e` and `repo-checks`: all three import the server, which is compiled once for them. */
const projects = [...packages, 'scripts', 'sdk/typescript', '.'];

/**
 * The compiler runs incrementally: if nothing has changed, all projects take 0.5 s of CPU. It has one checker instead of four, because
 * each checker works out the types of the queries again: all projects take 60 s of CPU instead of 150 s.
 */
export const typeCheckCommands = projects.map((project) => [
  typescript,
  '-p',
  project,
  '--checkers',
  '1',
  '--incremental',
  '--tsBuildInfoFile',
  `.cache/types/${project === '.' ? 'root' : project.replace('/', '-')}.tsbuildinfo`,
]);

export const lintCommand = ['node_modules/oxlint/bin/oxlint', '--deny-warnings'];

export const formatCommand = ['node_modules/oxfmt/bin/oxfmt', '--check'];

/**
 * dependency-cruiser runs without a cache, because each changed file would make the cache invalid. Without a cache, it takes 4 s of CPU for
 * all modules.
 */
export const moduleCommand = ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', 'packages'];

/**
 * Creates the two commands that check the modules: the first command writes the graph of all imports to a file, the second command prints
 * the violations.
 * @param {string} graph
 */
export const createModuleCommands = (graph) => [
  [...moduleCommand, '--output-type=json', `--output-to=${graph}`],
  ['node_modules/dependency-cruiser/bin/depcruise-fmt.mjs', '--output-type=err', '--exit-code', graph],
];

/**
 * Creates the command that runs tests and writes the report whose tests `run-step.mjs` counts.
 * @param {string[]} vitestArguments names of files, or options
 */
export const createVitestCommand = (...vitestArguments) => [
  'node_modules/vitest/vitest.mjs',
  'run',
  ...vitestArguments,
  '--reporter=default',
  '--reporter=json',
  '--outputFile.json={report}',
];
