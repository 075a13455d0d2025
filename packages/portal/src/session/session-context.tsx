import type { CurrentUser } from '@basics/contract/session/current-user.ts';
import { createContext, use, useSyncExternalStore } from 'react';
import type { SessionState } from './session-holder.ts';
import type { Session } from './session.ts';
import { isPermitted, type Permission } from '@basics/contract/calls/permissions.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';

export const SessionContext = createContext<Session | null>(null);

/** Returns the session with its actions, such as signIn, signOut and extend. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('There is no SessionContext above this component.');
  return session;
}

export function useSessionState(): SessionState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.state, session.state);
}

/** Returns the signed-in user. Throws if nobody is signed in, so use it only below a component that checks this. */
export function useUser(): CurrentUser {
  const { user } = useSessionState();
  if (user === null) throw new Error('Nobody is signed in here.');
  return user;
}

type AllowedProps = { children: Elements } & (
  | { any: readonly Permission[]; all?: never }
  | { all: readonly Permission[]; any?: never }
);

/** Shows its children to users with any, or with all, of the given permissions, and nothing to others. */
export function Allowed({ children, ...gate }: AllowedProps): Elements {
  const { user } = useSessionState();
  const access = gate.any ? { any: gate.any } : { all: gate.all };
  return isPermitted(access, user) ? children : null;
}
