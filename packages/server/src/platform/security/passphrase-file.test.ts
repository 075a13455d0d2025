import { createCipheriv, scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { withRealScrypt } from '#server/testing/cheap-scrypt.ts';
import { openWithPassphrase, sealWithPassphrase } from './passphrase-file.ts';

const format = { format: 'test-1', fileKind: 'test file' };
const passphrase = 'correct horse battery';

/** Creates a file in the documented format (docs/cryptography.md) without the tested code. */
function createFile(text: string): string {
  const [salt, iv] = [new Uint8Array(16).fill(1), new Uint8Array(12).fill(2)];
  const key = scryptSync(passphrase, salt, 32, { N: 131_072, r: 8, p: 1, maxmem: 2 ** 28 });
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from('test-1'));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const parts = Object.entries({ salt, iv, tag: cipher.getAuthTag(), data });
  const texts = parts.map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]);
  return JSON.stringify({ format: 'test-1', ...Object.fromEntries(texts) });
}

test('the key of an encrypted file is derived from the passphrase with the full cost of scrypt (N = 131,072)', () => {
  withRealScrypt(() => {
    expect(openWithPassphrase(createFile('a secret'), passphrase, format)).toBe('a secret');
    expect(openWithPassphrase(sealWithPassphrase('a secret', passphrase, format), passphrase, format)).toBe('a secret');
  });
});

test('code that calls scrypt with a smaller cost fails in the tests of the server', () => {
  expect(() => scryptSync(passphrase, 'salt', 32, { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 28 })).toThrow('too weak');
});

test('a file can be opened with the same passphrase in another Unicode form, but not with another passphrase or for another format', () => {
  const file = sealWithPassphrase('a secret', 'Zürich'.normalize('NFD'), format);
  expect(openWithPassphrase(file, 'Zürich'.normalize('NFC'), format)).toBe('a secret');
  expect(() => openWithPassphrase(file, 'Zurich', format)).toThrow('The passphrase is wrong');
  expect(() => openWithPassphrase(file, 'Zürich', { ...format, format: 'test-2' })).toThrow(
    'The file is no test file.',
  );
});
