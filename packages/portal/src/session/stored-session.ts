import { mayRetry } from '#portal/api/api-problem.ts';
import { readToken, readViewToken, removeToken } from '#portal/api/stored-token.ts';
import { connection } from '#portal/loading/connection.ts';
import type { HeldToken, SessionHolder } from './session-holder.ts';
import { loadProfile } from './session.queries.ts';

/**
 * Updates the session when the stored token has changed, because other tabs can change it. The stored token is read at the start, when
 * another tab changes it, and when this tab becomes visible again or comes back from the back-forward cache. Returns a function that stops
 * these updates.
 */
export function followStoredToken(
  holder: SessionHolder,
  readValidToken: (token: string | null) => HeldToken | null,
): () => void {
  const applyTokenFromStorage = (): void => void applyStoredToken(holder, readValidToken);
  const controller = new AbortController();
  window.addEventListener('storage', applyTokenFromStorage, { signal: controller.signal });
  window.addEventListener('pageshow', applyTokenFromStorage, { signal: controller.signal });
  document.addEventListener('visibilitychange', applyTokenFromStorage, { signal: controller.signal });
  // When a view as another user ends, the session of the administrator continues.
  const stopListening = holder.onEnd(({ how }) => {
    if (how === 'viewEnded') applyTokenFromStorage();
  });
  applyTokenFromStorage();
  return () => {
    stopListening();
    controller.abort();
  };
}

async function applyStoredToken(
  holder: SessionHolder,
  readValidToken: (token: string | null) => HeldToken | null,
): Promise<void> {
  const token = readToken();
  const heldToken = holder.readHeldToken();
  if (token === (heldToken?.token ?? null)) return holder.timer.check();
  const storedToken = readValidToken(token);
  if (storedToken === null) {
    const wasView = readViewToken() !== null;
    if (token !== null) removeToken();
    // If a view as another user was over before the page was loaded, the session of the administrator continues.
    if (wasView && heldToken === null) return applyStoredToken(holder, readValidToken);
    return holder.end({ how: 'elsewhere' });
  }
  const state = holder.state();
  const isSameUser = heldToken?.claims.userName === storedToken.claims.userName;
  if (state.user !== null && isSameUser) return holder.begin(storedToken, state.user);
  await resumeSession(holder, storedToken);
}

/**
 * Loads the profile of a stored token. While the server does not answer, for example because it restarts, the function waits and does not
 * end the session.
 */
async function resumeSession(holder: SessionHolder, newToken: HeldToken): Promise<void> {
  const isReplaced = (): boolean => holder.readHeldToken()?.token !== newToken.token; // The token was replaced by a 401 or by another tab.
  holder.load(newToken);
  while (!isReplaced()) {
    try {
      const user = await loadProfile(newToken.token);
      if (!isReplaced()) holder.begin(newToken, user);
      return;
    } catch (reason) {
      if (!mayRetry(0, reason)) {
        if (!isReplaced()) holder.end({ how: 'failed', reason });
        return;
      }
    }
    await connection.waitUntilAnswered();
  }
}
