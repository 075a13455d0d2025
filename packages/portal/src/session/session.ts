import { onSessionLost } from '#portal/api/session-lost.ts';
import { storeToken } from '#portal/api/stored-token.ts';
import { createSessionHolder } from './session-holder.ts';
import type { Held, SessionEnd, SessionState } from './session-holder.ts';
import { endSession, extendSession, loadProfile, requestToken } from './session.queries.ts';
import type { Credentials } from './session.queries.ts';
import { followStoredToken } from './stored-session.ts';
import { claimsOf, isCurrent } from './token.ts';

export type Session = {
  state: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  /** Hears of each end once. */
  onEnd: (listener: (end: SessionEnd) => void) => () => void;
  /** Takes up a stored token, listens to the other tabs; gives back the way to stop. */
  start: () => () => void;
  /** Throws ApiProblem or ClockIsWrong; the session begins only when the profile is there. */
  signIn: (credentials: Credentials) => Promise<void>;
  /** Takes a session up by a token that was got otherwise, in place of one that may be there; throws as `signIn` does. */
  enter: (token: string) => Promise<void>;
  /** Asks anew who is signed in, after something about him has changed. */
  refresh: () => Promise<void>;
  /** Ends the session here even when it throws because the server could not be told. */
  signOut: () => Promise<void>;
  /** Ends the session here alone: the server has ended it already. */
  leave: () => void;
  /** Gets a token with a later end; the one held stays good to its own end, also where the answer is lost. */
  extend: () => Promise<void>;
  /** Goes on with a new token of the same user. */
  renew: (token: string) => void;
};

/** This clock and the server's differ by more than a session lasts: no token would ever be taken. */
export class ClockIsWrong extends Error {}

/** The session of this tab. `now` in milliseconds. */
export function createSession(now: () => number = () => Date.now()): Session {
  const holder = createSessionHolder(now);
  const current = (token: string | null): Held | null => {
    const claims = claimsOf(token);
    return token !== null && claims !== null && isCurrent(claims, now()) ? { token, claims } : null;
  };

  async function enter(token: string): Promise<void> {
    const next = current(token);
    if (next === null) throw new ClockIsWrong();
    const user = await loadProfile(next.token);
    storeToken(next.token);
    holder.begin(next, user);
  }

  function renew(token: string): void {
    const next = current(token);
    const state = holder.state();
    if (state.user === null || next === null) return;
    storeToken(next.token);
    holder.begin(next, state.user);
  }

  function hearRefusal(token: string | null): void {
    if (token === holder.held()?.token) holder.end({ how: 'refused' });
  }

  return {
    state: holder.state,
    subscribe: holder.subscribe,
    onEnd: holder.onEnd,
    start() {
      const stopHearing = onSessionLost(hearRefusal);
      const stopFollowing = followStoredToken(holder, current);
      return () => {
        stopHearing();
        stopFollowing();
        holder.timer.clear();
      };
    },
    signIn: async (credentials) => enter(await requestToken(credentials)),
    enter,
    async refresh() {
      const token = holder.held()?.token;
      if (token !== undefined) await enter(token);
    },
    async signOut() {
      const held = holder.held();
      if (held === null) return;
      try {
        await endSession(held.token);
      } finally {
        holder.end({ how: 'signedOut' });
      }
    },
    leave: () => holder.end({ how: 'signedOut' }),
    extend: async () => renew(await extendSession()),
    renew,
  };
}
