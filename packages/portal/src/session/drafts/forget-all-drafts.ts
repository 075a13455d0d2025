/** The prefix of the keys of all drafts in the session storage. */
export const draftPrefix = 'draft:';

/**
 * Removes all drafts of this tab, so that after a sign-out in it the next person at this computer finds none. Other tabs keep their drafts until
 * they are closed: they only see that the token is gone, as at the end of a session, after which the user continues with the drafts.
 */
export function forgetAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key);
}
