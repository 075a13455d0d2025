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

/** Large downloads are kept outside of the checkout, in the user's cache folder; without a home folder, in the repository's. */
export const findUserCache = () =>
  hasHome()
    ? path.join(process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'), 'basics-portal')
    : path.join(root, '.cache');
