import type { CurrentUser } from '@basics/contract/users.ts';
import { onSessionLost } from '#portal/api/session-lost.ts';
import { readToken, removeToken, storeToken } from '#portal/api/stored-token.ts';
import { createExpiryTimer } from './expiry-timer.ts';
import { endSession, extendSession, loadProfile, requestToken } from './session.queries.ts';
import type { Credentials } from './session.queries.ts';
import { claimsOf, isCurrent } from './token.ts';
import type { Claims } from './token.ts';

/** The three states of a session; `loading` has a good token and waits for the profile. Moments in milliseconds. */
export type SessionState =
  | { status: 'unauthenticated' }
  | { status: 'loading' }
  | { status: 'authenticated'; user: CurrentUser; expiresAt: number; endsSoon: boolean };

/**
 * How a session came to its end: asked for here, refused by the server (401), past its date, signed out in another tab, or its
 * profile could not be loaded, for the reason given.
 */
export type SessionEnd =
  { how: 'signedOut' | 'refused' | 'expired' | 'elsewhere' } | { how: 'failed'; reason: unknown };

export type Session = {
  state: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  /** Hears of each end once. */
  onEnd: (listener: (end: SessionEnd) => void) => () => void;
  /** Takes up a stored token, listens to the other tabs; gives back the way to stop. */
  start: () => () => void;
  /** Throws ApiProblem; the session begins only when the profile is there. */
  signIn: (credentials: Credentials) => Promise<void>;
  signOut: () => Promise<void>;
  extend: () => Promise<void>;
};

/** This clock and the server's differ by more than a session lasts: no token would ever be taken. */
export class ClockIsWrong extends Error {}

export function createSession(now: () => number = Date.now): Session {
  let state: SessionState = { status: 'unauthenticated' };
  let held: { token: string; claims: Claims } | null = null;
  const listeners = new Set<() => void>();
  const endListeners = new Set<(end: SessionEnd) => void>();
  const timer = createExpiryTimer({ now, onNear: markNear, onEnd: () => end({ how: 'expired' }) });

  function become(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function markNear(): void {
    if (state.status === 'authenticated' && !state.endsSoon) become({ ...state, endsSoon: true });
  }

  function begin(token: string, claims: Claims, user: CurrentUser): void {
    const expiresAt = claims.exp * 1000;
    held = { token, claims };
    become({ status: 'authenticated', user, expiresAt, endsSoon: false });
    timer.set(expiresAt);
  }

  function end(how: SessionEnd): void {
    if (held === null) return;
    if (readToken() === held.token) removeToken();
    held = null;
    timer.clear();
    become({ status: 'unauthenticated' });
    for (const listener of endListeners) listener(how);
  }

  async function takeUp(token: string, claims: Claims): Promise<void> {
    held = { token, claims };
    become({ status: 'loading' });
    try {
      const user = await loadProfile(token);
      if (held?.token === token) begin(token, claims, user);
    } catch (reason) {
      if (held?.token !== token) return; // A 401, or another tab, has settled it already.
      end({ how: 'failed', reason });
    }
  }

  /** Brings this tab in line with the token in storage, whoever put it there or took it away. */
  async function follow(): Promise<void> {
    const token = readToken();
    if (token === held?.token) return timer.check();
    const claims = claimsOf(token);
    if (token === null || claims === null || !isCurrent(claims, now())) {
      if (token !== null) removeToken();
      return end({ how: 'elsewhere' });
    }
    if (state.status === 'authenticated' && held?.claims.userName === claims.userName)
      return begin(token, claims, state.user);
    await takeUp(token, claims);
  }

  return {
    state: () => state,
    subscribe: (listener) => listen(listeners, listener),
    onEnd: (listener) => listen(endListeners, listener),
    start() {
      const stopHearing = onSessionLost((token) => {
        if (token !== null && token === held?.token) end({ how: 'refused' });
      });
      const stopWatching = watchTabs(() => void follow());
      void follow();
      return () => {
        stopHearing();
        stopWatching();
        timer.clear();
      };
    },
    async signIn(credentials) {
      const token = await requestToken(credentials);
      const claims = claimsOf(token);
      if (claims === null || !isCurrent(claims, now())) throw new ClockIsWrong();
      const user = await loadProfile(token);
      storeToken(token);
      begin(token, claims, user);
    },
    async signOut() {
      if (held === null) return;
      try {
        await endSession(held.token);
      } finally {
        end({ how: 'signedOut' });
      }
    },
    async extend() {
      const token = await extendSession();
      const claims = claimsOf(token);
      if (state.status !== 'authenticated' || claims === null) return;
      storeToken(token);
      begin(token, claims, state.user);
    },
  };
}

function listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Another tab wrote the storage; or this one comes back from sleep, from the background, or from the back-forward cache. */
function watchTabs(look: () => void): () => void {
  const stop = new AbortController();
  window.addEventListener('storage', look, { signal: stop.signal });
  window.addEventListener('pageshow', look, { signal: stop.signal });
  document.addEventListener('visibilitychange', look, { signal: stop.signal });
  return () => stop.abort();
}
