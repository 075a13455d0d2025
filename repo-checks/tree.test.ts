import path from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, listSources, readText } from './files.ts';

test('the list of source files is not empty', () => {
  expect(listSources().length).toBeGreaterThan(150);
});

test('the names of files and folders are in kebab case, except where another language or tool requires other names', () => {
  const otherNamePattern =
    /^(README|CHANGELOG|CONTRIBUTING|SECURITY|PULL_REQUEST_TEMPLATE)\.md$|^(LICENSE|ISSUE_TEMPLATE|Dockerfile(\.dockerignore)?)$/;
  const wrongNames = listFiles()
    .filter((file) => !/^sdk\/(c|csharp|java|python)\/|_(test|darwin|linux|windows)\.go$/.test(file))
    .flatMap((file) => file.split('/'))
    .filter((name) => !otherNamePattern.test(name) && !/^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(name));
  expect([...new Set(wrongNames)]).toEqual([]);
});

test('a folder of a package has at most fifteen files, without tests, messages and migrations', () => {
  expect(findFullFolders(listFiles('packages'))).toEqual([]);
});

test('a folder with sixteen files is reported', () => {
  const files = Array.from({ length: 15 }, (_, number) => `packages/server/src/features/users/file-${number}.ts`);
  const otherFiles = ['user.test.ts', 'list/users-list.ts'].map((name) => `packages/server/src/features/users/${name}`);
  expect(findFullFolders([...files, ...otherFiles])).toEqual([]);
  expect(findFullFolders([...files, 'packages/server/src/features/users/user.ts'])).toEqual([
    'packages/server/src/features/users has 16 files',
  ]);
});

/** Finds the source folders that have more than fifteen files. Tests, messages and migrations do not count. */
function findFullFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    if (!/\/src\/.*\.(tsx?|css)$/.test(file) || /\.test\.tsx?$|\/(messages|migrations)\//.test(file)) continue;
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 15).map(([folder, count]) => `${folder} has ${count} files`);
}

test('the suffix of a file names its layer', () => {
  const layers = [
    '',
    'routes',
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
  const wrongFiles = listFiles('packages').filter((file) => {
    const [, ...suffix] = path.posix.basename(file).split('.').slice(0, -1);
    return /\.(tsx?|css)$/.test(file) && !layers.includes(suffix.join('.'));
  });
  expect(wrongFiles).toEqual([]);
});

test('no file is named index, and no file or folder has a vague name such as utils', () => {
  expect(listSources().filter((file) => /(^|\/)index\.[a-z]+$/.test(file))).toEqual([]);
  const vagueNames = new Set(['utils', 'util', 'common', 'misc', 'lib', 'helpers', 'shared']);
  expect(listFiles('packages').filter((file) => file.split('/').some((name) => vagueNames.has(name)))).toEqual([]);
});

test('no file contains a word that marks unfinished work, and no test is skipped or marked to run alone', () => {
  // Each word is joined from two parts, so that this file itself does not contain the word.
  const forbiddenWords = [
    ['TO', 'DO'],
    ['FIX', 'ME'],
    ['.on', 'ly('],
    ['.sk', 'ip('],
    ['.to', 'do('],
    ['.fa', 'ils('],
  ].map((wordParts) => wordParts.join(''));
  const occurrences = listSources().flatMap((file) => {
    const text = readText(file);
    return forbiddenWords.filter((word) => text.includes(word)).map((word) => `${word} in ${file}`);
  });
  expect(occurrences).toEqual([]);
});

test('a disabled lint rule has a reason on the same line or on the line above', () => {
  const withoutReason = listSources()
    .filter((file) => !file.startsWith('repo-checks/'))
    .flatMap((file) => findLinesWithoutReason(readText(file).split('\n')).map((line) => `${file}: ${line}`));
  expect(withoutReason).toEqual([]);
});

const findLinesWithoutReason = (lines: string[]) =>
  lines.filter((line, at) => {
    const isExplainedAbove = /^\s*(\/\/|\/?\*|\{\/\*)/.test(lines[at - 1] ?? '');
    return /(oxlint|eslint)-disable/.test(line) && !/-disable.* -- \S/.test(line) && !isExplainedAbove;
  });
