import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { root } from './root.mjs';

/** Returns whether the user has a writable home folder; service accounts often have none. */
export const hasHome = () => {
  try {
    accessSync(homedir(), constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns the folder for large downloads: the user's cache folder, which is outside of the checkout. If the user has no home folder, it is
 * the folder `.cache` of the repository.
 */
export const findUserCache = () =>
  hasHome()
    ? path.join(process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'), 'basics-portal')
    : path.join(root, '.cache');
