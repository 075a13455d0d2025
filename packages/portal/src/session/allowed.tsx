import { isPermitted } from '@basics/contract/permissions.ts';
import type { Permission } from '@basics/contract/permissions.ts';
import type { ReactNode } from 'react';
import { useSessionState } from './session-context.tsx';

type AllowedProps = { children: ReactNode } & (
  { any: readonly Permission[]; all?: never } | { all: readonly Permission[]; any?: never }
);

/** Shows its children to holders of any, or of all, of the permissions named, and nothing to everybody else. */
export function Allowed({ children, ...gate }: AllowedProps): ReactNode {
  const { user } = useSessionState();
  const access = gate.any ? { any: gate.any } : { all: gate.all };
  return isPermitted(access, user) ? children : null;
}
