import { expect, test } from 'vitest';
import { trimStrings } from './call.ts';

test('strings are trimmed in nested objects and arrays (T059)', () => {
  expect(trimStrings({ a: ' x ', b: { c: ['\ty', { d: 'z\n' }] } })).toEqual({ a: 'x', b: { c: ['y', { d: 'z' }] } });
});

test('values that are not strings are unchanged', () => {
  expect(trimStrings({ n: 1, t: true, nothing: null, absent: undefined })).toEqual({
    n: 1,
    t: true,
    nothing: null,
    absent: undefined,
  });
});

test('trimStrings does not modify the value that it is given', () => {
  const originalValue = { a: [' x '] };
  trimStrings(originalValue);
  expect(originalValue).toEqual({ a: [' x '] });
});
