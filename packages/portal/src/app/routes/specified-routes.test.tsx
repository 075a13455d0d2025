import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { registration } from '@basics/contract/registration/registration.ts';
import { session } from '@basics/contract/session/session.ts';
import { permissions, type Permission } from '@basics/contract/calls/permissions.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerAssignments, createAssignmentPage } from '#portal/testing/records/assignments.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { answerFigures } from '#portal/testing/records/figures.ts';
import { answerHumanCheck } from '#portal/testing/human-check.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerNotes, createNote } from '#portal/testing/records/release-notes.ts';
import { answerRequests, answerUsers, createApplicant, createUserRecord } from '#portal/testing/records/users.ts';
import { routeTable } from './route-table.tsx';

/** The private routes of the specification that need a permission: an address, the permission, and the screen. */
const routesWithPermission: [at: string, needs: Permission, screen: string][] = [
  ['/requests', 'requests.view', 'Pending Requests'],
  ['/users', 'users.view', 'My Users'],
  ['/users/create', 'users.create', 'Create user'],
  ['/users/201/create', 'requests.view', 'Approve Grace Hopper'],
  ['/users/101/edit', 'users.edit', 'Edit Grace Hopper'],
  ['/admin/release-notes', 'releaseNotes.view', 'Release Notes'],
  ['/admin/release-notes/1', 'releaseNotes.viewSingle', 'Basics 1.3: price lists'],
  ['/admin/release-notes/1/edit', 'releaseNotes.edit', 'Edit Basics 1.3: price lists'],
  ['/admin/release-notes/create', 'releaseNotes.create', 'Add release note'],
  ['/country-salesman', 'countrySalesman.view', 'Country/Salesman'],
  ['/account', 'account.view', 'My Account'],
];

function prepareServer(server: FakeServer): void {
  answerHumanCheck(server);
  server.answer(session.exchange, () => new Promise(() => {}));
  server.answer(session.checkLink, () => ({
    purpose: 'reset' as const,
    login: 'ada@office.example',
    validUntil: '2027-01-01T12:00:00.000Z',
  }));
  server.answer(registration.countries, () => ({ items: [] }));
  server.answer(registration.configTool, () => ({ tools: [] }));
  answerLicenses(server);
  answerAssignments(server);
  answerUsers(server, permissions, [createUserRecord()]);
  answerRequests(server, [createApplicant()]);
  answerNotes(server, createNote());
  server.answer(countrySalesmen.search, () => createAssignmentPage());
  answerFigures(server);
}

const openRoute = (at: string, heldPermissions: readonly Permission[]) =>
  openPortal({ at, user: createUser('viewer', { permissions: [...heldPermissions] }), prepareServer });

const locateHeading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const menu = page.getByRole('navigation', { name: 'Menu' });
const introduction = page.getByText(/^(?:Get a licence in three|Your account in four) steps$/);

test.each(routesWithPermission)(
  'the address %s shows a user whose only permission is %s the screen “%s” (T080)',
  async (at, needs, screen) => {
    const { address } = await openRoute(at, [needs]);
    await expect.element(locateHeading(screen)).toBeVisible();
    await expect.element(page.getByRole('contentinfo')).toBeVisible();
    expect(address()).toBe(at);
  },
);

test.each([
  ['/', /^Welcome/, 'Home · Basics Blue'],
  ['/license/verify', 'Get a licence', 'Get a licence · Basics Blue'],
] as const)('%s needs no permission (T077)', async (at, name, title) => {
  const { address } = await openRoute(at, []);
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect.poll(() => document.title).toBe(title);
  expect(address()).toBe(at);
});

test.each([
  ['/sign-in', 'Sign in'],
  ['/password/forgot', 'Forgot your password?'],
  ['/password/reset#token=abc', 'Set a new password'],
  ['/auth/temp?token=once', 'Signing you in…'],
  ['/not-found', 'Page not found'],
  ['/register', 'Create Account'],
])('%s shows “%s” to visitors who are not signed in, in the public layout (T079)', async (at, screen) => {
  const { address } = await openPortal({ at, prepareServer });
  await expect.element(page.getByRole('main').getByText(screen).first()).toBeVisible();
  expect(introduction.elements()).toHaveLength(['/sign-in', '/register'].includes(at) ? 1 : 0);
  await expect.element(page.getByRole('banner')).toBeVisible();
  expect(menu.elements()).toEqual([]);
  await expect.poll(() => address().split(/[?#]/)[0]).toBe(at.split(/[?#]/)[0]);
});

test.each([
  ['/release-notes', 'Release notes'],
  ['/release-notes/1', 'Basics 1.3: price lists'],
  ['/register', 'Create Account'],
])('%s shows “%s” also to signed-in users (T078)', async (at, screen) => {
  for (const heldPermissions of [['account.view'], []] as const) {
    const { address, screen: shown } = await openRoute(at, heldPermissions);
    await expect.element(locateHeading(screen)).toBeVisible();
    expect(address()).toBe(at);
    await shown.unmount();
  }
});

test('the list of release notes and a single release note are the same page (T081)', async () => {
  const loadPageAt = (path: string) => routeTable.find((row) => row.path === path)?.screen?.load();
  expect(await loadPageAt('/release-notes')).toBeDefined();
  expect(await loadPageAt('/release-notes')).toBe(await loadPageAt('/release-notes/$releaseId'));
});
