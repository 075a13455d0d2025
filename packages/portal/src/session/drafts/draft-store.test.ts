import { expect, test } from 'vitest';
import { createDraftKey, findChangedFields, findRestorableFields } from './draft-store.ts';

const initialValues = { name: 'Ada', tools: [{ tool: 'basics' }], canReceiveMail: null, seats: '2' };

test('a draft stores only fields whose values differ from the initial values', () => {
  expect(findChangedFields(initialValues, { ...initialValues, tools: [{ tool: 'basics' }] })).toEqual({});
  expect(findChangedFields(initialValues, { ...initialValues, name: '', tools: [] })).toEqual({ name: '', tools: [] });
  expect(findChangedFields(initialValues, { ...initialValues, password: 'Basalt-Kettle-93' })).toEqual({});
});

test('from a draft of an older version of a form, only fields that the form still has, with the same type, are restored', () => {
  const fields = { name: 'Grace', tools: 'basics', canReceiveMail: true, gone: 'x', seats: 3 };
  expect(findRestorableFields(initialValues, { at: '2026-05-03T10:00:00Z', fields })).toEqual({
    name: 'Grace',
    canReceiveMail: true,
  });
});

test('the key of a draft names the user, the page and the form', () => {
  const keys = [
    createDraftKey(7, '/users/1', 'user'),
    createDraftKey(8, '/users/1', 'user'),
    createDraftKey(null, '/users/1', 'user'),
    createDraftKey(7, '/users/2', 'user'),
    createDraftKey(7, '/users/1', 'note'),
  ];
  expect(new Set(keys).size).toBe(5);
});
