import { users } from '@basics/contract/users/users.ts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createFastSchemaTest } from './mount.ts';

const tool = { tool: 'basics', brand: 'blue', configTools: ['signals'], validFrom: null, validTo: '2027-01-31' };
const user = {
  userId: 1,
  login: 'ada@x.example',
  firstName: 'Ada',
  lastName: 'Byron',
  phone: '',
  company: '',
  profileID: 7,
  brand: null,
  tools: [tool],
  country: 'GB',
  language: 'en',
  canReceiveMail: true,
  crmAccount: null,
  continent: 'EU',
  userDomain: null,
  status: 'active',
  version: 1,
  createdAt: '2026-03-10T12:00:00.000Z',
};
const page = { items: [user], total: 1, pageNumber: 1, pageSize: 20 };

test('a page of users that has exactly the declared fields is accepted', () => {
  expect(createFastSchemaTest(users.search.reply)(page)).toBe(true);
});

test.each([
  ['an unknown field', { ...user, passwordHash: 'secret' }],
  ['an unknown field of a nested object', { ...user, tools: [{ ...tool, secret: 1 }] }],
  ['a missing field', { ...user, login: undefined }],
  ['another type', { ...user, version: '1' }],
  ['a fraction', { ...user, version: 1.5 }],
  ['a value that is not in the list', { ...user, status: 'deleted' }],
  ['a text that is no time', { ...user, createdAt: 'today' }],
  ['a text that is too long', { ...user, tools: [{ ...tool, brand: 'b'.repeat(1000) }] }],
  ['too many items', { ...user, tools: [{ ...tool, configTools: Array.from({ length: 33 }, () => 'signals') }] }],
  [
    'an object that writes itself',
    { ...user, tools: [Object.assign(Object.create({ toJSON: () => 'secret' }), tool)] },
  ],
])('the quick test does not accept a reply with %s, which Zod then checks', (_, changedUser) => {
  expect(createFastSchemaTest(users.search.reply)({ ...page, items: [changedUser] })).toBe(false);
});

test.each([
  ['a default value', z.strictObject({ page: z._default(z.int(), 1) }), {}],
  ['an object whose unknown fields zod removes', z.object({ page: z.int() }), { page: 1, secret: 2 }],
  ['a text that zod changes', z.string().check(z.trim()), ' text '],
  ['a text that is converted', z.pipe(z.string(), z.transform(Number)), '1'],
])('the quick test accepts no value for a schema with %s, which Zod then checks', (_, schema, value) => {
  expect(createFastSchemaTest(schema)(value)).toBe(false);
});
