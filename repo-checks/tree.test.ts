import path from 'node:path';
import { expect, test } from 'vitest';
import { files, sources, textOf } from './files.ts';

test('there is a house to look at', () => {
  expect(sources().length).toBeGreaterThan(150);
});

test('files and folders are in kebab case', () => {
  const exempt = /^(README|CHANGELOG|CONTRIBUTING|SECURITY|PULL_REQUEST_TEMPLATE)\.md$|^(LICENSE|ISSUE_TEMPLATE)$/;
  const strange = files()
    .flatMap((file) => file.split('/'))
    .filter((name) => !exempt.test(name) && !/^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(name));
  expect([...new Set(strange)]).toEqual([]);
});

test('the suffix of a file names its floor', () => {
  const floors = [
    '',
    'routes',
    'service',
    'repository',
    'queries',
    'test',
    'api.test',
    'matrix.test',
    'fuzz.test',
    'e2e',
    'config',
    'data',
    'module',
    'client',
  ];
  const strange = files('packages').filter((file) => {
    const [, ...suffix] = path.posix.basename(file).split('.').slice(0, -1);
    return /\.(tsx?|css)$/.test(file) && !floors.includes(suffix.join('.'));
  });
  expect(strange).toEqual([]);
});

test('there is no index file and no drawer', () => {
  expect(sources().filter((file) => /(^|\/)index\.[a-z]+$/.test(file))).toEqual([]);
  const drawers = new Set(['utils', 'util', 'common', 'misc', 'lib', 'helpers', 'shared']);
  expect(files('packages').filter((file) => file.split('/').some((name) => drawers.has(name)))).toEqual([]);
});

test('nothing is left for later, and no test is left out or preferred', () => {
  // Put together here, or this file would be the first to be found.
  const words = [
    ['TO', 'DO'],
    ['FIX', 'ME'],
    ['.on', 'ly('],
    ['.sk', 'ip('],
    ['.to', 'do('],
    ['.fa', 'ils('],
  ].map((parts) => parts.join(''));
  const found = sources().flatMap((file) => {
    const text = textOf(file);
    return words.filter((word) => text.includes(word)).map((word) => `${word} in ${file}`);
  });
  expect(found).toEqual([]);
});

test('a rule that is switched off says why, beside it or on the line above', () => {
  const silent = sources()
    .filter((file) => !file.startsWith('repo-checks/'))
    .flatMap((file) => silentIn(textOf(file).split('\n')).map((line) => `${file}: ${line}`));
  expect(silent).toEqual([]);
});

const silentIn = (lines: string[]) =>
  lines.filter((line, at) => {
    const isExplainedAbove = /^\s*(\/\/|\/?\*|\{\/\*)/.test(lines[at - 1] ?? '');
    return /(oxlint|eslint)-disable/.test(line) && !/-disable.* -- \S/.test(line) && !isExplainedAbove;
  });
