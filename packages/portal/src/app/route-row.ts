import type { Access } from '@basics/contract/permissions.ts';
import type { ComponentType } from 'react';

/**
 * The layout of a page: `shell` has header and menu, for signed-in users; `public` has the brand next to the page; `open` is for pages that
 * everyone may read: with the menu for signed-in users, else below the brand.
 */
export type LayoutName = 'shell' | 'public' | 'open';

export type RouteRow = {
  /** In the syntax of the router: `$userId` matches any value. */
  path: `/${string}`;
  /** The permissions that it needs. */
  needs: Access;
  /** Absent while the screen is not built: users with the permissions then see the not-found page. */
  screen?: { layout: LayoutName; load: () => Promise<ComponentType> };
  /** The path of the menu entry to which the page belongs, where its own path does not begin with it. */
  within?: `/${string}`;
  /** A menu entry for users who may open the page and pass `needs`. */
  menu?: { label: string; needs?: Access };
};
