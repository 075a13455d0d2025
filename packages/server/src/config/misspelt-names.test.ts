import { expect, test } from 'vitest';
import { findMisspelt } from './read-settings.ts';

const knownNames = ['PORT', 'PUBLIC_URL', 'SMTP_URL', 'TRUSTED_PROXIES'];

test.each([
  ['Public_Url', 'PUBLIC_URL'],
  ['PUBLICURL', 'PUBLIC_URL'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['PUBLC_URL', 'PUBLIC_URL'],
  ['PUBLIC_URLS', 'PUBLIC_URL'],
  ['TRUSTED_PROXYES', 'TRUSTED_PROXIES'],
  ['STMP_URL', 'SMTP_URL'],
  ['port', 'PORT'],
])('the unknown name %s is reported as a misspelling of %s', (givenName, meantName) => {
  expect(findMisspelt([givenName], knownNames)).toEqual([{ givenName, meantName }]);
});

test.each(['PUBLIC_URL', 'POST', 'PATH', 'SMTP_URL_OLD', 'PROXIES', 'TRUSTED', 'URL', ''])(
  '%j is not reported',
  (givenName) => {
    expect(findMisspelt([givenName], knownNames)).toEqual([]);
  },
);
