import { expect, test } from 'vitest';
import { readCodeFragment } from '../issue-steps.tsx';

test.each([
  ['#c=BV-240G01', 'BV-240G01'],
  ['c=BV-240G01', 'BV-240G01'],
  ['#c=BV-240G01%0ABV%202', 'BV-240G01\nBV 2'],
  ['#c=100%', '100%'],
  ['#c%3DBV-240G01', 'BV-240G01'],
  ['#c=BV-240G01%250ABV%25202', 'BV-240G01\nBV 2'],
])('the fragment %s contains a code', (fragment, code) => {
  expect(readCodeFragment(fragment)).toBe(code);
});

test.each(['', '#', '#c=', '#licences', '#code=BV-240G01'])('the fragment "%s" contains no code', (fragment) => {
  expect(readCodeFragment(fragment)).toBeNull();
});
