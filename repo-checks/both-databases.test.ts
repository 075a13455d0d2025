import path from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, readText } from './files.ts';

type Source = { file: string; text: string };

/** Finds the features whose SQL no test in their folder runs on both databases. */
function findFeaturesOnOneDatabase(sources: readonly Source[]): string[] {
  const findFolder = ({ file }: Source) => path.posix.dirname(file);
  const testedFolders = new Set(sources.filter(({ text }) => /\.each\(databases\)/.test(text)).map(findFolder));
  const foldersWithSql = new Set(sources.filter(({ file }) => file.endsWith('.repository.ts')).map(findFolder));
  return [...foldersWithSql].filter((folder) => !testedFolders.has(folder));
}

test('the SQL of each feature is tested on both databases', () => {
  const sources = listFiles('packages/server/src/features').map((file) => ({ file, text: readText(file) }));
  expect(sources.filter(({ file }) => file.endsWith('.repository.ts')).length).toBeGreaterThan(15);
  // The SQL of the feature `signing-keys` is tested by the test of the operator's command, which is in another folder.
  const sourcesOfCommand = [{ file: 'packages/server/src/features/signing-keys/command', text: readText(keysTest) }];
  expect(findFeaturesOnOneDatabase([...sources, ...sourcesOfCommand])).toEqual([]);
});

const keysTest = 'packages/server/src/commands/keys/signing-keys.test.ts';

test('a feature that is tested on only one database is reported', () => {
  const repository = { file: 'a/notes/notes.repository.ts', text: '' };
  const testOnOneDatabase = { file: 'a/notes/notes.api.test.ts', text: 'describe.each(defaultDatabases)' };
  const testOnBothDatabases = { file: 'a/notes/notes.api.test.ts', text: 'describe.each(databases)' };
  expect(findFeaturesOnOneDatabase([repository, testOnOneDatabase])).toEqual(['a/notes']);
  expect(findFeaturesOnOneDatabase([repository, testOnBothDatabases])).toEqual([]);
});
