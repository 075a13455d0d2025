import path from 'node:path';
import { expect, test } from 'vitest';
import { steps } from '../scripts/steps.mjs';
import config from '../vitest.config.ts';

/** The names of all projects; a project in its own file has the name of its package. */
const projects = (config.test?.projects ?? []).map((project) => {
  if (typeof project === 'string') return path.posix.basename(path.posix.dirname(project));
  const name = 'test' in project ? project.test?.name : undefined;
  return typeof name === 'string' ? name : '';
});

const patternsOf = (command: string[]) => command.filter((_, at) => command[at - 1] === '--project');

test('exactly one step of npm test runs each project of vitest', () => {
  const patterns = steps.flatMap(({ commands }) => commands.flatMap((command) => patternsOf(command)));
  const runs = (project: string) => patterns.filter((pattern) => path.posix.matchesGlob(project, pattern));
  expect(projects).toContain('server');
  for (const project of projects) expect(runs(project), project).toHaveLength(1);
});
