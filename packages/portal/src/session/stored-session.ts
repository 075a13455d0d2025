import { readToken, removeToken } from '#portal/api/stored-token.ts';
import type { Held, SessionHolder } from './session-holder.ts';
import { loadProfile } from './session.queries.ts';

/**
 * Brings a session in line with the token in storage, whoever put it there or took it away: now, when another tab writes, and
 * when this one comes back from sleep, from the background or from the back-forward cache. Gives back the way to stop.
 */
export function followStoredToken(holder: SessionHolder, current: (token: string | null) => Held | null): () => void {
  const look = (): void => void follow(holder, current);
  const stop = new AbortController();
  window.addEventListener('storage', look, { signal: stop.signal });
  window.addEventListener('pageshow', look, { signal: stop.signal });
  document.addEventListener('visibilitychange', look, { signal: stop.signal });
  look();
  return () => stop.abort();
}

async function follow(holder: SessionHolder, current: (token: string | null) => Held | null): Promise<void> {
  const token = readToken();
  const held = holder.held();
  if (token === (held?.token ?? null)) return holder.timer.check();
  const next = current(token);
  if (next === null) {
    if (token !== null) removeToken();
    return holder.end({ how: 'elsewhere' });
  }
  const state = holder.state();
  const isSameUser = held?.claims.userName === next.claims.userName;
  if (state.user !== null && isSameUser) return holder.begin(next, state.user);
  await takeUp(holder, next);
}

async function takeUp(holder: SessionHolder, next: Held): Promise<void> {
  const isSettled = (): boolean => holder.held()?.token !== next.token; // By a 401, or by another tab.
  holder.load(next);
  try {
    const user = await loadProfile(next.token);
    if (!isSettled()) holder.begin(next, user);
  } catch (reason) {
    if (!isSettled()) holder.end({ how: 'failed', reason });
  }
}
