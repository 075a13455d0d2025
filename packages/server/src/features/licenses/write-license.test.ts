import { readLicenceCode } from '@basics/licensing/licence-code.ts';
import { readLicence } from '@basics/licensing/licence.ts';
import { readLicenceFile } from '@basics/licensing/licence-file.ts';
import { nodePrimitives, createSignerFromSeed } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import { describe, expect, test } from 'vitest';
import { createCode, createMachine } from '#server/testing/machine.ts';
import { noon, testKey } from '#server/testing/portal.ts';
import { createLicenseKey } from './license-key.ts';
import { writeLicense } from './write-license.ts';
import type { LicenseContent } from './write-license.ts';

const readCode = readVerificationCode(createCode(createMachine('DESK'), { nonce: new Uint8Array(8) }), nodePrimitives);
if (!readCode.ok) throw new Error('the code of the test cannot be read');

const content: LicenseContent = {
  uid: 'a1a2a3a4a5a6a7a8',
  userName: 'Ada <ada@customer.example>',
  brand: { id: 'blue', name: 'Basics Blue', code: 0 },
  tool: { id: 'basics', name: 'Basics', code: 7, maxMajor: 255 },
  request: readCode.value,
  anchor: readCode.value.claims.fingerprint,
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
    const code = readLicenceCode(writeLicense(content, testKey).code, [testKey.signer.publicKey], nodePrimitives);
    expect(code.ok && code.value.terms).toMatchObject({ issuedAt: noon / 1000, entitlements: 2 ** 31 });
  });

  test('a trial licence is marked in the code and in the file; other licences have no field for this', () => {
    const { code, file } = writeLicense({ ...content, isTrial: true }, testKey);
    const keys = [testKey.signer.publicKey];
    const [inCode, inFile] = [code, file].map((text) => readLicence(text, keys, nodePrimitives));
    expect([inCode?.ok && inCode.value.trial, inFile?.ok && inFile.value.trial]).toEqual([true, true]);
    const otherFile = readLicenceFile(writeLicense(content, testKey).file, keys, nodePrimitives);
    expect(otherFile.ok && 'trial' in otherFile.value.payload).toBe(false);
  });

  test('the file contains the revoked licences, and has no field for them if there are none', () => {
    const payloadOf = (deny: readonly string[]) => {
      const { file } = writeLicense({ ...content, deny }, testKey);
      const readResult = readLicenceFile(file, [testKey.signer.publicKey], nodePrimitives);
      return readResult.ok ? readResult.value.payload : null;
    };
    expect(payloadOf(['b1b2b3b4b5b6b7b8'])?.deny).toEqual(['b1b2b3b4b5b6b7b8']);
    expect(payloadOf([])).not.toHaveProperty('deny');
  });

  test('a licence that ends before it begins is not written', () => {
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
