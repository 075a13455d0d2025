import type { Access } from '@basics/contract/calls/permissions.ts';
import type { ComponentType } from 'react';

/**
 * The layout of a page: `shell` has header and menu, for signed-in users; `public` has the brand next to the page; `open` is for pages that
 * everyone may read: with the menu for signed-in users, else below the brand.
 */
export type LayoutName = 'shell' | 'public' | 'open';

export type RouteRow = {
  /** The path in the syntax of the router: `$userId` matches any value. */
  path: `/${string}`;
  /** The access that a visitor needs to open the route. */
  needs: Access;
  /**
   * The layout and the page of the route; absent if the screen is not built yet. Without a screen, users with the
   * permissions see the not-found page.
   */
  screen?: { layout: LayoutName; load: () => Promise<ComponentType> };
  /**
   * The path of the menu entry to which the page belongs; absent if the path of the page begins with the path of the
   * menu entry.
   */
  menuPath?: `/${string}`;
  /**
   * A menu entry for users who may open the page and pass `needs`; with `isForMembers` only for those who belong to a company. An agent sees
   * `agentLabel`. The key G and the key `letter` open the page.
   */
  menu?: { label: string; agentLabel?: string; needs?: Access; isForMembers?: true; letter?: string };
};
