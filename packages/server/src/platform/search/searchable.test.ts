import { expect, test } from 'vitest';
import { searchable } from './searchable.ts';

test.each([
  ['DESK', 'desk'],
  ['ÄPFEL', 'apfel'],
  ['A\u0308PFEL', 'äpfel'],
  ['Straße', 'STRASSE'],
  ['ﬁle', 'File'],
  ['Ελλάς', 'ΕΛΛΑΣ'],
  ['机器 2', '机器 2'],
])('%j is found by %j', (text, keyword) => {
  expect(searchable(text)).toBe(searchable(keyword));
});

test('different words stay different', () => {
  expect(searchable('desk')).not.toBe(searchable('disk'));
});
