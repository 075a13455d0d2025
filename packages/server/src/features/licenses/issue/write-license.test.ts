import { readLicenceCode } from '@basics/licensing/licence-code.ts';
import { readLicence } from '@basics/licensing/licence.ts';
import { readLicenceFile } from '@basics/licensing/licence-file.ts';
import { nodePrimitives, createSignerFromSeed } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import { describe, expect, test } from 'vitest';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { noon, testKey } from '#server/testing/portal.ts';
import { createLicenseKey } from '../license-key.ts';
import { writeLicense, type LicenseContent } from './write-license.ts';

const verificationCodeResult = readVerificationCode(
  createCode(createMachine('DESK'), { nonce: new Uint8Array(8) }),
  nodePrimitives,
);
if (!verificationCodeResult.ok) throw new Error('the code of the test cannot be read');

const content: LicenseContent = {
  uid: 'a1a2a3a4a5a6a7a8',
  userName: 'Ada <ada@customer.example>',
  brand: { id: 'blue', name: 'Basics Blue', code: 0 },
  tool: { id: 'basics', name: 'Basics', code: 7, maxMajor: 255 },
  request: verificationCodeResult.value,
  anchor: verificationCodeResult.value.claims.fingerprint,
  entitlements: { bits: 2 ** 31, names: ['last'] },
  preferences: {},
  isTrial: false,
  issuedAt: noon + 999,
  expiresAt: noon + 86_400_000,
  graceDays: 14,
  seq: 1,
  audit: null,
  deny: [],
};

describe('the code and the file of a licence', () => {
  test('the same data always give the same bytes', () => {
    expect(writeLicense(content, testKey)).toEqual(writeLicense(structuredClone(content), testKey));
  });

  test('the code contains whole seconds and all 32 entitlement bits', () => {
    const codeResult = readLicenceCode(writeLicense(content, testKey).code, [testKey.signer.publicKey], nodePrimitives);
    expect(codeResult.ok && codeResult.value.terms).toMatchObject({ issuedAt: noon / 1000, entitlements: 2 ** 31 });
  });

  test('the code and the file of a trial licence say that it is a trial; other licence files have no field `trial`', () => {
    const { code, file } = writeLicense({ ...content, isTrial: true }, testKey);
    const publicKeys = [testKey.signer.publicKey];
    const [inCode, inFile] = [code, file].map((text) => readLicence(text, publicKeys, nodePrimitives));
    expect([inCode?.ok && inCode.value.trial, inFile?.ok && inFile.value.trial]).toEqual([true, true]);
    const normalFileResult = readLicenceFile(writeLicense(content, testKey).file, publicKeys, nodePrimitives);
    expect(normalFileResult.ok && 'trial' in normalFileResult.value.payload).toBe(false);
  });

  test('the licence file lists the revoked licences, and has no field `deny` if no licence is revoked', () => {
    const readPayload = (deny: readonly string[]) => {
      const { file } = writeLicense({ ...content, deny }, testKey);
      const readResult = readLicenceFile(file, [testKey.signer.publicKey], nodePrimitives);
      return readResult.ok ? readResult.value.payload : null;
    };
    expect(readPayload(['b1b2b3b4b5b6b7b8'])?.deny).toEqual(['b1b2b3b4b5b6b7b8']);
    expect(readPayload([])).not.toHaveProperty('deny');
  });

  test('a licence that ends before it begins is not written (T301)', () => {
    expect(() => writeLicense({ ...content, expiresAt: content.issuedAt - 86_400_000 * 2 }, testKey)).toThrow(
      RangeError,
    );
  });

  test('a licence with a wrong signature, which the tool would refuse, is not returned', () => {
    const otherKey = createLicenseKey(createSignerFromSeed(new Uint8Array(32).fill(7)));
    const faultyKey = {
      ...testKey,
      signer: { ...testKey.signer, sign: (message: Uint8Array) => otherKey.signer.sign(message) },
    };
    expect(() => writeLicense(content, faultyKey)).toThrow('cannot be read back');
  });
});
