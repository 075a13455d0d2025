import { isPermitted } from '@basics/contract/permissions.ts';
import type { Permission } from '@basics/contract/permissions.ts';
import type { ReactNode } from 'react';
import { useSessionState } from './session-context.tsx';

type AllowedProps = { children: ReactNode } & (
  { any: readonly Permission[]; all?: never } | { all: readonly Permission[]; any?: never }
);

/** Shows its children to users with any, or with all, of the given permissions, and nothing to others. */
export function Allowed({ children, ...gate }: AllowedProps): ReactNode {
  const { user } = useSessionState();
  const access = gate.any ? { any: gate.any } : { all: gate.all };
  return isPermitted(access, user) ? children : null;
}
