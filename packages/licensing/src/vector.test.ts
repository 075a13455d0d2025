import { describe, expect, test } from 'vitest';
import { bytesToHex } from './bytes.ts';
import { keyIdOf, readLicenceCode, requestHashOf, writeLicenceCode } from './licence-code.ts';
import { nodePrimitives, signerFromSeed } from './node-primitives.ts';
import { readVerificationCode, writeVerificationCode } from './verification-code.ts';

const signer = signerFromSeed(Uint8Array.from({ length: 32 }, (_, at) => at));

const verificationCode =
  'BV-240G01-R10000-30S28R-CF6FRM-R549VZ-WJA1YW-Z5R108-1G8186-0W46NZ-C6R07M-8HAK9D-A4YM1D-6H33EJ-SJA5C2-RSP6A8';

const licenceCode =
  'BL-45B4EP-N7M6HA-7955MT-KTG007-040G00-001XNF-V1P0DK-FBMG43-4931HW-SZ2K0M-H7FZJ9-87VKWQ-DN2J8Q-XDAJB2-V4YE4D-' +
  '4G0ZJV-WNYMJ3-ZBTM7C-NBB20K-W1X5FC-DJ552X-XYJPN6-EPXF4G-65HBRZ-FYAPDS-6M8QDF-S3AK7H-9Z97TB-6DB8W0-R8B98E-' +
  'WSZ2MG-2MQYKH';

describe('the vector of the format document', () => {
  test('the test key has the public key and the id that the document states', () => {
    expect(bytesToHex(signer.publicKey)).toBe('03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8');
    expect(keyIdOf(signer.publicKey, nodePrimitives).slice(0, 8)).toBe('56475aa7');
  });

  test('the verification code reads as stated and is written again byte for byte', () => {
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

  test('the licence code verifies, fits its request, and is signed again byte for byte', () => {
    const reading = readLicenceCode(licenceCode, [signer.publicKey], nodePrimitives);
    const request = readVerificationCode(verificationCode, nodePrimitives);
    if (!reading.ok || !request.ok) throw new Error('The vector does not read');
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
    expect(terms.requestHash).toEqual(requestHashOf(request.value.bytes, nodePrimitives));
    expect(writeLicenceCode(terms, signer, nodePrimitives)).toBe(licenceCode);
  });
});
