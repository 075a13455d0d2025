import { expect, test } from 'vitest';
import { fromQueryString, toQueryString } from './query-string.ts';

test('nested fields are written by dotted path, absent ones are left out', () => {
  const query = {
    pageNumber: 2,
    keyword: 'a&b',
    sort: { field: 'expiryDate', direction: 'desc' },
    none: undefined,
    no: null,
  };
  expect(toQueryString(query)).toBe('pageNumber=2&keyword=a%26b&sort.field=expiryDate&sort.direction=desc');
});

test('what is written is read back, as text', () => {
  expect(fromQueryString('?pageNumber=2&sort.field=expiryDate&sort.direction=desc&keyword=%C3%A9+%2B')).toEqual({
    pageNumber: '2',
    sort: { field: 'expiryDate', direction: 'desc' },
    keyword: 'é +',
  });
});

test('the first of a repeated name counts', () => {
  expect(fromQueryString('a=1&a=2')).toEqual({ a: '1' });
});

test.each(['__proto__.polluted=1', 'constructor.prototype.polluted=1', 'a.__proto__.polluted=1'])(
  '%s reaches no prototype',
  (text) => {
    fromQueryString(text);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  },
);

test('a name that is text and a group at once keeps what came first', () => {
  expect(fromQueryString('sort=x&sort.field=y')).toEqual({ sort: 'x' });
});
