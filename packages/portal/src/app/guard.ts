import { isPermitted } from '@basics/contract/permissions.ts';
import type { Holder } from '@basics/contract/permissions.ts';
import type { CurrentUser } from '@basics/contract/current-user.ts';
import type { RouteRow } from './route-table.tsx';

/**
 * `enter` the page asked for; or go to sign in and come back; or home; or to where it is said that there is no such page.
 * `return` is for who is signed in already: to the page that he wanted before, else home. `act` is for who has to set up his
 * two-step sign-in before anything else: to the one page that is open to him.
 */
export type Way = 'enter' | 'signIn' | 'home' | 'return' | 'act' | 'notFound';

/** Who asks to enter; null is nobody. */
export type Visitor = Holder & Pick<CurrentUser, 'mustAct'>;

/** Where somebody who must act does so. */
export const actPath = '/account';

/** The redirect rules: `row` is null for an unknown path. */
export function wayOf(row: RouteRow | null, visitor: Visitor | null): Way {
  if (row === null) return visitor === null ? 'notFound' : 'home';
  if (row.needs !== 'public' && visitor === null) return 'signIn';
  if (!isPermitted(row.needs, visitor) || !row.screen) return 'notFound';
  if (row.path === '/sign-in' && visitor !== null) return 'return';
  if (visitor?.mustAct && row.needs !== 'public' && row.path !== actPath) return 'act';
  return 'enter';
}
