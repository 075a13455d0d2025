import { isPermitted } from '@basics/contract/calls/permissions.ts';
import type { Permission } from '@basics/contract/calls/permissions.ts';
import { useSessionState } from './session-context.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';

type AllowedProps = { children: Elements } & (
  { any: readonly Permission[]; all?: never } | { all: readonly Permission[]; any?: never }
);

/** Shows its children to users with any, or with all, of the given permissions, and nothing to others. */
export function Allowed({ children, ...gate }: AllowedProps): Elements {
  const { user } = useSessionState();
  const access = gate.any ? { any: gate.any } : { all: gate.all };
  return isPermitted(access, user) ? children : null;
}
