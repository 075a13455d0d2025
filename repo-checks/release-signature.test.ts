import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { signFile } from '../scripts/release.mjs';

test('a release is signed with the Ed25519 key of the person who releases it, and the documented command verifies it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'basics-signature-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const archive = write('release.tar.gz', 'a release');
  const signatureFile = signFile(archive, write('release-key.pem', privateKey));
  expect(signatureFile).toBe(`${archive}.sig`);
  expect(verify(null, Buffer.from('a release'), publicKey, readFileSync(signatureFile))).toBe(true);
  const publicKeyFile = write('release-key.pub', publicKey);
  const verifyFile = (file: string) =>
    execFileSync('openssl', ['pkeyutl', '-verify', '-pubin', '-inkey', publicKeyFile, '-rawin', '-in', file, '-sigfile', signatureFile], { encoding: 'utf8', stdio: 'pipe' }); // oxfmt-ignore
  expect(verifyFile(archive)).toContain('Verified Successfully');
  expect(() => verifyFile(write('other.tar.gz', 'another release'))).toThrow();

  const { privateKey: otherKind } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  expect(() => signFile(archive, write('other-key.pem', otherKind))).toThrow('is no Ed25519 key');
});
