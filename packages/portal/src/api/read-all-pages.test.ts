import { expect, test } from 'vitest';
import { readAllPages } from './declare-list.ts';

const rows = [1, 2, 3, 4, 5];

test('pages are requested one after another until all rows are loaded', async () => {
  const requestedPages: number[] = [];
  const loadedRows = await readAllPages(async (pageNumber) => {
    requestedPages.push(pageNumber);
    return { items: rows.slice((pageNumber - 1) * 2, pageNumber * 2), total: rows.length };
  });
  expect(loadedRows).toEqual(rows);
  expect(requestedPages).toEqual([1, 2, 3]);
});

test('if rows are deleted while the pages are loaded, loading ends at the first empty page', async () => {
  const loadedRows = await readAllPages(async (pageNumber) => ({ items: pageNumber === 1 ? rows : [], total: 9 }));
  expect(loadedRows).toEqual(rows);
});
