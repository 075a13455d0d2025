import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listChangedFiles } from '../scripts/changed-files.mjs';
import { plantTree } from './planted-tree.ts';

/** Creates a git repository with one commit on the main branch, which contains the given files. */
function createGitRepository(files: Record<string, string>) {
  const folder = plantTree(files);
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  const git = (...gitArguments: string[]) => {
    const { status, stderr } = spawnSync('git', [...author, ...gitArguments], { cwd: folder, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  };
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '--message=first');
  return { folder, git, write: (file: string) => writeFileSync(path.join(folder, file), 'changed') };
}

test('the list of changed files contains committed, edited and new files of the branch, but no deleted and no ignored files', () => {
  const fileNames = ['same.ts', 'committed.ts', 'edited.ts', 'deleted.ts'];
  const files = { ...Object.fromEntries(fileNames.map((name) => [name, name])), '.gitignore': 'ignored.ts' };
  const { folder, git, write } = createGitRepository(files);
  git('switch', '--quiet', '--create', 'branch');
  write('committed.ts');
  git('commit', '--quiet', '--all', '--message=second');
  for (const file of ['edited.ts', 'new.ts', 'ignored.ts']) write(file);
  rmSync(path.join(folder, 'deleted.ts'));
  expect(listChangedFiles(undefined, folder).files).toEqual(['committed.ts', 'edited.ts', 'new.ts']);
  expect(listChangedFiles('HEAD', folder).files).toEqual(['edited.ts', 'new.ts']);
  expect(() => listChangedFiles('no-such-commit', folder)).toThrow('There is no commit no-such-commit');
});
