import { mayRetry } from '#portal/api/api-problem.ts';
import { readToken, readViewToken, removeToken } from '#portal/api/stored-token.ts';
import { connection } from '#portal/loading/connection.ts';
import type { HeldToken, SessionHolder } from './session-holder.ts';
import { loadProfile } from './session.queries.ts';

/**
 * Keeps the session in step with the token in storage, which other tabs may change: at the start, on changes by another tab, and when this
 * tab wakes from sleep, from the background or from the back-forward cache. Returns a function that stops it.
 */
export function followStoredToken(
  holder: SessionHolder,
  current: (token: string | null) => HeldToken | null,
): () => void {
  const update = (): void => void follow(holder, current);
  const stop = new AbortController();
  window.addEventListener('storage', update, { signal: stop.signal });
  window.addEventListener('pageshow', update, { signal: stop.signal });
  document.addEventListener('visibilitychange', update, { signal: stop.signal });
  // After a view as another user, the session of the administrator continues.
  const stopEnds = holder.onEnd(({ how }) => {
    if (how === 'viewEnded') update();
  });
  update();
  return () => {
    stopEnds();
    stop.abort();
  };
}

async function follow(holder: SessionHolder, current: (token: string | null) => HeldToken | null): Promise<void> {
  const token = readToken();
  const held = holder.held();
  if (token === (held?.token ?? null)) return holder.timer.check();
  const next = current(token);
  if (next === null) {
    const isView = readViewToken() !== null;
    if (token !== null) removeToken();
    // A view that was over before the page was loaded: the session of the administrator continues.
    if (isView && held === null) return follow(holder, current);
    return holder.end({ how: 'elsewhere' });
  }
  const state = holder.state();
  const isSameUser = held?.claims.userName === next.claims.userName;
  if (state.user !== null && isSameUser) return holder.begin(next, state.user);
  await resumeSession(holder, next);
}

/** While the server does not answer, for example because it restarts, it waits: that is no reason to end a session. */
async function resumeSession(holder: SessionHolder, next: HeldToken): Promise<void> {
  const isReplaced = (): boolean => holder.held()?.token !== next.token; // By a 401, or by another tab.
  holder.load(next);
  while (!isReplaced()) {
    try {
      const user = await loadProfile(next.token);
      if (!isReplaced()) holder.begin(next, user);
      return;
    } catch (reason) {
      if (!mayRetry(0, reason)) {
        if (!isReplaced()) holder.end({ how: 'failed', reason });
        return;
      }
    }
    await connection.restored();
  }
}
