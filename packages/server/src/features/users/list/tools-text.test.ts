import { expect, test } from 'vitest';
import { readTools, formatTools } from '../user-fields.ts';

const plainGrant = { validFrom: null, validTo: null };

test.each([
  ['basics:blue', { tool: 'basics', brand: 'blue', configTools: [], ...plainGrant }],
  [' basics : blue : ', { tool: 'basics', brand: 'blue', configTools: [], ...plainGrant }],
  ['basics:blue:one + two', { tool: 'basics', brand: 'blue', configTools: ['one', 'two'], ...plainGrant }],
  [
    'basics:blue::2026-01-01 .. 2026-12-31',
    { tool: 'basics', brand: 'blue', configTools: [], validFrom: '2026-01-01', validTo: '2026-12-31' },
  ],
  [
    'basics:blue:one:..2026-12-31',
    { tool: 'basics', brand: 'blue', configTools: ['one'], validFrom: null, validTo: '2026-12-31' },
  ],
])('the cell %j contains one tool', (cell, tool) => {
  expect(readTools(cell)).toEqual([tool]);
  expect(readTools(formatTools([tool]))).toEqual([tool]);
});

test.each([
  'basics',
  ':blue',
  'ba sics:blue',
  'basics:blue:one:',
  'basics:blue:one:2026-01-01',
  'basics:blue:one:..:more',
])('the cell %j cannot be read', (cell) => {
  expect(readTools(cell)).toBeNull();
});

test('a cell with many spaces is refused in linear time (T442)', () => {
  const manySpaces = ' '.repeat(2500);
  expect(readTools(`basics:blue:one${manySpaces}:${manySpaces}!`)).toBeNull();
});
