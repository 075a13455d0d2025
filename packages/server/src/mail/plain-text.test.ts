import { expect, test } from 'vitest';
import { readMailbox } from './plain-text.ts';

test.each([
  ['no-reply@x.example', { name: '', address: 'no-reply@x.example' }],
  ['Basics Blue <no-reply@x.example>', { name: 'Basics Blue', address: 'no-reply@x.example' }],
  [' "Basics, Blue" <no-reply@x.example> ', { name: 'Basics, Blue', address: 'no-reply@x.example' }],
])('%j is a valid sender address', (text, mailbox) => {
  expect(readMailbox(text)).toEqual(mailbox);
});

test.each([
  '',
  'Basics Blue',
  'a@x.example, b@x.example',
  'A <a@x.example> <b@x.example>',
  'A <a@x.example',
  '<>',
  'a@b@x.example',
])('%j is not a valid sender address', (text) => {
  expect(readMailbox(text)).toBeNull();
});
