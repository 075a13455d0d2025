import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { numberInPath, pageOf, pageQuery } from './fields.ts';
import { requiredText } from './required-text.ts';

const saysOf = (parsed: z.core.util.SafeParseResult<unknown>): string[] =>
  parsed.success ? [] : parsed.error.issues.map(({ message }) => message);

describe('a text that must be there', () => {
  const text = requiredText('Title is required.', 5);

  test.each([undefined, null, 1, '', ' ', '\t\n', [], {}])('%j is missing, and the words say so', (given) => {
    expect(saysOf(text.safeParse(given))).toEqual(['Title is required.']);
  });

  test('is kept as it was typed, up to its length', () => {
    expect(text.parse(' ab ')).toBe(' ab ');
    expect(saysOf(text.safeParse('abcdef'))).toEqual(['This is too long.']);
  });
});

describe('a number in a path', () => {
  test.each([
    ['1', 1],
    ['42', 42],
    ['2147483647', 2_147_483_647],
  ])('%s is %i', (text, number) => {
    expect(numberInPath.parse(text)).toBe(number);
  });

  test.each([
    '',
    '0',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x1',
    '01',
    ' 1',
    '1 ',
    '2147483648',
    '9999999999',
    '1e308',
    'NaN',
    'Infinity',
    '١',
    '1,000',
    ['1'],
    null,
  ])('%j is none', (given) => {
    expect(numberInPath.safeParse(given).success).toBe(false);
  });
});

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
