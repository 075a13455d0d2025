import type { CurrentUser } from '@basics/contract/session/current-user.ts';
import { markSignedOut, readToken, readViewToken, removeToken } from '#portal/api/browser-store.ts';
import type { Claims } from './token.ts';
import { limits } from '@basics/contract/calls/limits.ts';

/** The states of a session: signed out; a valid token whose profile is loading; signed in. Times are in milliseconds. */
export type SessionState =
  | { isAuthenticated: false; isLoading: false; user: null }
  | { isAuthenticated: true; isLoading: true; user: null }
  | { isAuthenticated: true; isLoading: false; user: CurrentUser; expiresAt: number; endsSoon: boolean };

const signedOutState = { isAuthenticated: false, isLoading: false, user: null } as const;

/**
 * Why a session ended: the view as another user is over, the user signed out here or in another tab, the server refused the token (401), the
 * session expired, the session ended in another tab for another reason, or the profile could not be loaded, for the given reason.
 * `refusedVisitor`: the server refused a call of a visitor (401), so there was no session.
 */
export type SessionEnd =
  | { how: 'viewEnded' | 'signedOut' | 'signedOutElsewhere' | 'refused' | 'refusedVisitor' | 'expired' | 'elsewhere' }
  | { how: 'failed'; reason: unknown };

export type HeldToken = { token: string; claims: Claims };

/** Holds the state of the session and its token, and notifies listeners. The end of a session is announced once, even if it has several causes. */
export function createSessionHolder(now: () => number) {
  let state: SessionState = signedOutState;
  let heldToken: HeldToken | null = null;
  const listeners = new Set<() => void>();
  const endListeners = new Set<(end: SessionEnd, login: string) => void>();
  const timer = createExpiryTimer({ now, onExpirySoon: announceExpiry, onEnd: () => end({ how: 'expired' }) });

  function setState(newState: SessionState): void {
    state = newState;
    for (const listener of listeners) listener();
  }

  function announceExpiry(): void {
    if (state.user !== null && !state.endsSoon) setState({ ...state, endsSoon: true });
  }

  function end(sessionEnd: SessionEnd): void {
    if (heldToken === null) return;
    const isView = readViewToken() === heldToken.token;
    const login = heldToken.claims.userName;
    if (sessionEnd.how === 'signedOut' && !isView) markSignedOut();
    if (readToken() === heldToken.token) removeToken();
    heldToken = null;
    timer.clear();
    setState(signedOutState);
    for (const listener of endListeners) listener(isView ? { how: 'viewEnded' } : sessionEnd, login);
  }

  function refuseVisitor(): void {
    if (heldToken === null) for (const listener of endListeners) listener({ how: 'refusedVisitor' }, '');
  }

  function waitUntilSettled(): Promise<void> {
    return new Promise((resolve) => {
      const unsubscribe = addListener(listeners, resolveWhenSettled);
      function resolveWhenSettled(): void {
        if (state.isLoading) return;
        unsubscribe();
        resolve();
      }
      resolveWhenSettled();
    });
  }

  return {
    settled: waitUntilSettled,
    state: () => state,
    readHeldToken: () => heldToken,
    load(newToken: HeldToken): void {
      heldToken = newToken;
      setState({ isAuthenticated: true, isLoading: true, user: null });
    },
    begin(newToken: HeldToken, user: CurrentUser): void {
      heldToken = newToken;
      const expiresAt = newToken.claims.exp * 1000;
      setState({ isAuthenticated: true, isLoading: false, user, expiresAt, endsSoon: false });
      timer.set(expiresAt);
    },
    end,
    refuseVisitor,
    timer,
    subscribe: (listener: () => void) => addListener(listeners, listener),
    onEnd: (listener: (end: SessionEnd, login: string) => void) => addListener(endListeners, listener),
  };
}

export type SessionHolder = ReturnType<typeof createSessionHolder>;

function addListener<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const warnBeforeMs = limits.session.warnMinutes * 60_000;
/**
 * The longest time between two checks of the clock, in milliseconds. The timer checks the clock repeatedly, because timers do not run while
 * a computer sleeps.
 */
const checkEveryMs = 30_000;

type ExpiryTimer = { set: (expiresAt: number) => void; clear: () => void; check: () => void };

/** Creates a timer that calls `onExpirySoon` 5 minutes before the session expires, and `onEnd` when it has expired. Times are in milliseconds. */
export function createExpiryTimer(options: {
  now: () => number;
  onExpirySoon: () => void;
  onEnd: () => void;
}): ExpiryTimer {
  let expiresAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function check(): void {
    clearTimeout(timer);
    if (expiresAt === null) return;
    const remainingMs = expiresAt - options.now();
    if (remainingMs < 0) return options.onEnd();
    if (remainingMs <= warnBeforeMs) options.onExpirySoon();
    const nextCheckMs = remainingMs > warnBeforeMs ? remainingMs - warnBeforeMs : remainingMs + 1;
    timer = setTimeout(check, Math.min(nextCheckMs, checkEveryMs));
  }

  return {
    set(newExpiry) {
      expiresAt = newExpiry;
      check();
    },
    clear() {
      expiresAt = null;
      clearTimeout(timer);
    },
    check,
  };
}
