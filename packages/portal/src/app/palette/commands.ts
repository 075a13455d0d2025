import { isPermitted } from '@basics/contract/permissions.ts';
import type { Access } from '@basics/contract/permissions.ts';
import { themes } from '#portal/brand/theme.ts';
import type { Theme } from '#portal/brand/theme.ts';
import { palette as texts } from '#portal/texts/palette.ts';
import { header } from '#portal/texts/header.ts';
import { decideRoute } from '../guard.ts';
import type { Visitor } from '../guard.ts';
import { listMenuEntries } from '../menu.tsx';
import { passwordLocation } from '../password-location.ts';
import { routeTable } from '../route-table.tsx';

/** The address to which a command leads. */
type CommandTarget = { path: string; search?: Readonly<Record<string, unknown>>; hash?: string };

/** The effect of a command that opens no page: it signs the user out, or changes the theme. */
export type CommandEffect = 'signOut' | Theme;

/**
 * An entry of the palette: its label, other words that find it, and what it does: it opens an address, calls a function, or presses a button
 * of the page.
 */
export type Command = {
  id: string;
  group: keyof typeof texts.groups;
  label: string;
  detail?: string;
  keywords?: string;
} & (CommandTarget | { effect: CommandEffect } | { button: HTMLElement });

/** An action that leads to a page is offered to users who may open that page and pass `needs`. */
type Action = { label: string; keywords?: string } & ((CommandTarget & { needs?: Access }) | { effect: CommandEffect });

const actions: readonly Action[] = [
  { path: '/users/create', label: texts.create },
  { path: '/activate', label: texts.activate, keywords: texts.activateAlso },
  { path: '/license/many', label: texts.many },
  { path: '/admin/release-notes/create', label: texts.note },
  {
    path: '/country-salesman',
    search: { add: { country: '', brand: '' } },
    label: texts.assign,
    needs: { any: ['countrySalesman.create'] },
  },
  { path: '/licence-checker', label: texts.checker },
  { ...passwordLocation, label: texts.password },
  ...themes.map((theme) => ({ effect: theme, label: texts.themes[theme], keywords: texts.themeAlso })),
  { effect: 'signOut', label: header.signOut, keywords: texts.signOutAlso },
];

/** Returns the commands for the pages and actions that the visitor may use on the page with the path `currentPath`. */
export function listCommands(visitor: Visitor, currentPath: string): Command[] {
  const mayEnter = ({ path, needs }: { path: string; needs?: Access }): boolean => {
    const row = routeTable.find((routeRow) => routeRow.path === path);
    return row !== undefined && decideRoute(row, visitor) === 'enter' && isPermitted(needs ?? row.needs, visitor);
  };
  const isOffered = (action: Action): boolean => {
    if ('effect' in action) return true;
    // A user who must set up two-step sign-in sees only the settings for two-step sign-in. An action that opens a form
    // on the current page is not offered, because the page has a button for it.
    if (action.hash !== undefined && visitor.mustAct) return false;
    return mayEnter(action) && !(action.search !== undefined && action.path === currentPath);
  };
  const menu = listMenuEntries(visitor, routeTable).map(({ path, label }) => ({ path, label }));
  const pages = [{ path: '/', label: texts.home }, ...menu, { path: '/release-notes', label: texts.notes }];
  return [
    ...pages.filter(mayEnter).map((page) => ({ ...page, id: page.path, group: 'pages' as const })),
    ...actions.filter(isOffered).map((action) => ({ ...action, id: createId(action), group: 'actions' as const })),
  ];
}

const createId = (action: Action): string => `action ${'effect' in action ? action.effect : action.path}`;

/** Returns the commands whose label or keywords contain all typed words, in any order and case. */
export function findCommands(commands: readonly Command[], searchText: string): Command[] {
  const searchWords = searchText.toLowerCase().split(/\s+/).filter(Boolean);
  const listSearchText = ({ label, keywords = '' }: Command): string => `${label} ${keywords}`.toLowerCase();
  return commands.filter((command) => searchWords.every((word) => listSearchText(command).includes(word)));
}
