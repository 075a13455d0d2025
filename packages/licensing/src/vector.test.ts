import { describe, expect, test } from 'vitest';
import { bytesToHex } from './encoding/bytes.ts';
import { computeKeyId, readLicenceCode, hashRequest, writeLicenceCode } from './licence-code.ts';
import { nodePrimitives } from './node-primitives.ts';
import { testSigner as signer, sampleCodes } from './testing/samples.ts';
import { readVerificationCode, writeVerificationCode } from './verification-code.ts';

const { verificationCode, licenceCode } = sampleCodes;

describe('the test vector of the format document', () => {
  test('the test key has the public key and the id in the document', () => {
    expect(bytesToHex(signer.publicKey)).toBe('03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8');
    expect(computeKeyId(signer.publicKey, nodePrimitives).slice(0, 8)).toBe('56475aa7');
  });

  test('the verification code of the document has the documented content, and writing this content gives the same bytes (T051)', () => {
    const reading = readVerificationCode(verificationCode, nodePrimitives);
    if (!reading.ok) throw new Error(reading.refusal.code);
    const { claims } = reading.value;
    expect(claims).toMatchObject({
      scheme: 1,
      reason: 'new',
      toolId: 7,
      toolVersion: { major: 1, minor: 0, patch: 1 },
      createdAt: 1_795_000_000,
      machineName: 'DESKTOP-4F7K2QX',
    });
    expect(bytesToHex(claims.nonce)).toBe('0102030405060708');
    expect(bytesToHex(claims.fingerprint)).toBe('83224618f33f14c1489dff92507dcf97');
    expect(writeVerificationCode(claims, nodePrimitives)).toBe(verificationCode);
  });

  test('the licence code of the document is verified, matches its verification code, and is written with the same bytes', () => {
    const reading = readLicenceCode(licenceCode, [signer.publicKey], nodePrimitives);
    const request = readVerificationCode(verificationCode, nodePrimitives);
    if (!reading.ok || !request.ok) throw new Error('The test vector cannot be read');
    const { terms } = reading.value;
    expect(terms).toMatchObject({
      toolId: 7,
      maxMajor: 1,
      scheme: 1,
      brand: 0,
      trial: false,
      entitlements: 15,
      issuedAt: 1_795_000_000,
      expiresAt: 1_826_536_000,
    });
    expect(bytesToHex(terms.licenceId)).toBe('a1a2a3a4a5a6a7a8');
    expect(terms.fingerprint).toEqual(request.value.claims.fingerprint);
    expect(terms.requestHash).toEqual(hashRequest(request.value.bytes, nodePrimitives));
    expect(writeLicenceCode(terms, signer, nodePrimitives)).toBe(licenceCode);
  });
});
