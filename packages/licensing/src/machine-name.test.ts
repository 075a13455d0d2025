import { describe, expect, test } from 'vitest';
import { isMachineName, machineNameOf } from './machine-name.ts';

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
    ['', ''],
  ])('%j is carried as %j', (name, carried) => {
    expect(machineNameOf(name)).toBe(carried);
    expect(isMachineName(carried)).toBe(true);
  });

  test('is refused when it was not made by `machineNameOf`', () => {
    for (const name of ['a'.repeat(33), 'e\u0301', 'tab\t']) expect(isMachineName(name)).toBe(false);
  });
});
