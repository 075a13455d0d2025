import { expect, test } from 'vitest';
import { describeStoredFault, formatChainFault } from './chain-fault.ts';

test('a fault of the audit log, which is stored as a code, is shown as a sentence', () => {
  expect(describeStoredFault(formatChainFault('changed'))).toBe('The entry was changed.');
  expect(describeStoredFault(formatChainFault({ kind: 'seal', at: 0, auditId: 2 }))).toContain('1970-01-01');
});

test.each([
  'A text that someone has written into the database.',
  '"faultOfLaterVersion"',
  '{"kind":"witnessOfLaterVersion"}',
  '{"kind":"seal","at":8640000000000001,"auditId":2}',
  '{"kind":',
  '"',
  '',
])('a stored text that is no known fault is shown as it is: %s', (storedText) => {
  expect(describeStoredFault(storedText)).toBe(storedText);
});
