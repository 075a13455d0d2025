import { spawnSync } from 'node:child_process';
import { root } from './root.mjs';

/**
 * Returns the first ten digits of the commit of the repository, with `.changed` if files differ from it; an empty text outside a repository.
 * The result can stand behind the `+` of a version (https://semver.org, 10).
 */
export function readCommit() {
  const commit = runGit(['rev-parse', '--short=10', 'HEAD']);
  return commit !== '' && runGit(['status', '--porcelain', '--untracked-files=no']) !== ''
    ? `${commit}.changed`
    : commit;
}

/** @param {string[]} args */
function runGit(args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}
