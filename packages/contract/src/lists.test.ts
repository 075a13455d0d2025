import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { pageOf, pageQuery } from './lists.ts';

describe('a page', () => {
  const query = pageQuery(['name', 'date'], 20);

  test('asked without a word is the first, of the usual size, of everything, unsorted', () => {
    expect(query.parse({})).toEqual({ pageNumber: 1, pageSize: 20, keyword: '' });
  });

  test('is asked by its number, size, keyword and sort', () => {
    const asked = { pageNumber: '3', pageSize: '200', keyword: 'x', sort: { field: 'date', direction: 'desc' } };
    expect(query.parse(asked)).toEqual({ ...asked, pageNumber: 3, pageSize: 200 });
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
  ])('is refused where it asks for %j', (asked) => {
    expect(query.safeParse(asked).success).toBe(false);
  });

  test('holds its items and nothing beside them', () => {
    const page = pageOf(z.strictObject({ id: z.int() }));
    const good = { items: [{ id: 1 }], total: 1, pageNumber: 1, pageSize: 20 };
    expect(page.parse(good)).toEqual(good);
    expect(page.safeParse({ ...good, items: [{ id: 1, secret: 2 }] }).success).toBe(false);
    expect(page.safeParse({ ...good, next: 2 }).success).toBe(false);
  });
});
