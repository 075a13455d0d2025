import { expect, test } from 'vitest';
import { steps } from '../scripts/steps.mjs';
import { files, textOf } from './files.ts';

const manifest: { scripts: Record<string, string> } = JSON.parse(textOf('package.json'));
const workflows = files('.github').filter((file) => file.endsWith('.yml'));

/** The matches of a pattern in these files. */
const named = (places: readonly string[], pattern: RegExp) =>
  places.flatMap((file) => [...textOf(file).matchAll(pattern)].map(([, name = '']) => name));

test('workflows and editor tasks run scripts and steps that exist', () => {
  const scripts = [...named(workflows, /npm run ([\w:]+)/g), ...named(['.vscode/tasks.json'], /"script": "([^"]+)"/g)];
  expect(scripts).toContain('check');
  expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
  const chosen = named(workflows, /npm test -- --only (\S+)/g).flatMap((list) => list.split(','));
  expect(chosen).toContain('server');
  expect(chosen.filter((name) => !steps.some((step) => step.name === name))).toEqual([]);
});

test('the editor and the development container recommend the same extensions', () => {
  const { recommendations }: { recommendations: string[] } = JSON.parse(textOf('.vscode/extensions.json'));
  const container: { customizations: { vscode: { extensions: string[] } } } = JSON.parse(
    textOf('.devcontainer/devcontainer.json'),
  );
  expect(container.customizations.vscode.extensions).toEqual(recommendations);
});
