/** Begins the keys of all drafts in the session storage. */
export const draftPrefix = 'draft:';

/** Removes all drafts of this tab: after signing out, the next person at this computer finds none. */
export function forgetAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key);
}
