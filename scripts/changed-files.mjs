import { spawnSync } from 'node:child_process';
import { root } from './root.mjs';
import { CommandFailure } from './say.mjs';

/**
 * Lists the files that differ from a commit, including files with uncommitted changes. The commit is `since`, or by default the commit at
 * which this branch started from the main branch.
 * @param {string | undefined} since any name of a commit @param {string} [folder] of the repository
 * @returns {{ base: string, files: string[] }} paths from the root with forward slashes; without deleted files
 */
export function listChangedFiles(since, folder = root) {
  const git = createGit(folder);
  const base = since ? findCommit(git, since) : findMergeBase(git);
  if (!base)
    throw new CommandFailure(
      `There is no commit ${since ?? 'to compare with'}. Name one: npm run check -- --since HEAD~1`,
    );
  const committedFiles = git('diff', '--name-only', '--diff-filter=d', '-z', base, '--');
  const untrackedFiles = git('ls-files', '--others', '--exclude-standard', '-z');
  const files = [committedFiles, untrackedFiles].flatMap((fileList) => (fileList ?? '').split('\0').filter(Boolean));
  return { base, files: [...new Set(files)] };
}

/** @typedef {(...words: string[]) => string | undefined} Git runs git and returns its output; undefined if git failed */

/** @param {Git} git */
function findMergeBase(git) {
  const mainBranch = ['origin/main', 'main', 'origin/master', 'master'].find((branchName) =>
    findCommit(git, branchName),
  );
  return mainBranch ? git('merge-base', 'HEAD', mainBranch)?.trim() : findCommit(git, 'HEAD');
}

/** @param {Git} git @param {string} revision */
const findCommit = (git, revision) => git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`)?.trim();

/** @param {string} folder @returns {Git} */
const createGit =
  (folder) =>
  (...gitArguments) => {
    const { status, stdout, error } = spawnSync('git', gitArguments, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    if (error) throw new CommandFailure('git is not on the PATH. Install it, then try again.', { cause: error });
    return status === 0 ? stdout : undefined;
  };
