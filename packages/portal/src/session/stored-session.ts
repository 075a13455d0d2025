import { isUnavailable } from '#portal/api/api-problem.ts';
import { isSignedOut, readToken, readViewToken, removeToken } from '#portal/api/browser-store.ts';
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
    return holder.end({ how: isSignedOut() ? 'signedOutElsewhere' : 'elsewhere' });
  }
  const state = holder.state();
  const isSameUser = heldToken?.claims.userName === storedToken.claims.userName;
  if (state.user !== null && isSameUser) return holder.begin(storedToken, state.user);
  await resumeSession(holder, storedToken);
}

/** The longest time in milliseconds that a session waits for a server that is not available. */
const longestWaitMs = 120_000;
/** After this time in milliseconds without an answer, the portal checks whether the server is ready. */
const slowMs = 5000;

/**
 * Loads the profile of a stored token. If the profile cannot be loaded, the session ends with the reason. While nothing answers, or the
 * answer is 503, as while the server restarts or has no database, the function waits up to two minutes before it ends the session.
 */
async function resumeSession(holder: SessionHolder, newToken: HeldToken): Promise<void> {
  holder.load(newToken);
  // The token is replaced when the user signs out, by a 401, or by another tab.
  const isReplaced = (): boolean => holder.readHeldToken()?.token !== newToken.token;
  const replaced = new AbortController();
  const stopListening = holder.subscribe(() => isReplaced() && replaced.abort());
  const slowTimer = setTimeout(() => void connection.check(), slowMs);
  try {
    const user = await connection.retry(() => loadProfile(newToken.token), {
      mayWait: mayWaitForProfile,
      longestMs: longestWaitMs,
      signal: replaced.signal,
    });
    if (!isReplaced()) holder.begin(newToken, user);
  } catch (reason) {
    if (!isReplaced()) holder.end({ how: 'failed', reason });
  } finally {
    stopListening();
    clearTimeout(slowTimer);
  }
}

/**
 * Returns whether the session may wait after this failure. A server that is ready but sends no complete answer, or behind a gateway that
 * answers 502 or 504, gets three attempts, because a single answer can be lost on the way.
 */
async function mayWaitForProfile(error: unknown, failureCount: number): Promise<boolean> {
  if (!isUnavailable(error)) return false;
  return error.status === 503 || failureCount < 3 || !(await connection.check());
}
