import type { AuditEntry } from '@basics/contract/audit/audit.ts';
import { expect, test } from 'vitest';
import { findRecordLink } from './entries-columns.tsx';

const record = { name: 'Any name', userId: 5 };
const createEntry = (subject: Partial<AuditEntry['subject']>) => ({
  subject: { kind: 'user', id: '9', record, ...subject },
  before: null,
  after: { country: 'DE' },
});

test.each([
  ['user', '9', { to: '/users/9' }],
  ['license', '9', { to: '/licenses', search: { license: 9 } }],
  ['machine', '9', { to: '/users/5' }],
  ['helpRequest', '9', { to: '/help-requests', search: { request: 9 } }],
  ['assignment', '9', { to: '/country-salesman', search: { salesmanId: 5, country: 'DE' } }],
  ['releaseNote', '9', { to: '/admin/release-notes/9' }],
  ['tool', 'basics', { to: '/admin/tools', search: { tool: 'basics' } }],
  ['brand', 'blue', { to: '/admin/brands/blue' }],
  ['crmAccount', 'C-7', { to: '/admin/crm', search: { keyword: 'C-7' } }],
  ['mail', '9', { to: '/admin/mail', search: { mail: 9 } }],
])('the record of kind %s has a link', (kind, id, link) => {
  expect(findRecordLink(createEntry({ kind, id }))).toEqual(link);
});

test.each([
  ['policy', '7/basics/*', { to: '/admin/policies', search: { tool: 'basics' } }],
  ['import', 'users', { to: '/admin/import', search: { kind: 'users' } }],
])('the page of kind %s needs no record', (kind, id, link) => {
  expect(findRecordLink(createEntry({ kind, id, record: null }))).toEqual(link);
});

test.each([
  ['a deleted record', { record: null }],
  ['many records', { id: null }],
  ['a kind without a page', { kind: 'signingKey' }],
  ['a kind that the portal does not know', { kind: 'strange' }],
])('an entry about %s has no link', (_, subject) => {
  expect(findRecordLink(createEntry(subject))).toBeNull();
});
