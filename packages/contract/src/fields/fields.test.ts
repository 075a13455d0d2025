import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { day, numberInPath } from './fields.ts';
import { requiredText } from './required-text.ts';
import { pickUserFields, userFields } from '../users/user-fields.ts';
import { optionalLine, requiredLine } from './visible-line.ts';

const readMessages = (parseResult: z.core.util.SafeParseResult<unknown>): string[] =>
  parseResult.success ? [] : parseResult.error.issues.map(({ message }) => message);

describe('requiredText: a text that must not be empty', () => {
  const text = requiredText('Title is required.', 5);

  test.each([undefined, null, 1, '', ' ', '\t\n', [], {}])(
    '%j counts as missing, and the message is "required"',
    (input) => {
      expect(readMessages(text.safeParse(input))).toEqual(['Title is required.']);
    },
  );

  test('a required text keeps the white space at its ends, and has a maximum length', () => {
    expect(text.parse(' ab ')).toBe(' ab ');
    expect(readMessages(text.safeParse('abcdef'))).toEqual(['Enter at most 5 characters.']);
  });
});

describe('requiredLine and optionalLine: a name on one line', () => {
  const name = requiredLine('Name is required.', 5);

  test.each([
    ['a\u202eb\u2066\u2069\u061c\u200e\u200fc', 'abc'],
    ['\ufeffabc', 'abc'],
    ['a\u0001\u001b\u007f\u009fb', 'ab'],
    ['a\ud800b', 'ab'],
    ['a\r\nb', 'a b'],
    ['a\tb\u2028c', 'a b c'],
    [' Zo\u00eb ', ' Zo\u00eb '],
    ['\u05d3\u05b8\u05df', '\u05d3\u05b8\u05df'],
    ['\u{1f469}\u200d\u{1f527}', '\u{1f469}\u200d\u{1f527}'],
  ])('%j is read as %j', (input, result) => {
    expect(name.parse(input)).toBe(result);
    expect(optionalLine(5).parse(input)).toBe(result);
  });

  test('a name that contains only invisible characters counts as missing, and the maximum length counts only visible characters', () => {
    expect(readMessages(name.safeParse('\u200e\ufeff\u2028'))).toEqual(['Name is required.']);
    expect(name.parse('\u200eabcde\u200e')).toBe('abcde');
    expect(readMessages(name.safeParse('abcdef'))).toEqual(['Enter at most 5 characters.']);
  });
});

describe('numberInPath: a number in the path of an address', () => {
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
  ])('%j is not a number in a path', (input) => {
    expect(numberInPath.safeParse(input).success).toBe(false);
  });
});

test.each([
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2027-3-1', false],
  ['2027-03-01T00:00:00Z', false],
  ['', false],
])('%j is a calendar day: %s', (text, expected) => {
  expect(day.safeParse(text).success).toBe(expected);
});

test.each([z.int(), z.enum(['a']), z.string().check(z.maxLength(0)), z.strictObject({})])(
  'a fault for which a schema declares no message has a message of the portal, and never one of zod (case %#)',
  (schema) => {
    expect(readMessages(schema.safeParse({ a: 1 }))).toEqual(['This value is not allowed.']);
  },
);

test('pickUserFields copies each field of `userFields`, and no other field', () => {
  expect(Object.keys(pickUserFields({ ...userFields, lastSignInAt: null }))).toEqual(Object.keys(userFields));
  expect(pickUserFields({ ...userFields, lastSignInAt: null })).toEqual(userFields);
});
