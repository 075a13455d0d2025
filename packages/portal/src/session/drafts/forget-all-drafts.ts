/** The prefix of the keys of all drafts in the session storage. */
export const draftPrefix = 'draft:';

/** Removes all drafts of this tab, so that after a sign-out the next person at this computer finds none. */
export function forgetAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key);
}
