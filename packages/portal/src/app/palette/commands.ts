import { isPermitted } from '@basics/contract/permissions.ts';
import type { Access } from '@basics/contract/permissions.ts';
import { themes } from '#portal/brand/theme.ts';
import type { Theme } from '#portal/brand/theme.ts';
import { palette as texts } from '#portal/texts/palette.ts';
import { shell } from '#portal/texts/shell.ts';
import { wayOf } from '../guard.ts';
import type { Visitor } from '../guard.ts';
import { menuFor } from '../menu.tsx';
import { passwordPlace } from '../password-place.ts';
import { routeTable } from '../route-table.tsx';

/** Where a command leads. */
type Place = { path: string; search?: Readonly<Record<string, unknown>>; hash?: string };

/** What a command does that leads nowhere: Logout, or another appearance. */
export type Deed = 'signOut' | Theme;

/** One thing that the palette offers: what it is called, other words that it is found by, and where it leads or what it does. */
export type Command = {
  id: string;
  group: keyof typeof texts.groups;
  label: string;
  detail?: string;
  also?: string;
} & (Place | { deed: Deed });

/** An action that leads somewhere is open to whoever may enter there and has `needs`. */
type Action = { label: string; also?: string } & ((Place & { needs?: Access }) | { deed: Deed });

const actions: readonly Action[] = [
  { path: '/users/create', label: texts.create },
  { path: '/license/many', label: texts.many },
  { path: '/admin/release-notes/create', label: texts.note },
  {
    path: '/country-salesman',
    search: { add: { country: '', brand: '' } },
    label: texts.assign,
    needs: { any: ['countrySalesman.create'] },
  },
  { path: '/licence-checker', label: texts.checker },
  { ...passwordPlace, label: texts.password },
  ...themes.map((theme) => ({ deed: theme, label: texts.themes[theme], also: texts.themeAlso })),
  { deed: 'signOut', label: shell.signOut, also: texts.signOutAlso },
];

/** The pages and actions that are open to this visitor at this path, by the one route table. */
export function commandsFor(visitor: Visitor, here: string): Command[] {
  const mayEnter = ({ path, needs }: { path: string; needs?: Access }): boolean => {
    const row = routeTable.find((each) => each.path === path);
    return row !== undefined && wayOf(row, visitor) === 'enter' && isPermitted(needs ?? row.needs, visitor);
  };
  const isOpen = (action: Action): boolean => {
    if ('deed' in action) return true;
    // The page of whoever must act holds nothing else, and where something is begun by the address it has its button.
    if (action.hash !== undefined && visitor.mustAct) return false;
    return mayEnter(action) && !(action.search !== undefined && action.path === here);
  };
  const menu = menuFor(visitor, routeTable).map(({ path, label }) => ({ path, label }));
  const pages = [{ path: '/', label: texts.home }, ...menu, { path: '/release-notes', label: texts.notes }];
  return [
    ...pages.filter(mayEnter).map((page) => ({ ...page, id: page.path, group: 'pages' as const })),
    ...actions.filter(isOpen).map((action) => ({ ...action, id: idOf(action), group: 'actions' as const })),
  ];
}

const idOf = (action: Action): string => `action ${'deed' in action ? action.deed : action.path}`;

/** Those whose name holds every word that was typed, in any order and case. */
export function commandsLike(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const named = ({ label, also = '' }: Command): string => `${label} ${also}`.toLowerCase();
  return commands.filter((command) => words.every((word) => named(command).includes(word)));
}
