import { describe, expect, test } from 'vitest';
import { isMachineName, toMachineName } from './machine-name.ts';

describe('a machine name', () => {
  test.each([
    ['DESKTOP-4F7K2QX', 'DESKTOP-4F7K2QX'],
    ['  spaced \t', 'spaced'],
    ['bell\u0007\nline', 'bellline'],
    ['Ame\u0301lie', 'Am\u00e9lie'],
    ['a'.repeat(40), 'a'.repeat(32)],
    ['\u00e9'.repeat(20), '\u00e9'.repeat(16)],
    [`${'a'.repeat(30)}\u20ac`, 'a'.repeat(30)],
    [`${'a'.repeat(20)}👩‍👩‍👧‍👦`, 'a'.repeat(20)],
    ['lone \ud800 surrogate', 'lone  surrogate'],
    ['a\u061c\u200e\u200f\u202e\u2066\u2069b', 'ab'],
    ['\ufeffa\u2028b\u2029\u0085', 'ab'],
    ['e\u200e\u0301', '\u00e9'],
    ['\u05d3\u05dc\u05e4\u05e7', '\u05d3\u05dc\u05e4\u05e7'],
    ['', ''],
  ])('%j is written in codes as %j', (name, nameInCode) => {
    expect(toMachineName(name)).toBe(nameInCode);
    expect(isMachineName(nameInCode)).toBe(true);
  });

  test('a machine name is refused when it was not created by `toMachineName`', () => {
    for (const name of ['a'.repeat(33), 'lone \ud800', 'tab\t']) expect(isMachineName(name)).toBe(false);
  });
});
