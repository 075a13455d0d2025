/** The prefix of the keys of all drafts in the session storage. */
export const draftPrefix = 'draft:';

/**
 * Removes all drafts of this tab when the user signs out in it, so that the next person at this device finds no drafts. Other tabs keep
 * their drafts until they are closed. These tabs only detect that the token is missing, as at the end of a session, when the drafts must be
 * kept.
 */
export function forgetAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key);
}
