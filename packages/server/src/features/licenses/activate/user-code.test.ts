import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createUserCode, formatUserCode } from './activation.ts';

test('a user code has two groups of four letters, none of which is a vowel or looks like another (T289)', () => {
  for (let index = 0; index < 500; index += 1)
    expect(createUserCode(randomBytes)).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect(createUserCode(() => new Uint8Array(8))).toBe('BBBB-BBBB');
  expect(createUserCode(() => new Uint8Array(8).fill(255))).not.toBe('BBBB-BBBB');
});

test.each([
  'WDJB-MJHT',
  'wdjbmjht',
  ' WDJB MJHT ',
  'w.d.j.b–m.j.h.t',
  'ＷＤＪＢ－ＭＪＨＴ',
  'The code is: WDJB-MJHT.',
  'https://portal.example/activate#c=WDJB-MJHT',
])('the typed text "%s" is read as the code WDJB-MJHT', (typedCode) => {
  expect(formatUserCode(typedCode)).toBe('WDJB-MJHT');
});
