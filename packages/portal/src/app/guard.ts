import { isPermitted } from '@basics/contract/permissions.ts';
import type { PermissionHolder } from '@basics/contract/permissions.ts';
import type { CurrentUser } from '@basics/contract/current-user.ts';
import type { RouteRow } from './route-table.tsx';

/**
 * What happens when somebody opens a route: `enter` it; `signIn` first and come back; go `home`; or see the `notFound` page.
 * `return` is for signed-in users at the sign-in page: to the page that they wanted before, else home. `act` is for users who must set
 * up two-step sign-in before anything else: to the only private page that they may open.
 */
export type RouteDecision = 'enter' | 'signIn' | 'home' | 'return' | 'act' | 'notFound';

/** The user who opens a route; null when signed out. */
export type Visitor = PermissionHolder & Pick<CurrentUser, 'mustAct'>;

/** The page on which two-step sign-in is set up. */
export const setupPath = '/account';

/** The redirect rules: `row` is null for an unknown path. */
export function decideRoute(row: RouteRow | null, visitor: Visitor | null): RouteDecision {
  if (row === null) return visitor === null ? 'notFound' : 'home';
  if (row.needs !== 'public' && visitor === null) return 'signIn';
  if (!isPermitted(row.needs, visitor) || !row.screen) return 'notFound';
  if (row.path === '/sign-in' && visitor !== null) return 'return';
  if (visitor?.mustAct && row.needs !== 'public' && row.path !== setupPath) return 'act';
  return 'enter';
}
