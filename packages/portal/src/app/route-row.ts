import type { Access } from '@basics/contract/permissions.ts';
import type { ComponentType } from 'react';

/** What the menu shows under one heading: the screens for whoever runs the portal. */
export type MenuGroup = 'administration';

/**
 * Where a page lies: among the signed-in pages with header and menu, or alone beside the brand; `open` is for what is read by
 * everybody: among the pages of whoever is signed in, else below the brand.
 */
export type LayoutName = 'shell' | 'public' | 'open';

export type RouteRow = {
  /** As the router writes it: `$userId` stands for anything. */
  path: `/${string}`;
  /** Who may enter. */
  needs: Access;
  /** Absent as long as the screen is not built: whoever may enter is then told that there is no such page. */
  screen?: { layout: LayoutName; load: () => Promise<ComponentType> };
  /** The path of the menu's entry that it belongs to, where that is not the one that its own path begins with. */
  within?: `/${string}`;
  /** An entry of the menu, for whoever may enter and has `needs`; without a group it stands by itself. */
  menu?: { label: string; needs?: Access; group?: MenuGroup };
};
