import { expect, test } from 'vitest';
import { decodeFully, repairAddress } from './mangled-address.ts';

test.each([
  ['/activation%23token=abc', '/activation#token=abc'],
  ['/activation%2523token%253Dabc.', '/activation#token%253Dabc.'],
  ['/activation%23token=abc?utm_source=x', '/activation?utm_source=x#token=abc'],
  ['/a%20b%23c=BV%23', '/a%20b#c=BV%23'],
  ['/activation#token=%23', null],
  ['/activation?next=%23', null],
  ['/activation', null],
  ['/a%20b', null],
])('the address %s is repaired to %s', (address, repaired) => {
  expect(repairAddress(address)).toBe(repaired);
});

test.each([
  ['token%3Dabc', 'token=abc'],
  ['token%25253Dabc', 'token=abc'],
  ['100%', '100%'],
])('decoding %s gives %s', (text, decoded) => {
  expect(decodeFully(text)).toBe(decoded);
});
