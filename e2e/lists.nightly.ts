import type { Page } from '@playwright/test';
import { expect, openPage, openSignedIn, test } from './test.ts';

/** The lists of administrators: the pages whose main part is a search field above a table. */
const lists = [
  '/users',
  '/requests',
  '/country-salesman',
  '/licenses',
  '/help-requests',
  '/admin/release-notes',
  '/admin/crm',
  '/admin/mail',
  '/admin/audit',
];

/** Opens each list, and returns the faults that `findFault` finds, by the address of the list. */
async function collectFaultsOfLists(page: Page, origin: string, findFault: () => Promise<unknown>) {
  const faults: Record<string, unknown> = {};
  await openSignedIn(page, origin, 'administrator@demo.example');
  for (const address of lists) {
    await openPage(page, origin + address);
    await expect(page.getByRole('searchbox').first()).toBeVisible();
    await expect(page.locator('main tbody').getByRole('row').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const fault = await findFault();
    if (fault !== null) faults[address] = fault;
  }
  return faults;
}

/**
 * Counts the rows of the list that are completely visible below the header. Returns the numbers of visible rows and of all rows if fewer
 * than `leastRowCount` rows are visible although the list has more rows, and null in all other cases.
 */
const findMissingRows = (page: Page, leastRowCount: number) =>
  page.evaluate((leastRows) => {
    const headerEnd = document.querySelector('header[data-chrome]')?.getBoundingClientRect().bottom ?? 0;
    const rows = [...document.querySelectorAll('main tbody tr')];
    const shownRows = rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= headerEnd && bottom <= window.innerHeight;
    });
    const isEnough = shownRows.length >= Math.min(leastRows, rows.length);
    return isEnough ? null : { shown: shownRows.length, all: rows.length };
  }, leastRowCount);

test('every list shows at least 12 rows at 1280 x 800 without scrolling', async ({ page, demo }) => {
  expect(await collectFaultsOfLists(page, demo.address, () => findMissingRows(page, 12))).toEqual({});
});

test('every list shows at least 5 cards at 390 x 844 without scrolling', { tag: '@phone' }, async ({ page, demo }) => {
  expect(await collectFaultsOfLists(page, demo.address, () => findMissingRows(page, 5))).toEqual({});
});

test('the head of every list stays in view while its rows scroll', async ({ page, demo }) => {
  const findHiddenHead = () =>
    page.evaluate(() => {
      document.querySelector('main tbody tr:nth-child(8)')?.scrollIntoView({ block: 'start' });
      const head = document.querySelector('main thead th:last-child');
      const { top = 0, left = 0, height = 0 } = head?.getBoundingClientRect() ?? {};
      const isOnTop = document.elementFromPoint(left + 4, top + height / 2)?.closest('thead') != null;
      return isOnTop ? null : { top };
    });
  expect(await collectFaultsOfLists(page, demo.address, findHiddenHead)).toEqual({});
});
