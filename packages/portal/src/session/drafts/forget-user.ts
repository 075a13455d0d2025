import { storageKeys } from '@basics/contract/calls/limits.ts';
import { removeRememberedPath } from '../remembered-path.ts';

/** The prefix of the keys of all drafts in the session storage. */
export const draftPrefix = 'draft:';

/** Removes the drafts and the remembered page of this tab when the user has signed out, so that the next person at this device finds nothing. */
export function forgetUser(): void {
  removeDrafts(() => true);
  removeRememberedPath();
  sessionStorage.removeItem(storageKeys.formerUser);
}

/** Records whose session has ended in this tab for another reason. The drafts and the page are kept, because the user may sign in again. */
export const keepForUser = (userId: number): void => sessionStorage.setItem(storageKeys.formerUser, String(userId));

/**
 * Removes the drafts of all other users from this tab when a user has signed in, and the remembered page if it belongs to another user. The
 * drafts of forms that need no sign-in stay. Null means that nobody is signed in.
 */
export function forgetOtherUsers(userId: number | null): void {
  const formerUser = sessionStorage.getItem(storageKeys.formerUser);
  if (formerUser !== null && formerUser !== String(userId)) removeRememberedPath();
  sessionStorage.removeItem(storageKeys.formerUser);
  removeDrafts((owner) => owner !== String(userId) && owner !== 'anonymous');
}

function removeDrafts(isRemoved: (owner: string | undefined) => boolean): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(draftPrefix) && isRemoved(key.split(':')[1])) sessionStorage.removeItem(key);
}
