import { readTotpCode } from '@basics/contract/second-factor/totp-code.ts';
import { expect, test } from 'vitest';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';
import { createTotpSecret, findTotpStep, createTotpUri } from './totp.ts';
import { randomBytes } from 'node:crypto';

/**
 * The secret of RFC 6238, appendix B, in base32. The RFC lists codes of eight digits; the tests use the last six
 * digits.
 */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
])('the code of RFC 6238 at %i seconds belongs to its time step', (seconds, code, timeStep) => {
  expect(findTotpStep(secret, code, seconds * 1000)).toBe(timeStep);
});

test('a code is also valid one time step before and one after its own, but not longer (T354)', () => {
  const at = 1_234_567_890_000;
  const areAccepted = [-61, -30, 0, 30, 61].map((off) => findTotpStep(secret, '005924', at + off * 1000) !== null);
  expect(areAccepted).toEqual([false, true, true, true, false]);
});

test.each([
  [' 005 924 ', '005924'],
  ['005-924', '005924'],
  ['005\u00a0924', '005924'],
  ['００５９２４', '005924'],
  ['００５　９２４', '005924'],
  ['００５－９２４', '005924'],
  ['00592', null],
  ['0059245', null],
  ['٠٠٥٩٢٤', null],
  ['abcdef', null],
])('the typed code "%s" of an authenticator app is read as %s', (typedCode, code) => {
  expect(readTotpCode(typedCode)).toBe(code);
});

test('the URI in the QR code contains the login and the name of the portal', () => {
  const newSecret = createTotpSecret(randomBytes);
  expect(newSecret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(createTotpUri(newSecret, 'ada@example.org'));
  expect(uri.protocol + uri.host).toBe('otpauth:totp');
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    issuer: 'Basics Portal',
    secret: newSecret,
    digits: '6',
    period: '30',
  });
});

test('ten long recovery codes are created, and they are accepted with or without dashes, in upper or lower case, and in full-width characters (T355)', () => {
  const codes = createRecoveryCodes(randomBytes);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^(?:[0-9abcdefghjkmnpqrstvwxyz]{4}-){5}[0-9abcdefghjkmnpqrstvwxyz]{4}$/);
    const retypedCode = code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l');
    expect(hashRecoveryCode(retypedCode)).toBe(hashRecoveryCode(code));
    const wideCode = code.replaceAll(/[!-~]/g, (ascii) => String.fromCodePoint(ascii.charCodeAt(0) + 0xfee0));
    expect(hashRecoveryCode(wideCode)).toBe(hashRecoveryCode(code));
  }
  expect(new Set(codes.map(hashRecoveryCode)).size).toBe(10);
});
