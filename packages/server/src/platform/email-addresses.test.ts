import { expect, test } from 'vitest';
import { isPublicDomain } from './email-addresses.ts';

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
