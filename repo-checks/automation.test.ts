import { expect, test } from 'vitest';
import { steps } from '../scripts/steps.mjs';
import { listFiles, readText } from './files.ts';

const manifest: { scripts: Record<string, string> } = JSON.parse(readText('package.json'));
const workflows = listFiles('.github').filter((file) => file.endsWith('.yml'));

/** Returns the matches of a pattern in the given files. */
const findMatches = (files: readonly string[], pattern: RegExp) =>
  files.flatMap((file) => [...readText(file).matchAll(pattern)].map(([, name = '']) => name));

test('every script and every step that a workflow or an editor task runs exists', () => {
  const scripts = [
    ...findMatches(workflows, /npm run ([\w:]+)/g),
    ...findMatches(['.vscode/tasks.json'], /"script": "([^"]+)"/g),
  ];
  expect(scripts).toContain('check');
  expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
  const chosenSteps = findMatches(workflows, /npm test -- --only (\S+)/g).flatMap((stepList) => stepList.split(','));
  expect(chosenSteps).toContain('server');
  expect(chosenSteps.filter((name) => !steps.some((step) => step.name === name))).toEqual([]);
});

test('the editor and the development container recommend the same extensions', () => {
  const { recommendations }: { recommendations: string[] } = JSON.parse(readText('.vscode/extensions.json'));
  const containerConfig: { customizations: { vscode: { extensions: string[] } } } = JSON.parse(
    readText('.devcontainer/devcontainer.json'),
  );
  expect(containerConfig.customizations.vscode.extensions).toEqual(recommendations);
});
