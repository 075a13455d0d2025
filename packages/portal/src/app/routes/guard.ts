import { isPermitted, type PermissionHolder } from '@basics/contract/calls/permissions.ts';
import type { CurrentUser } from '@basics/contract/session/current-user.ts';
import type { RouteRow } from './route-row.ts';

/**
 * What happens when a visitor opens a route. `enter`: the route opens. `signIn`: the visitor must sign in first, and
 * then sees the requested page. `home` and `notFound`: the home page or the not-found page opens instead. `return`: a
 * signed-in user at the sign-in page is sent to the page that was requested before the sign-in, else to the home page.
 * `act`: a user who must set up two-step sign-in is sent to My Account, the only private page that they may open.
 */
export type RouteDecision = 'enter' | 'signIn' | 'home' | 'return' | 'act' | 'notFound';

/** The user who opens a route; null when signed out. */
export type Visitor = PermissionHolder & Pick<CurrentUser, 'mustAct' | 'company'>;

/** The page on which two-step sign-in is set up. */
export const twoStepSetupPath = '/account';

/** Decides what happens when a visitor opens a route; `row` is null for an unknown path. */
export function decideRoute(row: RouteRow | null, visitor: Visitor | null): RouteDecision {
  if (row === null) return visitor === null ? 'notFound' : 'home';
  if (row.needs !== 'public' && visitor === null) return 'signIn';
  if (!isPermitted(row.needs, visitor) || !row.screen) return 'notFound';
  if (row.path === '/sign-in' && visitor !== null) return 'return';
  if (visitor?.mustAct && row.needs !== 'public' && row.path !== twoStepSetupPath) return 'act';
  return 'enter';
}

/** Returns whether the menu shows an entry for a route that the visitor may open. */
export const isInMenu = ({ menu, needs }: RouteRow, visitor: Visitor): boolean =>
  menu !== undefined &&
  isPermitted(menu.needs ?? needs, visitor) &&
  (!menu.isForMembers || visitor.company !== undefined);
