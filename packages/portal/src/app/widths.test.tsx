import { breakpoints } from '@basics/contract/calls/limits.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import type { Role } from '@basics/contract/calls/permissions.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerLicenses, createLicense, createLicensePage } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const { sm, md, lg, xl, xxl, xxxl } = breakpoints;

const openLicenses = async (role: Role): Promise<void> => {
  await openPortal({
    at: '/pcs/licences',
    user: createUser(role),
    prepareServer: (server) => {
      answerLicenses(server);
      server.answer(licenses.list, () => createLicensePage(createLicense()));
    },
  });
  await expect.element(page.getByRole('cell').first()).toBeVisible();
};

const readBox = (locator: { element: () => Element }): DOMRect => locator.element().getBoundingClientRect();
const menu = page.getByRole('navigation', { name: 'Menu' });
const introduction = page.getByText('Get a licence in three steps');

const readDisplay = (): string => getComputedStyle(page.getByRole('cell').first().element()).display;

/** A change of the layout at a width: `isApplied` is false just below this width, and true from this width on. */
type LayoutChange = { openPage: () => Promise<void>; isApplied: () => boolean };

const layoutChanges: [name: string, width: number, what: string, begin: LayoutChange][] = [
  [
    'sm',
    sm,
    'the name of the brand is beside its logo',
    {
      openPage: () => openLicenses('OEM'),
      isApplied: () => page.getByText('Basics Blue', { exact: true }).first().element().checkVisibility(),
    },
  ],
  [
    'md',
    md,
    'the menu is beside the page',
    { openPage: () => openLicenses('OEM'), isApplied: () => menu.elements().length > 0 },
  ],
  [
    'lg',
    lg,
    'the introduction is next to the sign-in form',
    {
      openPage: async () => {
        await openPortal({ at: '/sign-in' });
        await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      },
      isApplied: () =>
        introduction.element().checkVisibility() && readBox(introduction).right <= readBox(page.getByRole('main')).left,
    },
  ],
  [
    'xl',
    xl,
    'the menu is 240 px wide',
    {
      openPage: async () => {
        await openLicenses('OEM');
        await expect.element(menu).toBeVisible();
      },
      isApplied: () => Math.round(readBox(menu).right) === 239,
    },
  ],
  [
    'xxl',
    xxl,
    'pages have margins of 30 px',
    {
      openPage: () => openLicenses('OEM'),
      isApplied: () => getComputedStyle(page.getByRole('main').element()).paddingInlineStart === '30px',
    },
  ],
  [
    'xxxl',
    xxxl,
    'pages are wider than 1300 px',
    { openPage: () => openLicenses('OEM'), isApplied: () => readBox(page.getByRole('main')).width > 1300 },
  ],
];

test.each(layoutChanges)(
  'the layout %s begins at %i px: at this width %s (T097)',
  async (_, width, __, { openPage, isApplied }) => {
    await page.viewport(width - 1, 800);
    await openPage();
    expect(isApplied()).toBe(false);
    await page.viewport(width, 800);
    await expect.poll(isApplied).toBe(true);
  },
);

test('in windows from 320 px up to the breakpoint sm, table rows are shown as cards and nothing overflows (T096)', async () => {
  await page.viewport(sm - 1, 800);
  await openLicenses('OEM');
  for (const width of [sm - 1, 480, 320]) {
    await page.viewport(width, 800);
    await expect.poll(readDisplay).not.toBe('table-cell');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
});
