import { admits } from '@basics/contract/permissions.ts';
import type { Permission } from '@basics/contract/permissions.ts';
import type { RouteRow } from './route-table.tsx';

/**
 * `enter` the page asked for; or go to sign in and come back; or home; or to where it is said that there is no such page.
 * `return` is for who is signed in already: to the page that he wanted before, else home.
 */
export type Way = 'enter' | 'signIn' | 'home' | 'return' | 'notFound';

/** The redirect rules: `row` is null for an unknown path, `held` for nobody signed in. */
export function wayOf(row: RouteRow | null, held: readonly Permission[] | null): Way {
  if (row === null) return held === null ? 'notFound' : 'home';
  if (row.needs !== 'public' && held === null) return 'signIn';
  if (!admits(row.needs, held) || !row.screen) return 'notFound';
  if (row.path === '/sign-in' && held !== null) return 'return';
  return 'enter';
}
