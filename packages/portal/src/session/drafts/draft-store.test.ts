import { expect, test } from 'vitest';
import { findChangedFields, findRestorableFields } from './draft-store.ts';

const initialValues = { name: 'Ada', tools: [{ tool: 'basics' }], canReceiveMail: null, seats: '2' };

test('only fields that have changed are stored, compared by value', () => {
  expect(findChangedFields(initialValues, { ...initialValues, tools: [{ tool: 'basics' }] })).toEqual({});
  expect(findChangedFields(initialValues, { ...initialValues, name: '', tools: [] })).toEqual({ name: '', tools: [] });
  expect(findChangedFields(initialValues, { ...initialValues, password: 'Basalt-Kettle-93' })).toEqual({});
});

test('of a draft from an older version of a form, only fields that the form can still accept are restored', () => {
  const fields = { name: 'Grace', tools: 'basics', canReceiveMail: true, gone: 'x', seats: 3 };
  expect(findRestorableFields(initialValues, { at: '2026-05-03T10:00:00Z', fields })).toEqual({
    name: 'Grace',
    canReceiveMail: true,
  });
});
