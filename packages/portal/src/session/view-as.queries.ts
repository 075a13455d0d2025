import { viewAs } from '@basics/contract/session/view-as.ts';
import { call } from '#portal/api/call.ts';
import { removeToken, storeViewToken } from '#portal/api/browser-store.ts';

/** Shows the portal as this user, in this tab only: the session follows the stored token. Throws ApiProblem. */
export async function beginView(userId: number): Promise<void> {
  const { token } = await call(viewAs.viewAs, { params: { id: userId } });
  storeViewToken(token);
  announceToken();
}

/**
 * Ends the view, and shows the member of staff their own account again. If the server cannot be reached, the view on the server ends when
 * its time limit is reached.
 */
export async function endView(): Promise<void> {
  try {
    await call(viewAs.endViewAs);
  } finally {
    removeToken();
    announceToken();
  }
}

/** Announces the change of the token to this tab, because browsers announce a change of the storage only to other tabs. */
const announceToken = (): boolean => window.dispatchEvent(new StorageEvent('storage'));
