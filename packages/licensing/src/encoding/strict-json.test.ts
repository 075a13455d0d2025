import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseStrictJson } from './strict-json.ts';

describe('strict JSON', () => {
  test('everything that JSON.stringify writes is read unchanged', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseStrictJson(JSON.stringify(JSON.parse(text)))).toEqual({ value: JSON.parse(text) });
      }),
    );
  });

  test.each([
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '{"a":{"b":1,"c":[],"b":2}}',
    '[{"a":1},{"b":[{"c":1,"c":2}]}]',
    '{"a":1,"b":"x","a" : 2}',
    '{"__proto__":1,"__proto__":2}',
    '{"a":1}{',
    '',
  ])('%s is refused (T046)', (text) => {
    expect(parseStrictJson(text)).toBeUndefined();
  });

  test.each([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"\\"a\\":","b":"{\\"b\\":1,"}',
    '{"a":["a","a"],"b":"a"}',
    '{"a\\\\":1,"a":2}',
  ])('%s is accepted, because no object has a key twice', (text) => {
    expect(parseStrictJson(text)).toEqual({ value: JSON.parse(text) });
  });
});
