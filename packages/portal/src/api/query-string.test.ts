import { expect, test } from 'vitest';
import { fromQueryString, toQueryString } from './query-string.ts';

test('in a query string, nested fields have dotted names, and absent fields are left out', () => {
  const query = {
    pageNumber: 2,
    keyword: 'a&b',
    sort: { field: 'expiryDate', direction: 'desc' },
    none: undefined,
    no: null,
  };
  expect(toQueryString(query)).toBe('pageNumber=2&keyword=a%26b&sort.field=expiryDate&sort.direction=desc');
});

test('a written query string is read with the same names, and with all values as text', () => {
  expect(fromQueryString('?pageNumber=2&sort.field=expiryDate&sort.direction=desc&keyword=%C3%A9+%2B')).toEqual({
    pageNumber: '2',
    sort: { field: 'expiryDate', direction: 'desc' },
    keyword: 'é +',
  });
});

test('if a name occurs twice in a query string, its first value is used', () => {
  expect(fromQueryString('a=1&a=2')).toEqual({ a: '1' });
});

test.each(['__proto__.polluted=1', 'constructor.prototype.polluted=1', 'a.__proto__.polluted=1'])(
  '%s does not change the prototype of objects (T058)',
  (queryText) => {
    fromQueryString(queryText);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  },
);

test('if a name occurs with a text and with nested fields, whichever comes first in the query string is used', () => {
  expect(fromQueryString('sort=x&sort.field=y')).toEqual({ sort: 'x' });
});
