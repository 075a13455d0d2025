import { permissions, type Permission, type Role } from '@basics/contract/calls/permissions.ts';
import { expect, test } from 'vitest';
import { createUser } from '#portal/testing/records/people.ts';
import { specifiedMenu } from '#portal/testing/specified-menus.ts';
import { administrationRows } from './administration-rows.ts';
import { decideRoute } from './guard.ts';
import { listMenuEntries } from '../menu/menu.tsx';
import { routeTable } from './route-table.tsx';
import type { RouteRow } from './route-row.ts';

const staffRoles: Role[] = ['Administrator', 'Salesman'];
const customerRoles: Role[] = [
  'AgentDistributor',
  'OEM',
  'ADV',
  'SmallCustomer',
  'DesignerOffice',
  'ApplicationExpert',
  'URJAUser',
];
const allRoles: Role[] = [...staffRoles, ...customerRoles, 'viewer'];

/** The private routes of the specification, with the roles whose permissions open them. */
const privateRoutes: Record<string, Role[]> = {
  '/': allRoles,
  '/requests': staffRoles,
  '/users': staffRoles,
  '/users/create': staffRoles,
  '/users/$userId/create': staffRoles,
  '/users/$userId/edit': staffRoles,
  '/admin/release-notes': ['Administrator'],
  '/admin/release-notes/$releaseId': ['Administrator'],
  '/admin/release-notes/$releaseId/edit': ['Administrator'],
  '/admin/release-notes/create': ['Administrator'],
  '/country-salesman': staffRoles,
  '/account': allRoles,
  '/license/verify': allRoles,
};

/** The private routes that the portal adds to those of the specification. */
const additionalRoutes: Record<string, Role[]> = {
  '/users/$userId': staffRoles,
  '/companies': staffRoles,
  '/companies/$companyId': staffRoles,
  '/account/security': allRoles,
  '/pcs': allRoles,
  '/pcs/licences': allRoles,
  '/company': allRoles,
  '/company/join': allRoles,
  '/licenses': staffRoles,
  '/licenses/renewals': staffRoles,
  '/licenses/versions': staffRoles,
  '/help-requests': staffRoles,
  '/license/many': allRoles,
  '/license/$licenseId': allRoles,
  '/license/scan': allRoles,
  '/activate': allRoles,
  // Only administrators may open Settings and the screens below it.
  ...Object.fromEntries(administrationRows.map(({ path }): [string, Role[]] => [path, ['Administrator']])),
};
const protectedRoutes = { ...privateRoutes, ...additionalRoutes };

test('the administration section of the route table has exactly the expected screens, in the expected order', () => {
  const knownScreens = [
    'Settings',
    'Licence policies',
    'Tools',
    'Brands',
    '/admin/brands/create',
    '/admin/brands/$brandId',
    '/admin/brands/$brandId/legal/$document',
    'CRM accounts',
    'Import',
    'E-mails',
    'Integrations',
    'Audit log',
    'Status',
  ];
  const screens = administrationRows.map((row) => ('menu' in row ? row.menu.label : row.path));
  expect(screens.filter((screen) => knownScreens.includes(screen))).toEqual(knownScreens);
});

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

/** The public routes that the portal adds to those of the specification. */
const additionalPublicRoutes = ['/licence-checker', '/legal-notice', '/terms', '/legal-disclaimer'];

/** The routes that links in e-mails open. The specification names the screens of these routes, but not their paths. */
const mailedRoutes = ['/activation', '/register/confirm', '/login/confirm', '/reminders/stop'];

/**
 * Returns the row of the route table for a path. If the row has no screen, a screen is added, because the redirect
 * rules apply before the screen is built.
 */
const findRowWithScreen = (path: string): RouteRow => {
  const row = routeTable.find((candidate) => candidate.path === path);
  if (!row) throw new Error(`${path} is not in the table.`);
  return { screen: { layout: 'shell', load: () => Promise.reject(new Error('never loaded here')) }, ...row };
};

test('the route table has the specified routes and the additional routes, and no others', () => {
  const paths = routeTable.map(({ path }) => path);
  expect(paths.toSorted()).toEqual(
    [...Object.keys(protectedRoutes), ...publicRoutes, ...additionalPublicRoutes, ...mailedRoutes].toSorted(),
  );
});

test.each(Object.keys(protectedRoutes))(
  'a visitor who opens the route %s is redirected to the sign-in page',
  (path) => {
    expect(decideRoute(findRowWithScreen(path), null)).toBe('signIn');
  },
);

test.each(
  Object.entries(protectedRoutes).flatMap(([path, allowed]) =>
    allRoles.map((role) => [role, path, allowed.includes(role) ? 'enter' : 'notFound']),
  ),
)('the role %s at the path %s: the decision is "%s" (T074)', (role, path, expectedDecision) => {
  const roleInList = allRoles.find((knownRole) => knownRole === role);
  expect(decideRoute(findRowWithScreen(path ?? ''), createUser(roleInList ?? 'viewer'))).toBe(expectedDecision);
});

const routesWithPermission: [path: string, needs: Permission][] = [
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

test.each(routesWithPermission)(
  'the route %s needs the permission %s and no other permission (T075)',
  (path, neededPermission) => {
    const decideForPermissions = (heldPermissions: readonly Permission[]) =>
      decideRoute(findRowWithScreen(path), createUser('viewer', { permissions: [...heldPermissions] }));
    expect(decideForPermissions([neededPermission])).toBe('enter');
    expect(decideForPermissions(permissions.filter((permission) => permission !== neededPermission))).toBe('notFound');
  },
);

test.each([...publicRoutes, ...additionalPublicRoutes, ...mailedRoutes])(
  'a visitor who is not signed in can open the route %s',
  (path) => {
    expect(decideRoute(findRowWithScreen(path), null)).toBe('enter');
  },
);

test.each([...publicRoutes, ...additionalPublicRoutes].filter((path) => path !== '/sign-in'))(
  'a signed-in user can open %s, too',
  (path) => {
    expect(decideRoute(findRowWithScreen(path), createUser('OEM'))).toBe('enter');
  },
);

test('a signed-in user is sent away from the sign-in page', () => {
  expect(decideRoute(findRowWithScreen('/sign-in'), createUser('OEM'))).toBe('return');
});

test.each(Object.keys(privateRoutes).filter((path) => path !== '/account'))(
  'a user who must set up two-step sign-in is redirected from %s to the page that sets it up',
  (path) => {
    expect(decideRoute(findRowWithScreen(path), createUser('Administrator', { mustAct: 'secondFactor' }))).toBe('act');
  },
);

test('a user who must set up two-step sign-in can open their account and the public pages, and the menu has no other entry', () => {
  const administrator = createUser('Administrator', { mustAct: 'secondFactor' });
  for (const path of ['/account', '/not-found', '/register'])
    expect(decideRoute(findRowWithScreen(path), administrator)).toBe('enter');
  const tableWithScreens = routeTable.map(({ path }) => findRowWithScreen(path));
  expect(listMenuEntries(administrator, tableWithScreens).map(({ label }) => label)).toEqual(['My Account']);
});

test('an unknown path leads to the not-found page when signed out, and to the home page when signed in', () => {
  expect(decideRoute(null, null)).toBe('notFound');
  expect(decideRoute(null, createUser('OEM'))).toBe('home');
});

test('a route whose screen is not built yet sends visitors to the sign-in page, and permitted users to the not-found page', () => {
  const row: RouteRow = { path: '/users', needs: { any: ['users.view'] } };
  expect(decideRoute(row, null)).toBe('signIn');
  expect(decideRoute(row, createUser('Administrator'))).toBe('notFound');
});

test.each(allRoles)(
  'with all screens built, the menu of the role %s is the menu of the specification (T076)',
  (role) => {
    const entries = listMenuEntries(
      createUser(role),
      routeTable.map(({ path }) => findRowWithScreen(path)),
    );
    const menu = specifiedMenu(role);
    const listLabels = (isSecondLevel: boolean): string[] =>
      entries.filter(({ group }) => (group === 'secondLevel') === isSecondLevel).map(({ label }) => label);
    expect(listLabels(false)).toEqual(menu.entries);
    expect(listLabels(true)).toEqual(menu.secondLevel);
  },
);

test('the menu has no entry for a route whose screen is not built yet', () => {
  const row: RouteRow = { path: '/users', needs: { any: ['users.view'] }, menu: { label: 'My Users' } };
  expect(listMenuEntries(createUser('Administrator'), [row])).toEqual([]);
});
