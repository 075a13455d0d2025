import { expect, test } from 'vitest';
import { changesBetween, wordsOf } from './changes.ts';

test('a field on one side only is added or removed; a field on both sides is changed or unchanged', () => {
  expect(changesBetween({ a: 1, b: 'x', c: [1] }, { b: 'y', c: [1], d: null })).toEqual([
    { field: 'a', before: 1, mark: 'removed' },
    { field: 'b', before: 'x', after: 'y', mark: 'changed' },
    { field: 'c', before: [1], after: [1], mark: 'same' },
    { field: 'd', after: null, mark: 'added' },
  ]);
});

test('an entry without recorded values has no changes', () => {
  expect(changesBetween(null, null)).toEqual([]);
  expect(changesBetween(null, { a: 1 })).toEqual([{ field: 'a', after: 1, mark: 'added' }]);
});

test('text is shown unchanged, nested values as JSON, and a missing value as empty text', () => {
  expect(wordsOf('as it stands')).toBe('as it stands');
  expect(wordsOf({ tool: 'basics' })).toBe('{\n  "tool": "basics"\n}');
  expect(wordsOf(null)).toBe('');
});
