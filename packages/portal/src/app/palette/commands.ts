import { findRole, isPermitted, type Access, type Role } from '@basics/contract/calls/permissions.ts';
import type { Theme } from '#portal/brand/brand.tsx';
import { palette as texts } from '#portal/texts/palette.ts';
import { decideRoute, isInMenu, type Visitor } from '../routes/guard.ts';
import { passwordLocation } from '../routes/password-location.ts';
import { routeTable, type RoutePath } from '../routes/route-table.tsx';

/** The address to which a command leads, and a part of that page. */
type CommandTarget = {
  path: string;
  search?: Readonly<Record<string, unknown>>;
  hash?: string;
  /** The title of the card that gets the focus. */
  card?: string;
  /** The label of the button that is pressed. */
  press?: string;
};

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
  /** Other words that find the command. */
  also?: string;
  /** Whether the command is shown only if a typed text finds it. */
  isFoundOnly?: boolean;
} & (CommandTarget | { effect: CommandEffect } | { button: HTMLElement });

/** The routes that only a link opens: after the sign-in, in an e-mail, or for visitors who are not signed in. */
type LinkedPath =
  | '/sign-in'
  | '/not-found'
  | '/password/forgot'
  | '/password/reset'
  | '/activation'
  | '/auth/temp'
  | '/register/confirm'
  | '/login/confirm'
  | '/company/join'
  | '/reminders/stop';

/** The routes that the palette lists. The search on the server finds the records of the routes with a parameter. */
type ListedPath = Exclude<RoutePath, LinkedPath | `${string}$${string}`>;

const pageTexts: Readonly<Record<ListedPath, { label?: string; also: string }>> = texts.pages;
const isListed = (path: string): path is ListedPath => path in pageTexts;

/** The pages without a menu entry on which a user does one thing. */
const actionPaths: ReadonlySet<string> = new Set<ListedPath>([
  '/license/verify',
  '/license/scan',
  '/license/many',
  '/activate',
  '/users/create',
  '/admin/release-notes/create',
  '/admin/brands/create',
  '/licence-checker',
  '/register',
]);

/** An action that leads to a page is offered to users who may open that page and pass `needs`, if they have the role. */
type Action = { label: string; also: string } & (
  | (CommandTarget & { path: RoutePath; needs?: Access; role?: Role })
  | { effect: CommandEffect }
);

const words = texts.actions;

const openButton = (path: RoutePath, { label, also }: { label: string; also: string }, needs?: Access): Action => ({
  path,
  press: label,
  label,
  also,
  ...(needs && { needs }),
});

type CardWords = { label: string; title?: string; also: string };
const openCard = (
  { label, title = label, also }: CardWords,
  role?: Role,
  path: '/account' | '/account/security' = '/account',
): Action => ({
  path,
  card: title,
  label,
  also,
  ...(role && { role }),
});

const actions: readonly Action[] = [
  {
    path: '/country-salesman',
    search: { add: { country: '', brand: '' } },
    ...words.assign,
    needs: { any: ['countrySalesman.create'] },
  },
  { path: '/country-salesman', search: { view: 'coverage' }, ...words.coverage },
  openButton('/country-salesman', words.handOver, 'administrator'),
  openButton('/licenses', words.lostPcs),
  openButton('/licenses/versions', words.sendNotes, { any: ['users.edit'] }),
  openButton('/users', words.deletedUsers, { any: ['users.delete', 'requests.delete'] }),
  openCard(words.absence, 'Salesman'),
  openCard(words.entitlements),
  openCard(words.calendar),
  openCard(words.reminderContact),
  openCard(words.preferences),
  openButton('/account/security', words.personalData),
  openButton('/account/security', words.changeLogin),
  { ...passwordLocation, ...words.password },
  openCard(words.twoStep, undefined, '/account/security'),
  openCard(words.sessions, undefined, '/account/security'),
  { effect: 'system', ...words.systemTheme },
  { effect: 'light', ...words.lightTheme },
  { effect: 'dark', ...words.darkTheme },
  { effect: 'signOut', ...words.signOut },
];

/** Returns the commands for the pages and actions that the visitor may use on the page with the path `currentPath`. */
export function listCommands(visitor: Visitor, currentPath: string): Command[] {
  const isOffered = (action: Action): boolean => {
    if ('effect' in action) return true;
    const { path, search, hash, card, press, needs, role } = action;
    const row = routeTable.find((routeRow) => routeRow.path === path);
    // A user who must set up two-step sign-in sees only the settings for two-step sign-in.
    if (visitor.mustAct && (hash ?? card ?? press) !== undefined) return false;
    // The page has a button for an action that opens a form on the current page.
    if (search && 'add' in search && path === currentPath) return false;
    return (
      row !== undefined &&
      decideRoute(row, visitor) === 'enter' &&
      isPermitted(needs ?? row.needs, visitor) &&
      (role === undefined || findRole(visitor.profileID) === role)
    );
  };
  const offeredActions = actions.filter(isOffered);
  return [
    ...listPages(visitor),
    ...offeredActions.map((action) => ({ ...action, id: `action ${action.label}`, group: 'actions' as const })),
  ];
}

function listPages(visitor: Visitor): Command[] {
  return routeTable.flatMap((row): Command[] => {
    const { path, menu, screen } = row;
    if (!isListed(path) || decideRoute(row, visitor) !== 'enter') return [];
    const { label = menu?.label ?? path, also } = pageTexts[path];
    const isAction = actionPaths.has(path);
    // The menu has the usual pages, and the pages with the layout for visitors are seldom needed by users.
    const isFoundOnly = screen?.layout === 'public' || (!isAction && !isInMenu(row, visitor));
    return [{ id: path, path, group: isAction ? 'actions' : 'pages', label, also, isFoundOnly }];
  });
}

/**
 * Returns the commands that a typed text finds: first the groups in which it finds a label, the pages before the actions of the page in view;
 * in each group those first whose label it finds. Without a text it returns the actions of the page, the menu and the other actions.
 */
export function findCommands(commands: readonly Command[], searchText: string): Command[] {
  const isTyped = searchText.trim() !== '';
  const hasLabel = ({ label }: Command): boolean => isFoundBy(label, searchText);
  const matchingCommands = commands.filter(({ label, also = '', isFoundOnly = false }) =>
    isTyped ? isFoundBy(`${label} ${also}`, searchText) : !isFoundOnly,
  );
  const namedGroups = new Set(matchingCommands.filter(hasLabel).map(({ group }) => group));
  const groups = isTyped
    ? groupsOfFound.toSorted((one, other) => Number(namedGroups.has(other)) - Number(namedGroups.has(one)))
    : groupsWithoutText;
  const rank = (command: Command): number => groups.indexOf(command.group) * 2 + (hasLabel(command) ? 0 : 1);
  return matchingCommands.toSorted((first, second) => rank(first) - rank(second));
}

const groupsOfFound: readonly Command['group'][] = ['pages', 'view', 'actions'];
const groupsWithoutText: readonly Command['group'][] = ['view', 'pages', 'actions'];

/** Returns whether each typed word is the beginning of a word of the text. */
export function isFoundBy(text: string, searchText: string): boolean {
  const textWords = splitWords(text);
  return splitWords(searchText).every((word) => textWords.some((textWord) => textWord.startsWith(word)));
}

/** Splits a text into words in lower case without accents. The American spelling of licence is read as the British one. */
const splitWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('license', 'licence')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
