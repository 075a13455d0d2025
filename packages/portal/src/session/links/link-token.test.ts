import { expect, test } from 'vitest';
import { readLinkToken } from './link-token.ts';

test.each([
  ['in the fragment', '#token=abc_-9', '', 'abc_-9'],
  ['in the fragment as the router gives it', 'token=abc', '', 'abc'],
  ['in the query', '', '?token=abc', 'abc'],
  ['in both the fragment and the query, where the fragment is used', '#token=abc', '?token=xyz', 'abc'],
  ['nowhere', '#top', '?a=b', null],
  ['empty', '#token=', '', null],
  ['with a space that a mail program inserted', '#token=ab%20c', '', null],
  ['with a full stop that a mail program added', '#token=abc.', '', 'abc'],
  ['with an equals sign that a mail program added', '#token=abc=', '', 'abc'],
  ['whose equals sign is encoded', '#token%3Dabc', '', 'abc'],
  ['that was encoded twice', '#token%253Dabc%253E', '', 'abc'],
  ['behind other parameters', '', '?utm_source=x&token=abc&y=1', 'abc'],
  ['without its name', '#abc', '', null],
  ['endless', `#token=${'a'.repeat(201)}`, '', null],
])('reading the token of a link: a token %s', (_, hash, searchStr, token) => {
  expect(readLinkToken({ hash, searchStr })).toBe(token);
});
