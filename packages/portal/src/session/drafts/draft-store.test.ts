import { expect, test } from 'vitest';
import { findChangedFields, findFittingFields } from './draft-store.ts';

const base = { name: 'Ada', tools: [{ tool: 'basics' }], canReceiveMail: null, seats: '2' };

test('only fields that have changed are stored, compared by value', () => {
  expect(findChangedFields(base, { ...base, tools: [{ tool: 'basics' }] })).toEqual({});
  expect(findChangedFields(base, { ...base, name: '', tools: [] })).toEqual({ name: '', tools: [] });
});

test('of a draft from an older form, only the fields that still fit are restored', () => {
  const fields = { name: 'Grace', tools: 'basics', canReceiveMail: true, gone: 'x', seats: 3 };
  expect(findFittingFields(base, { at: '2026-05-03T10:00:00Z', fields })).toEqual({
    name: 'Grace',
    canReceiveMail: true,
  });
});
