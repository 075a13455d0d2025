import type { CurrentUser } from '@basics/contract/current-user.ts';
import { readToken, removeToken } from '#portal/api/stored-token.ts';
import { createExpiryTimer } from './expiry-timer.ts';
import type { Claims } from './token.ts';

/** The three states of a session: nobody; a good token that waits for the profile; somebody. Moments in milliseconds. */
export type SessionState =
  | { isAuthenticated: false; isLoading: false; user: null }
  | { isAuthenticated: true; isLoading: true; user: null }
  | { isAuthenticated: true; isLoading: false; user: CurrentUser; expiresAt: number; endsSoon: boolean };

const unauthenticated = { isAuthenticated: false, isLoading: false, user: null } as const;

/**
 * How a session came to its end: asked for here, refused by the server (401), past its date, signed out in another tab, or its
 * profile could not be loaded, for the reason given.
 */
export type SessionEnd =
  { how: 'signedOut' | 'refused' | 'expired' | 'elsewhere' } | { how: 'failed'; reason: unknown };

export type Held = { token: string; claims: Claims };

/** Keeps the state of the session with the token that it rests on, and tells whoever listens. Ends once, however often asked. */
export function createSessionHolder(now: () => number) {
  let state: SessionState = unauthenticated;
  let held: Held | null = null;
  const listeners = new Set<() => void>();
  const endListeners = new Set<(end: SessionEnd) => void>();
  const timer = createExpiryTimer({ now, onNear: markNear, onEnd: () => end({ how: 'expired' }) });

  function become(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function markNear(): void {
    if (state.user !== null && !state.endsSoon) become({ ...state, endsSoon: true });
  }

  function end(how: SessionEnd): void {
    if (held === null) return;
    if (readToken() === held.token) removeToken();
    held = null;
    timer.clear();
    become(unauthenticated);
    for (const listener of endListeners) listener(how);
  }

  return {
    state: () => state,
    held: () => held,
    load(next: Held): void {
      held = next;
      become({ isAuthenticated: true, isLoading: true, user: null });
    },
    begin(next: Held, user: CurrentUser): void {
      held = next;
      const expiresAt = next.claims.exp * 1000;
      become({ isAuthenticated: true, isLoading: false, user, expiresAt, endsSoon: false });
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
