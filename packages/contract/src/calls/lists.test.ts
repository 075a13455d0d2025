import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createPageBody, createPage, createPageQuery } from './lists.ts';

describe('reading one page of a list', () => {
  const query = createPageQuery(['name', 'date'], 20);

  test('a query without fields selects the first page of a list, with the default size, no filter and no sort order', () => {
    expect(query.parse({})).toEqual({ pageNumber: 1, pageSize: 20, keyword: '' });
  });

  test('a query selects a page of a list by its number, size, keyword and sort order (T022)', () => {
    const selection = { pageNumber: '3', pageSize: '200', keyword: 'x', sort: { field: 'date', direction: 'desc' } };
    expect(query.parse(selection)).toEqual({ ...selection, pageNumber: 3, pageSize: 200 });
  });

  test.each([
    { pageSize: '201' },
    { pageSize: '0' },
    { pageNumber: '100001' },
    { keyword: 'x'.repeat(101) },
    { sort: { field: 'other', direction: 'asc' } },
    { sort: { field: 'name' } },
    { sort: { field: 'name', direction: 'up' } },
    { sort: 'name' },
    { filter: 1 },
  ])('a page of a list is refused when the query is %j (T021)', (input) => {
    expect(query.safeParse(input).success).toBe(false);
  });

  test.each([{ pageSize: 201 }, { pageSize: 0 }, { pageNumber: 100_001 }, { pageNumber: 0 }, { pageNumber: '1' }])(
    'a page of a list is refused when the body of a search is %j',
    (input) => {
      const body = createPageBody(['name'], 20, {});
      expect(body.safeParse({ pageNumber: 100_000, pageSize: 200 }).success).toBe(true);
      expect(body.safeParse(input).success).toBe(false);
    },
  );

  test('a page of a list contains its items and counts, and no other fields', () => {
    const pageSchema = createPage(z.strictObject({ id: z.int() }));
    const examplePage = { items: [{ id: 1 }], total: 1, pageNumber: 1, pageSize: 20 };
    expect(pageSchema.parse(examplePage)).toEqual(examplePage);
    expect(pageSchema.safeParse({ ...examplePage, items: [{ id: 1, secret: 2 }] }).success).toBe(false);
    expect(pageSchema.safeParse({ ...examplePage, next: 2 }).success).toBe(false);
  });
});
