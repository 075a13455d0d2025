import type { Page } from '@playwright/test';
import { pageAddresses } from './page-addresses.ts';
import { expect, openSignedIn, test } from './test.ts';

/** The lists of administrators: the pages with a search field above a table. */
const expectedLists = [
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

/** Opens each page of administrators, and calls `check` on those that are a list. Returns the addresses of the lists. */
async function walkLists(page: Page, origin: string, check: (address: string) => Promise<void>): Promise<string[]> {
  const lists: string[] = [];
  await openSignedIn(page, origin, 'administrator@demo.example');
  for (const address of pageAddresses['administrator'] ?? []) {
    await page.goto(origin + address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    // A page with a form may have a table below it, which is not in view.
    if (!(await page.locator('main:has(search):not(:has(form)) table').first().isVisible())) continue;
    lists.push(address);
    await check(address);
  }
  return lists;
}

/** Counts the rows of the first table of the page, and those that are completely in view below the header. */
const countRows = (page: Page): Promise<{ shown: number; all: number }> =>
  page.evaluate(() => {
    const headerEnd = document.querySelector('header[data-chrome]')?.getBoundingClientRect().bottom ?? 0;
    const rows = [...document.querySelectorAll('main tbody tr')];
    const shownRows = rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= headerEnd && bottom <= window.innerHeight;
    });
    return { shown: shownRows.length, all: rows.length };
  });

test('every list shows at least 12 rows at 1280 x 800 without scrolling', async ({ page, demo }) => {
  const findings: Record<string, unknown> = {};
  const lists = await walkLists(page, demo.address, async (address) => {
    const rows = await countRows(page);
    if (rows.shown < Math.min(12, rows.all)) findings[address] = rows;
  });
  expect(findings).toEqual({});
  expect(lists).toEqual(expectedLists);
});

test('every list shows at least 5 cards at 390 x 844 without scrolling', { tag: '@phone' }, async ({ page, demo }) => {
  const findings: Record<string, unknown> = {};
  const lists = await walkLists(page, demo.address, async (address) => {
    const cards = await countRows(page);
    if (cards.shown < Math.min(5, cards.all)) findings[address] = cards;
  });
  expect(findings).toEqual({});
  expect(lists).toEqual(expectedLists);
});

test('the head of every list stays in view while its rows scroll', async ({ page, demo }) => {
  const findings: Record<string, unknown> = {};
  const lists = await walkLists(page, demo.address, async (address) => {
    const place = await page.evaluate(() => {
      const headerEnd = document.querySelector('header[data-chrome]')?.getBoundingClientRect().bottom ?? 0;
      const table = document.querySelector('main table');
      const scrollsEnough = (table?.getBoundingClientRect().height ?? 0) > window.innerHeight;
      document.querySelector('main tbody tr:nth-child(8)')?.scrollIntoView({ block: 'start' });
      const head = document.querySelector('main thead th:last-child');
      const { top = 0, left = 0, height = 0 } = head?.getBoundingClientRect() ?? {};
      const isOnTop = document.elementFromPoint(left + 4, top + height / 2)?.closest('thead') != null;
      return { scrollsEnough, isOnTop, isBelowHeader: Math.abs(top - headerEnd) < 1 };
    });
    if (place.scrollsEnough && !(place.isOnTop && place.isBelowHeader)) findings[address] = place;
  });
  expect(findings).toEqual({});
  expect(lists).toEqual(expectedLists);
});
