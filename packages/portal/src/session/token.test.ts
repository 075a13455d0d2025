import { expect, test } from 'vitest';
import { createToken } from '#portal/testing/records/people.ts';
import { readClaims, isUnexpired } from './token.ts';

const createRawToken = (payload: string): string => `e30.${payload}.c2ln`;
const createJsonToken = (value: unknown): string => createRawToken(btoa(JSON.stringify(value)));

test('the user name and the expiry time of a token are read (T221)', () => {
  expect(readClaims(createJsonToken({ userName: 'ada', exp: 1_800_000_000, sub: '1' }))).toEqual({
    userName: 'ada',
    exp: 1_800_000_000,
  });
});

test('a user name with non-ASCII characters is decoded, from base64url without padding', () => {
  const bytes = new TextEncoder().encode(JSON.stringify({ userName: 'Žofie ÿÿ>?', exp: 1 }));
  const payload = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  expect(readClaims(createRawToken(payload))?.userName).toBe('Žofie ÿÿ>?');
});

test.each([
  ['no token', null],
  ['an empty text', ''],
  ['one part', 'abc'],
  ['no base64', createRawToken('%%%')],
  ['no JSON', createRawToken(btoa('userName'))],
  ['no UTF-8', createRawToken(btoa('"\u00FF"'))],
  ['null', createJsonToken(null)],
  ['a list', createJsonToken([])],
  ['no user name', createJsonToken({ exp: 1 })],
  ['an empty user name', createJsonToken({ userName: '', exp: 1 })],
  ['a user name that is not text', createJsonToken({ userName: 1, exp: 1 })],
  ['no end', createJsonToken({ userName: 'ada' })],
  ['an expiry time that is text', createJsonToken({ userName: 'ada', exp: '1' })],
])('%s cannot be decoded (T219)', (_, undecodableToken) => {
  expect(readClaims(undecodableToken)).toBeNull();
});

test('a token is valid up to and including its expiry time (T220)', () => {
  const claims = { userName: 'ada', exp: 1000 };
  expect(isUnexpired(claims, 1_000_000)).toBe(true);
  expect(isUnexpired(claims, 1_000_001)).toBe(false);
});

test('the tokens that other tests create with createToken can be decoded', () => {
  expect(readClaims(createToken('ada'))?.userName).toBe('ada');
});
