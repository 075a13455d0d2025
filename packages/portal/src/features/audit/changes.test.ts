import { expect, test } from 'vitest';
import { changesBetween, wordsOf } from './changes.ts';

test('a field on one side only was added or removed, one on both has changed or is the same', () => {
  expect(changesBetween({ a: 1, b: 'x', c: [1] }, { b: 'y', c: [1], d: null })).toEqual([
    { field: 'a', before: 1, mark: 'removed' },
    { field: 'b', before: 'x', after: 'y', mark: 'changed' },
    { field: 'c', before: [1], after: [1], mark: 'same' },
    { field: 'd', after: null, mark: 'added' },
  ]);
});

test('where nothing is recorded there are no changes', () => {
  expect(changesBetween(null, null)).toEqual([]);
  expect(changesBetween(null, { a: 1 })).toEqual([{ field: 'a', after: 1, mark: 'added' }]);
});

test('text is read as it stands, what is deeper as JSON, and nothing as empty', () => {
  expect(wordsOf('as it stands')).toBe('as it stands');
  expect(wordsOf({ tool: 'basics' })).toBe('{\n  "tool": "basics"\n}');
  expect(wordsOf(null)).toBe('');
});
