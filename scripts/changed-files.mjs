import { spawnSync } from 'node:child_process';
import { root } from './root.mjs';
import { DeadEnd } from './say.mjs';

/**
 * The files that differ from a commit, with those not committed yet: from `since`, else from where this branch left the main branch.
 * @param {string | undefined} since any name of a commit
 * @returns {{ base: string, files: string[] }} paths from the root with forward slashes; without deleted files
 */
export function changedFiles(since) {
  const base = since ? commitOf(since) : mergeBase();
  if (!base)
    throw new DeadEnd(`There is no commit ${since ?? 'to compare with'}. Name one: npm run check -- --since HEAD~1`);
  const committed = git('diff', '--name-only', '--diff-filter=d', '-z', base, '--');
  const untracked = git('ls-files', '--others', '--exclude-standard', '-z');
  const files = [committed, untracked].flatMap((list) => (list ?? '').split('\0').filter(Boolean));
  return { base, files: [...new Set(files)] };
}

function mergeBase() {
  const main = ['origin/main', 'main', 'origin/master', 'master'].find((name) => commitOf(name));
  return main ? git('merge-base', 'HEAD', main)?.trim() : commitOf('HEAD');
}

/** @param {string} name */
const commitOf = (name) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`)?.trim();

/** @param {string[]} words @returns {string | undefined} what git printed; undefined when it failed */
function git(...words) {
  const { status, stdout, error } = spawnSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (error) throw new DeadEnd('git is not on the PATH. Install it, then try again.', { cause: error });
  return status === 0 ? stdout : undefined;
}
