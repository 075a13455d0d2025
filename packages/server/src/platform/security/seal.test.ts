import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { oneSealKey, sealWith } from './seal.ts';

const key = randomBytes(32);
const seal = sealWith(oneSealKey(key));

test('what was sealed is opened under the same key and for the same purpose alone', async () => {
  const sealed = seal.close('mail', 'grüße, 🔑');
  expect(await sealWith(oneSealKey(key)).open('mail', sealed)).toBe('grüße, 🔑');
  expect(await seal.open('totp', sealed)).toBeNull();
  expect(await sealWith(oneSealKey(randomBytes(32))).open('mail', sealed)).toBeNull();
});

test('the same text is sealed differently each time', () => {
  expect(seal.close('mail', 'x')).not.toBe(seal.close('mail', 'x'));
});

test('any bit that is changed shows, and so does what is cut off', async () => {
  const [keyId = '', content = ''] = seal.close('mail', 'secret').split('.');
  const sealed = Buffer.from(content, 'base64url');
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const flipped = Buffer.from(sealed);
    flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(await seal.open('mail', `${keyId}.${flipped.toString('base64url')}`)).toBeNull();
  }
  for (let length = 0; length < sealed.length; length += 1)
    expect(await seal.open('mail', `${keyId}.${sealed.subarray(0, length).toString('base64url')}`)).toBeNull();
});
