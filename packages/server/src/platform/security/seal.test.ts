import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSingleSealKey, createSeal } from './seal.ts';

const key = randomBytes(32);
const seal = createSeal(createSingleSealKey(key));

test('a sealed text can be opened only with the same key and for the same purpose (T548)', async () => {
  const sealed = seal.close('mail', 'grüße, 🔑');
  expect(await createSeal(createSingleSealKey(key)).open('mail', sealed)).toBe('grüße, 🔑');
  expect(await seal.open('totp', sealed)).toBeNull();
  expect(await createSeal(createSingleSealKey(randomBytes(32))).open('mail', sealed)).toBeNull();
});

test('the same text is sealed differently each time', () => {
  expect(seal.close('mail', 'x')).not.toBe(seal.close('mail', 'x'));
});

test('a sealed text with a changed bit or a missing part cannot be opened (T549)', async () => {
  const [keyId = '', content = ''] = seal.close('mail', 'secret').split('.');
  const sealed = Buffer.from(content, 'base64url');
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changedBytes = Buffer.from(sealed);
    changedBytes.writeUInt8(changedBytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(await seal.open('mail', `${keyId}.${changedBytes.toString('base64url')}`)).toBeNull();
  }
  for (let length = 0; length < sealed.length; length += 1)
    expect(await seal.open('mail', `${keyId}.${sealed.subarray(0, length).toString('base64url')}`)).toBeNull();
});
