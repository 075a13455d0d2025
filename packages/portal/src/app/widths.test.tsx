import { breakpoints } from '@basics/contract/limits.ts';
import { licenses } from '@basics/contract/licenses.ts';
import type { Role } from '@basics/contract/permissions.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerLicenses, licenseWith, pageWith } from '#portal/testing/licenses.ts';
import { userWith } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const { sm, md, lg, xl, xxl, xxxl } = breakpoints;

const openAccount = async (role: Role): Promise<void> => {
  await openPortal({
    at: '/account',
    user: userWith(role),
    answers: (server) => {
      answerLicenses(server);
      server.answer(licenses.list, () => pageWith(licenseWith()));
    },
  });
  await expect.element(page.getByRole('cell').first()).toBeVisible();
};

const boxOf = (locator: { element: () => Element }): DOMRect => locator.element().getBoundingClientRect();
const menu = page.getByRole('navigation', { name: 'Menu' });
const pitch = page.getByText('Get a licence in three steps');
const display = (): string => getComputedStyle(page.getByRole('cell').first().element()).display;
const isBesideTheMark = (): boolean =>
  boxOf(menu).top < boxOf(page.getByRole('link', { name: 'Basics Blue, home' })).bottom;

/** A question that is answered by no just below a width, and by yes from it on. */
type Begin = { open: () => Promise<void>; holds: () => boolean };

const begins: [name: string, width: number, what: string, begin: Begin][] = [
  ['sm', sm, 'rows are rows and no cards', { open: () => openAccount('OEM'), holds: () => display() === 'table-cell' }],
  [
    'md',
    md,
    'the menu stands in the header',
    { open: () => openAccount('OEM'), holds: () => menu.elements().length > 0 },
  ],
  [
    'lg',
    lg,
    'the way to a licence stands beside the sign-in form',
    {
      open: async () => {
        await openPortal({ at: '/sign-in' });
        await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      },
      holds: () => pitch.element().checkVisibility() && boxOf(pitch).right <= boxOf(page.getByRole('main')).left,
    },
  ],
  ['xl', xl, 'a short menu stands beside the mark', { open: () => openAccount('OEM'), holds: isBesideTheMark }],
  [
    'xxl',
    xxl,
    'the menu of a salesman stands there, too',
    { open: () => openAccount('Salesman'), holds: isBesideTheMark },
  ],
  [
    'xxxl',
    xxxl,
    'pages are wider than 1500 px',
    { open: () => openAccount('OEM'), holds: () => boxOf(page.getByRole('main')).width > 1500 },
  ],
];

test.each(begins)('%s begins at %i px: from there on %s', async (_, width, __, { open, holds }) => {
  await page.viewport(width - 1, 800);
  await open();
  expect(holds()).toBe(false);
  await page.viewport(width, 800);
  await expect.poll(holds).toBe(true);
});

test('everything below sm is xs: down to 320 px rows are cards, and nothing overflows', async () => {
  await page.viewport(sm - 1, 800);
  await openAccount('OEM');
  for (const width of [sm - 1, 480, 320]) {
    await page.viewport(width, 800);
    await expect.poll(display).not.toBe('table-cell');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
});
