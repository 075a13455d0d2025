import { expect, test } from 'vitest';
import { toSearchable } from './searchable.ts';

test.each([
  ['DESK', 'desk'],
  ['ÄPFEL', 'apfel'],
  ['A\u0308PFEL', 'äpfel'],
  ['Straße', 'STRASSE'],
  ['ﬁle', 'File'],
  ['Ελλάς', 'ΕΛΛΑΣ'],
  ['机器 2', '机器 2'],
])('%j is found by %j', (text, keyword) => {
  expect(toSearchable(text)).toBe(toSearchable(keyword));
});

test('different words have different search texts', () => {
  expect(toSearchable('desk')).not.toBe(toSearchable('disk'));
});
