import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { root } from './root.mjs';

/** Whether the user has a home that can be written; service accounts often have none. */
export const hasHome = () => {
  try {
    accessSync(homedir(), constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** Where large downloads outlive a checkout: the user's cache folder, or the repository's own for a user without a home. */
export const userCache = () =>
  hasHome()
    ? path.join(process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'), 'basics-portal')
    : path.join(root, '.cache');
