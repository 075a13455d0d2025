import { expect, test } from 'vitest';
import { foldLogin, isPublicDomain, readMailbox, toReadableAddress } from './email-addresses.ts';

test.each([
  'gmail.com',
  'Hotmail.fr',
  'yahoo.co.uk',
  'live.com.pt',
  'gmx.at',
  'aol.de',
  'yandex.ru',
  'pm.me',
  'wanadoo.fr',
  '163.com',
])('%s is a domain on which anybody can get an address', (domain) => expect(isPublicDomain(domain)).toBe(true));

test.each(['acme.example', 'outlook.acme.example', 'yahoo-inc.com', 'notgmail.com', 'live.acme.co.uk'])(
  '%s may be the domain of a company',
  (domain) => expect(isPublicDomain(domain)).toBe(false),
);

test.each([
  ['anna@MÜLLER.example', 'anna@müller.example', 'anna@xn--mller-kva.example'],
  ['anna@xn--mller-kva.example', 'anna@müller.example', 'anna@xn--mller-kva.example'],
  ['info@例子.example', 'info@例子.example', 'info@xn--fsqu00a.example'],
  // The domains look like apple.example, the second one with a Cyrillic letter beside Latin ones.
  ['info@xn--80ak6aa92e.example', 'info@xn--80ak6aa92e.example', 'info@xn--80ak6aa92e.example'],
  ['info@аpple.example', 'info@xn--pple-43d.example', 'info@xn--pple-43d.example'],
  ['a%b@Firm.example', 'a%b@Firm.example', 'a%b@firm.example'],
  ['info@xn--.example', 'info@xn--.example', 'info@xn--.example'],
])('%s is shown as %s and compared as %s', (typed, readable, compared) => {
  expect([toReadableAddress(typed), foldLogin(typed), foldLogin(readable)]).toEqual([readable, compared, compared]);
});

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
