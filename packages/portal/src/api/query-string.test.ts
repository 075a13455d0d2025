import { expect, test } from 'vitest';
import { fromQueryString, toQueryString } from './query-string.ts';

test('nested fields have dotted names, absent ones are left out', () => {
  const query = {
    pageNumber: 2,
    keyword: 'a&b',
    sort: { field: 'expiryDate', direction: 'desc' },
    none: undefined,
    no: null,
  };
  expect(toQueryString(query)).toBe('pageNumber=2&keyword=a%26b&sort.field=expiryDate&sort.direction=desc');
});

test('what is written can be read again, as text', () => {
  expect(fromQueryString('?pageNumber=2&sort.field=expiryDate&sort.direction=desc&keyword=%C3%A9+%2B')).toEqual({
    pageNumber: '2',
    sort: { field: 'expiryDate', direction: 'desc' },
    keyword: 'é +',
  });
});

test('the first value of a repeated name counts', () => {
  expect(fromQueryString('a=1&a=2')).toEqual({ a: '1' });
});

test.each(['__proto__.polluted=1', 'constructor.prototype.polluted=1', 'a.__proto__.polluted=1'])(
  '%s changes no prototype',
  (text) => {
    fromQueryString(text);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  },
);

test('when a name is both a text and a group, the first one counts', () => {
  expect(fromQueryString('sort=x&sort.field=y')).toEqual({ sort: 'x' });
});
