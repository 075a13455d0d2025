import { repairAddress } from '@basics/contract/fields/mangled-address.ts';
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

/** The paths of the pages that links in e-mails open. */
const linkedPages = ['/activation', '/password/reset', '/register/confirm', '/login/confirm', '/reminders/stop'];

/** What mail gateways and programs make of a link; `*` is the path of its page. */
const mangledLinks = [
  '*%23token=abc',
  '*%2523token=abc',
  '*%252523token=abc',
  '*%23token%3Dabc',
  '*%2523token%253Dabc',
  '*%23token=abc.',
  '*%23token=abc,',
  '*%23token=abc%3E',
  '*%2523token%253Dabc%253E',
  '*%23token=abc?utm_source=mail',
  '*%23token=abc%26utm_source=mail',
  '*?utm_source=mail%23token=abc',
  '*?token=abc',
  '*?token%3Dabc',
  '*?utm_source=mail&token=abc',
  '*?token=abc&utm_source=mail',
  '*?token=abc.',
  '*#token%3Dabc',
  '*#token%253Dabc',
  '*#token=abc.',
  '*#token=abc,',
  '*#token=abc;',
  '*#token=abc:',
  '*#token=abc!',
  '*#token=abc)',
  '*#token=abc>',
  '*#token=abc"',
  '*#token=abc’',
  '*#token=abc=',
  '*#token=abc%3D',
  '*#token=abc&utm_source=mail',
  '*?utm_source=mail#token=abc',
];

test.each(mangledLinks)('the token of the changed link %s is found, on each page of a link', (link) => {
  for (const page of linkedPages) {
    const address = new URL(
      repairAddress(link.replace('*', page)) ?? link.replace('*', page),
      'https://portal.example',
    );
    expect(address.pathname).toBe(page);
    expect(readLinkToken({ hash: address.hash, searchStr: address.search })).toBe('abc');
  }
});
