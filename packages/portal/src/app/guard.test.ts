import { permissions } from '@basics/contract/permissions.ts';
import type { Permission, Role } from '@basics/contract/permissions.ts';
import { expect, test } from 'vitest';
import { userWith } from '#portal/testing/people.ts';
import { wayOf } from './guard.ts';
import { menuFor } from './menu.tsx';
import { routeTable } from './route-table.tsx';
import type { RouteRow } from './route-table.tsx';

const staff: Role[] = ['Administrator', 'Salesman'];
const customers: Role[] = [
  'AgentDistributor',
  'OEM',
  'ADV',
  'SmallCustomer',
  'DesignerOffice',
  'ApplicationExpert',
  'URJAUser',
];
const everybody: Role[] = [...staff, ...customers, 'viewer'];

/** The private routes as the specification lists them, with whom their permission lets in. */
const privateRoutes: Record<string, Role[]> = {
  '/': everybody,
  '/requests': staff,
  '/users': staff,
  '/users/create': staff,
  '/users/$userId/create': staff,
  '/users/$userId/edit': staff,
  '/admin/release-notes': ['Administrator'],
  '/admin/release-notes/$releaseId': ['Administrator'],
  '/admin/release-notes/$releaseId/edit': ['Administrator'],
  '/admin/release-notes/create': ['Administrator'],
  '/country-salesman': staff,
  '/account': everybody,
  '/license/verify': everybody,
};

/** Our additions to them, protected in the same way. */
const addedRoutes: Record<string, Role[]> = {
  '/licenses': staff,
  '/help-requests': staff,
  '/license/many': everybody,
  '/admin/policies': ['Administrator'],
  '/admin/tools': ['Administrator'],
  '/admin/brands': ['Administrator'],
  '/admin/brands/create': ['Administrator'],
  '/admin/brands/$brandId': ['Administrator'],
  '/admin/brands/$brandId/legal/$document': ['Administrator'],
  '/admin/crm': ['Administrator'],
  '/admin/import': ['Administrator'],
  '/admin/mail': ['Administrator'],
  '/admin/audit': ['Administrator'],
};
const protectedRoutes = { ...privateRoutes, ...addedRoutes };

const publicRoutes = [
  '/sign-in',
  '/password/forgot',
  '/password/reset',
  '/auth/temp',
  '/not-found',
  '/release-notes',
  '/release-notes/$releaseId',
  '/register',
];

/** Our additions for everybody. */
const openRoutes = ['/licence-checker', '/legal-notice', '/terms', '/legal-disclaimer'];

/** Where the links of our mails lead; the specification names the screens and leaves their routes open. */
const mailedRoutes = ['/activation', '/register/confirm'];

/** The same row as if its screen were built: the rules do not wait for the screens. */
const built = (path: string): RouteRow => {
  const row = routeTable.find((each) => each.path === path);
  if (!row) throw new Error(`${path} is not in the table.`);
  return { screen: { layout: 'shell', load: () => Promise.reject(new Error('never loaded here')) }, ...row };
};

test('the table holds the specified routes, those we add, and no other', () => {
  const paths = routeTable.map(({ path }) => path);
  expect(paths.toSorted()).toEqual(
    [...Object.keys(protectedRoutes), ...publicRoutes, ...openRoutes, ...mailedRoutes].toSorted(),
  );
});

test.each(Object.keys(protectedRoutes))('signed out, %s leads to sign in', (path) => {
  expect(wayOf(built(path), null)).toBe('signIn');
});

test.each(
  Object.entries(protectedRoutes).flatMap(([path, allowed]) =>
    everybody.map((role) => [role, path, allowed.includes(role) ? 'enter' : 'notFound']),
  ),
)('%s at %s: %s', (role, path, way) => {
  const known = everybody.find((each) => each === role);
  expect(wayOf(built(path ?? ''), userWith(known ?? 'viewer'))).toBe(way);
});

const gated: [path: string, needs: Permission][] = [
  ['/requests', 'requests.view'],
  ['/users', 'users.view'],
  ['/users/create', 'users.create'],
  ['/users/$userId/create', 'requests.view'],
  ['/users/$userId/edit', 'users.edit'],
  ['/admin/release-notes', 'releaseNotes.view'],
  ['/admin/release-notes/$releaseId', 'releaseNotes.viewSingle'],
  ['/admin/release-notes/$releaseId/edit', 'releaseNotes.edit'],
  ['/admin/release-notes/create', 'releaseNotes.create'],
  ['/country-salesman', 'countrySalesman.view'],
  ['/account', 'account.view'],
];

test.each(gated)('%s needs %s and no other permission', (path, needs) => {
  const wayWith = (held: readonly Permission[]) => wayOf(built(path), userWith('viewer', { permissions: [...held] }));
  expect(wayWith([needs])).toBe('enter');
  expect(wayWith(permissions.filter((each) => each !== needs))).toBe('notFound');
});

test.each([...publicRoutes, ...openRoutes, ...mailedRoutes])('signed out, %s is entered', (path) => {
  expect(wayOf(built(path), null)).toBe('enter');
});

test.each([...publicRoutes, ...openRoutes].filter((path) => path !== '/sign-in'))(
  'signed in, %s is entered as well',
  (path) => {
    expect(wayOf(built(path), userWith('OEM'))).toBe('enter');
  },
);

test('who is signed in has nothing to do at the sign-in page', () => {
  expect(wayOf(built('/sign-in'), userWith('OEM'))).toBe('return');
});

test.each(Object.keys(privateRoutes).filter((path) => path !== '/account'))(
  'who must set up his two-step sign-in is led from %s to where he can',
  (path) => {
    expect(wayOf(built(path), userWith('Administrator', { mustAct: 'secondFactor' }))).toBe('act');
  },
);

test('who must set up his two-step sign-in enters his account and the public pages, and his menu has no other entry', () => {
  const ada = userWith('Administrator', { mustAct: 'secondFactor' });
  for (const path of ['/account', '/not-found', '/register']) expect(wayOf(built(path), ada)).toBe('enter');
  const table = routeTable.map(({ path }) => built(path));
  expect(menuFor(ada, table).map(({ label }) => label)).toEqual(['My Account']);
});

test('an unknown path is no page for whoever is signed out, and leads home for whoever is signed in', () => {
  expect(wayOf(null, null)).toBe('notFound');
  expect(wayOf(null, userWith('OEM'))).toBe('home');
});

test('a route whose screen is not built protects itself already, and is no page for whoever may enter', () => {
  const row: RouteRow = { path: '/users', needs: { any: ['users.view'] } };
  expect(wayOf(row, null)).toBe('signIn');
  expect(wayOf(row, userWith('Administrator'))).toBe('notFound');
});

const administration = ['Licence policies', 'Tools', 'Brands', 'CRM accounts', 'Import', 'Outbox', 'Audit log'];

const menus: [Role, string[]][] = [
  [
    'Administrator',
    ['My Account', 'My Users', 'Licences', 'Pending Requests', 'Help Requests', 'Country/Salesman', 'Release Notes'],
  ],
  ['Salesman', ['My Account', 'My Users', 'Licences', 'Pending Requests', 'Help Requests', 'Country/Salesman']],
  ...[...customers, 'viewer' as const].map((role): [Role, string[]] => [role, ['Get a licence', 'My Account']]),
];

test.each(menus)('with all screens built, the menu of %s reads %j, and the rest is administration', (role, labels) => {
  const entries = menuFor(
    userWith(role),
    routeTable.map(({ path }) => built(path)),
  );
  const labelsIn = (wanted?: 'administration'): string[] =>
    entries.filter(({ group }) => group === wanted).map(({ label }) => label);
  expect(labelsIn()).toEqual(labels);
  expect(labelsIn('administration')).toEqual(role === 'Administrator' ? administration : []);
});

test('the menu leaves out what is not built', () => {
  const row: RouteRow = { path: '/users', needs: { any: ['users.view'] }, menu: { label: 'My Users' } };
  expect(menuFor(userWith('Administrator'), [row])).toEqual([]);
});
