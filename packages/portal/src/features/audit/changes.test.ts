import { expect, test } from 'vitest';
import { findChanges, formatValue } from './entry-changes.ts';

test('a field with only a value before counts as removed, one with only a value after as added, and one with both as changed or the same', () => {
  expect(findChanges({ a: 1, b: 'x', c: [1] }, { b: 'y', c: [1], d: null })).toEqual([
    { field: 'a', before: 1, kind: 'removed' },
    { field: 'b', before: 'x', after: 'y', kind: 'changed' },
    { field: 'c', before: [1], after: [1], kind: 'same' },
    { field: 'd', after: null, kind: 'added' },
  ]);
});

test('an entry without recorded values has no changes', () => {
  expect(findChanges(null, null)).toEqual([]);
  expect(findChanges(null, { a: 1 })).toEqual([{ field: 'a', after: 1, kind: 'added' }]);
});

test('text is shown unchanged, nested values as JSON, and a missing value as empty text', () => {
  expect(formatValue('plain text')).toBe('plain text');
  expect(formatValue({ tool: 'basics' })).toBe('{\n  "tool": "basics"\n}');
  expect(formatValue(null)).toBe('');
});
