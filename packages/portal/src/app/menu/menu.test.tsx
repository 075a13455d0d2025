import { breakpoints } from '@basics/contract/calls/limits.ts';
import { staffInbox } from '@basics/contract/home/inbox.ts';
import { renewals } from '@basics/contract/licenses/renewals.ts';
import { permissions, type Permission } from '@basics/contract/calls/permissions.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectFits } from '#portal/testing/accessible.ts';
import { answerFigures, createCounts, createInbox } from '#portal/testing/records/figures.ts';
import { answerLicenseAdmin, createOwnedLicense } from '#portal/testing/records/license-admin.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { setup, createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerRequests, answerUsers, createApplicant } from '#portal/testing/records/users.ts';

/** The menu of the specification in its order: the label of each entry, its address, and the permission that it needs. */
const specifiedEntries: [label: string, href: string, needs: Permission][] = [
  ['My Account', '/account', 'account.view'],
  ['My Users', '/users', 'users.view'],
  ['Pending Requests', '/requests', 'requests.view'],
  ['Country/Salesman', '/country-salesman', 'countrySalesman.view'],
  ['Release Notes', '/admin/release-notes', 'releaseNotes.view'],
  ['Proof of concept', 'https://poc.example/', 'POC.view'],
];

/** Opens the home page for a user with the given permissions, in a portal with the address of the proof of concept. */
const openHome = (heldPermissions: readonly Permission[]) =>
  openPortal({
    at: '/',
    user: createUser('viewer', { permissions: [...heldPermissions] }),
    setup: { ...setup, pocUrl: 'https://poc.example/' },
    prepareServer: (server) => {
      answerLicenses(server);
      answerFigures(server);
    },
  });

const menu = page.getByRole('navigation', { name: 'Menu' });
const opener = page.getByRole('button', { name: 'Open menu' });
const drawer = page.getByRole('dialog', { name: 'Menu' });
const locateEntry = (label: string) => menu.getByRole('link', { name: new RegExp(`^${label}`) });

test.each(specifiedEntries)(
  'the menu entry %s, which leads to %s, is shown to a user with only the permission %s (T066)',
  async (label, href, needs) => {
    await openHome([needs]);
    await expect.element(locateEntry(label)).toHaveAttribute('href', href);
  },
);

test('the menu entries are in the order of the specification', async () => {
  await openHome(permissions);
  await expect.element(locateEntry('My Account')).toBeVisible();
  const labels = menu
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent ?? '');
  const specifiedLabels = specifiedEntries.map(([label]) => label);
  expect(
    labels.flatMap((label) => specifiedLabels.find((specifiedLabel) => label.startsWith(specifiedLabel)) ?? []),
  ).toEqual(specifiedLabels);
});

test('every menu entry has an icon', async () => {
  await openHome(permissions);
  const links = menu.getByRole('link');
  await expect.element(locateEntry('Proof of concept')).toBeVisible();
  await expect.poll(() => links.elements().filter((link) => link.querySelector('svg') === null)).toEqual([]);
});

test('the menu and the window title show how many requests and other records wait for staff, even if the home page was not opened', async () => {
  const { server } = await openPortal({
    at: '/account',
    user: createUser('Administrator'),
    prepareServer: (fakeServer) => {
      answerLicenses(fakeServer);
      fakeServer.answer(staffInbox.counts, () => ({
        ...createCounts(createInbox()),
        requests: { total: 7, isLate: true as const },
        lostPcs: { total: 99, totalIsMinimum: true as const },
      }));
    },
  });
  const count = locateEntry('Pending Requests');
  await expect.element(count).toMatchTextContent('7 waiting, the oldest for too long');
  await expect.poll(() => document.title).toMatch(/^\(106\+\) My Account/);
  expect(server.requests(staffInbox.inbox)).toEqual([]);
});

test.each([breakpoints.sm - 1, breakpoints.sm, breakpoints.md - 1])(
  'in a window %i px wide the menu is a drawer at one side, as high as the window (T063)',
  async (width) => {
    await page.viewport(width, 700);
    await openHome(['account.view']);
    await expect.element(opener).toBeVisible();
    // Not even a hidden menu is rendered, because rendering its links takes long on a phone.
    expect(page.getByRole('navigation', { name: 'Menu', includeHidden: true }).elements()).toEqual([]);
    await opener.click();
    await expect.element(drawer.getByRole('link', { name: 'My Account' })).toBeVisible();
    await expect.poll(() => drawer.element().getBoundingClientRect()).toMatchObject({ left: 0, top: 0, height: 700 });
    expect(drawer.element().getBoundingClientRect().right).toBeLessThan(width);
  },
);

test(`in a window at least ${breakpoints.md} px wide the menu is beside the page, and there is no drawer (T064)`, async () => {
  await page.viewport(breakpoints.md, 700);
  await openHome(['account.view']);
  await expect.element(menu.getByRole('link', { name: 'My Account' })).toBeVisible();
  const { left, right } = menu.element().getBoundingClientRect();
  expect(left).toBe(0);
  expect(right).toBeLessThanOrEqual(page.getByRole('main').element().getBoundingClientRect().left);
  expect(opener.elements()).toEqual([]);
});

test('the drawer closes when the route changes, also without a click in the drawer (T065)', async () => {
  await page.viewport(390, 700);
  const { router } = await openHome(['account.view']);
  await opener.click();
  await expect.element(drawer).toBeVisible();
  await router.navigate({ to: '/license/verify' });
  await expect.element(page.getByLabelText('Verification code')).toBeVisible();
  await expect.poll(() => drawer.elements()).toEqual([]);
});

/** Returns the labels of the menu entries that are marked as the current page. */
const readCurrentEntries = (): string[] => {
  const links = menu.getByRole('link').elements();
  return links.filter((link) => link.ariaCurrent === 'page').map((link) => link.textContent);
};

test('on the page of a request, the menu marks Pending Requests as current, and on the page for a new user, My Users', async () => {
  const user = createUser('Administrator');
  const { router } = await openPortal({
    at: '/users/201/create',
    user,
    prepareServer: (server) => {
      answerUsers(server, user.permissions, []);
      answerRequests(server, [createApplicant()]);
    },
  });
  await expect.poll(readCurrentEntries).toEqual(['Pending Requests']);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Approve Grace Hopper' })).toBeVisible();
  await router.navigate({ to: '/users/create' });
  await expect.poll(readCurrentEntries).toEqual(['My Users']);
});

test('the menu marks one page, also if the path of another entry is a part of its path', async () => {
  const { router } = await openPortal({
    at: '/',
    user: createUser('Salesman'),
    prepareServer: (server) => {
      answerFigures(server);
      answerUsers(server, [], []);
      answerLicenseAdmin(server, [createOwnedLicense()]);
      server.answer(renewals.renewalWeeks, () => ({
        weeks: [],
        week: { from: '2026-03-17', to: '2026-03-23' },
        customers: [],
        results: [],
      }));
    },
  });
  await expect.poll(readCurrentEntries).toEqual(['Home']);
  await locateEntry('Renewals').click();
  await expect.poll(readCurrentEntries).toEqual(['Renewals']);
  await router.navigate({ to: '/licenses' });
  await expect.poll(readCurrentEntries).toEqual(['Licences']);
});

test.each([
  ['Administrator', true],
  ['Salesman', true],
  ['OEM', false],
  ['ADV', false],
] as const)(
  'the header of a user with the profile %s has the link "New licence", which the key L opens: %s',
  async (role, isShown) => {
    await page.viewport(1280, 700);
    await openHome(createUser(role).permissions);
    await expect.element(locateEntry('Home')).toBeVisible();
    const link = page.getByRole('banner').getByRole('link', { name: 'New licence' });
    if (!isShown) return expect(link.elements()).toEqual([]);
    await expect.element(link).toHaveAttribute('href', '/license/verify');
    await expectFits(768, 991, 992);
    await expect.element(link).toBeInViewport();
    await userEvent.keyboard('l');
    await expect.element(page.getByLabelText('Verification code')).toBeVisible();
  },
);

test.each([390, 767])('in a window of %i pixels, the link "New licence" is in the drawer', async (width) => {
  await page.viewport(width, 700);
  await openHome(createUser('Salesman').permissions);
  await opener.click();
  await drawer.getByRole('link', { name: 'New licence' }).click();
  await expect.element(page.getByLabelText('Verification code')).toBeVisible();
});
