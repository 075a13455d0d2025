import { onSessionLost } from '#portal/api/api-problem.ts';
import { storeToken } from '#portal/api/browser-store.ts';
import { createSessionHolder, type HeldToken, type SessionEnd, type SessionState } from './session-holder.ts';
import { endSession, extendSession, loadProfileWithRetries, requestToken } from './session.queries.ts';
import type { Credentials } from './session.queries.ts';
import { followStoredToken } from './stored-session.ts';
import { readClaims, isUnexpired } from './token.ts';

export type Session = {
  state: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  /** Resolves when it is known whether a user is signed in: at once, unless a profile is being loaded. */
  waitUntilSettled: () => Promise<void>;
  /** Called once for each end of a session, with the login of its user. */
  onEnd: (listener: (end: SessionEnd, login: string) => void) => () => void;
  /** Resumes the session of a stored token and follows changes in other tabs; returns a function that ends both. */
  start: () => () => void;
  /** Signs in. The session begins only when the profile has been loaded. Throws ApiProblem or ClockIsWrong. */
  signIn: (credentials: Credentials) => Promise<void>;
  /** Starts a session with a token from another source, replacing the current session; throws as `signIn` does. */
  enter: (token: string) => Promise<void>;
  /** Loads the profile again after it has changed. */
  refresh: () => Promise<void>;
  /** Ends the session in this browser, even when the function throws because the server could not be reached. */
  signOut: () => Promise<void>;
  /** Ends the session in this browser only, because the server has already ended it. */
  leave: () => void;
  /** Gets a token that expires later. The current token stays valid until it expires, also when the reply is lost. */
  extend: () => Promise<void>;
  /** Continues with a new token of the same user, which the server has issued to replace the current token. */
  renew: (token: string) => void;
};

/** The clocks of browser and server differ by more than a session lasts, so every token would look expired. */
export class ClockIsWrong extends Error {}

/** Creates the session of this tab. `now` returns the time in milliseconds. */
export function createSession(now: () => number = () => Date.now()): Session {
  const holder = createSessionHolder(now);
  let isSigningOut = false;
  const readValidToken = (token: string | null): HeldToken | null => {
    const claims = readClaims(token);
    return token !== null && claims !== null && isUnexpired(claims, now()) ? { token, claims } : null;
  };

  async function enter(token: string): Promise<void> {
    const storedToken = readValidToken(token);
    if (storedToken === null) throw new ClockIsWrong();
    const user = await loadProfileWithRetries(storedToken.token);
    storeToken(storedToken.token);
    holder.begin(storedToken, user);
  }

  function renew(token: string): void {
    const storedToken = readValidToken(token);
    const state = holder.state();
    if (state.user === null || storedToken === null) return;
    storeToken(storedToken.token);
    holder.begin(storedToken, state.user);
  }

  function handleRefusal(token: string | null): void {
    if (token === null) return holder.refuseVisitor();
    if (token !== holder.readHeldToken()?.token) return;
    // When the server has ended the session, it refuses the requests that the page has sent just before the user signed out.
    holder.end({ how: isSigningOut ? 'signedOut' : 'refused' });
    isSigningOut = false;
    return undefined;
  }

  return {
    state: holder.state,
    subscribe: holder.subscribe,
    waitUntilSettled: holder.settled,
    onEnd: holder.onEnd,
    start() {
      const cleanups = [onSessionLost(handleRefusal), followStoredToken(holder, readValidToken), holder.timer.clear];
      return () => cleanups.forEach((cleanUp) => cleanUp());
    },
    signIn: async (credentials) => enter(await requestToken(credentials)),
    enter,
    async refresh() {
      const token = holder.readHeldToken()?.token;
      if (token !== undefined) await enter(token);
    },
    async signOut() {
      const heldToken = holder.readHeldToken();
      if (heldToken === null) return;
      isSigningOut = true;
      try {
        await endSession(heldToken.token);
      } finally {
        if (isSigningOut) holder.end({ how: 'signedOut' });
        isSigningOut = false;
      }
    },
    leave: () => holder.end({ how: 'signedOut' }),
    extend: async () => renew(await extendSession()),
    renew,
  };
}
