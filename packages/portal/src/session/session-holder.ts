import type { CurrentUser } from '@basics/contract/current-user.ts';
import { readToken, readViewToken, removeToken } from '#portal/api/stored-token.ts';
import { createExpiryTimer } from './expiry-timer.ts';
import type { Claims } from './token.ts';

/** The states of a session: signed out; a valid token whose profile is loading; signed in. Moments in milliseconds. */
export type SessionState =
  | { isAuthenticated: false; isLoading: false; user: null }
  | { isAuthenticated: true; isLoading: true; user: null }
  | { isAuthenticated: true; isLoading: false; user: CurrentUser; expiresAt: number; endsSoon: boolean };

const unauthenticated = { isAuthenticated: false, isLoading: false, user: null } as const;

/**
 * Why a session ended: the view as another user is over, the user signed out, the server refused it (401), it expired, another tab signed out, or the profile could not be
 * loaded, for the given reason.
 */
export type SessionEnd =
  { how: 'viewEnded' | 'signedOut' | 'refused' | 'expired' | 'elsewhere' } | { how: 'failed'; reason: unknown };

export type HeldToken = { token: string; claims: Claims };

/** Holds the state of the session and its token, and notifies listeners. A session ends once, even if several causes arrive. */
export function createSessionHolder(now: () => number) {
  let state: SessionState = unauthenticated;
  let held: HeldToken | null = null;
  const listeners = new Set<() => void>();
  const endListeners = new Set<(end: SessionEnd) => void>();
  const timer = createExpiryTimer({ now, onNear: announceExpiry, onEnd: () => end({ how: 'expired' }) });

  function setState(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function announceExpiry(): void {
    if (state.user !== null && !state.endsSoon) setState({ ...state, endsSoon: true });
  }

  function end(how: SessionEnd): void {
    if (held === null) return;
    const isView = readViewToken() === held.token;
    if (readToken() === held.token) removeToken();
    held = null;
    timer.clear();
    setState(unauthenticated);
    for (const listener of endListeners) listener(isView ? { how: 'viewEnded' } : how);
  }

  function settled(): Promise<void> {
    return new Promise((resolve) => {
      const unsubscribe = listen(listeners, settle);
      function settle(): void {
        if (state.isLoading) return;
        unsubscribe();
        resolve();
      }
      settle();
    });
  }

  return {
    settled,
    state: () => state,
    held: () => held,
    load(next: HeldToken): void {
      held = next;
      setState({ isAuthenticated: true, isLoading: true, user: null });
    },
    begin(next: HeldToken, user: CurrentUser): void {
      held = next;
      const expiresAt = next.claims.exp * 1000;
      setState({ isAuthenticated: true, isLoading: false, user, expiresAt, endsSoon: false });
      timer.set(expiresAt);
    },
    end,
    timer,
    subscribe: (listener: () => void) => listen(listeners, listener),
    onEnd: (listener: (end: SessionEnd) => void) => listen(endListeners, listener),
  };
}

export type SessionHolder = ReturnType<typeof createSessionHolder>;

function listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
