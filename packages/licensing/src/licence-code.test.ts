import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesToHex, concatBytes, hexToBytes, encodeUtf8 } from './encoding/bytes.ts';
import {
  anyMajor,
  computeKeyId,
  neverExpires,
  readLicenceCode,
  writeLicenceCode,
  type LicenceCode,
  type LicenceTerms,
} from './licence-code.ts';
import { trimFingerprint } from './fingerprint.ts';
import { nodePrimitives } from './node-primitives.ts';
import { unknownSigner, testSigner, sampleCodes } from './testing/samples.ts';
import { printCode, toCodeText } from './text/text-form.ts';

const keys = [testSigner.publicKey];

function readCode(text: string): LicenceCode {
  const reading = readLicenceCode(text, keys, nodePrimitives);
  if (!reading.ok) throw new Error(reading.refusal.code);
  return reading.value;
}

function readRefusal(text: string, trustedKeys: readonly Uint8Array[] = keys): string {
  const reading = readLicenceCode(text, trustedKeys, nodePrimitives);
  return reading.ok ? 'read' : reading.refusal.code;
}

/** Writes a code whose checksum was corrected after a change, as a forger could do. */
function writeCodeWithCorrectChecksum(bytes: Uint8Array): string {
  const signedBytes = bytes.slice(0, 117);
  const checksum = nodePrimitives.sha256(concatBytes(encodeUtf8('basics-lc-sum-v1\n'), signedBytes)).subarray(0, 3);
  return toCodeText('BL', concatBytes(signedBytes, checksum));
}

function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  return bytes.map((byte, index) => (index === bit >>> 3 ? byte ^ (1 << (bit & 7)) : byte));
}

const sampleCode = readCode(sampleCodes.licenceCode);

describe('a licence code', () => {
  test('a licence code with random terms is read with the same terms, from one line and from its printed form', () => {
    const anyPc = fc.constantFrom([1, 16] as const, [2, 20] as const).chain(([scheme, length]) =>
      fc.record({
        scheme: fc.constant(scheme),
        fingerprint: fc.uint8Array({ minLength: length, maxLength: length }).map(trimFingerprint),
        requestHash: fc.uint8Array({ minLength: 24 - length, maxLength: 24 - length }),
      }),
    );
    const anyTerms: fc.Arbitrary<Omit<LicenceTerms, 'scheme' | 'fingerprint' | 'requestHash'>> = fc.record({
      licenceId: fc.uint8Array({ minLength: 8, maxLength: 8 }),
      toolId: fc.integer({ min: 0, max: 0xffff }),
      maxMajor: fc.integer({ min: 0, max: anyMajor }),
      brand: fc.integer({ min: 0, max: 7 }),
      trial: fc.boolean(),
      entitlements: fc.integer({ min: 0, max: 0xffff_ffff }),
      issuedAt: fc.integer({ min: 0, max: 2_000_000_000 }),
      expiresAt: fc.integer({ min: 2_000_000_001, max: neverExpires }),
    });
    fc.assert(
      fc.property(anyTerms, anyPc, (commonTerms, pc) => {
        const terms = { ...commonTerms, ...pc };
        const text = writeLicenceCode(terms, testSigner, nodePrimitives);
        expect(text).toHaveLength(226);
        expect(readCode(printCode(text)).terms).toEqual(terms);
      }),
      { numRuns: 500 },
    );
  });

  test('a licence code with any single bit flipped is refused with a named reason (T049)', () => {
    for (let bit = 0; bit < sampleCode.bytes.length * 8; bit++) {
      expect(['CODE_TYPO', 'CODE_NEWER']).toContain(readRefusal(toCodeText('BL', flipBit(sampleCode.bytes, bit))));
    }
  });

  test('a licence code with any single bit flipped and a corrected checksum is still refused with a named reason', () => {
    for (let bit = 0; bit < 117 * 8; bit++) {
      const refusal = readRefusal(writeCodeWithCorrectChecksum(flipBit(sampleCode.bytes, bit)));
      if (bit < 8) expect(['CODE_TYPO', 'CODE_NEWER']).toContain(refusal);
      else expect(refusal).toBe(bit < 40 ? 'UNKNOWN_KEY' : 'NOT_GENUINE');
    }
  });

  test('a licence code with any single bit of its text flipped is refused, unless the text still encodes the same bytes', () => {
    const text = sampleCodes.licenceCode;
    for (let bit = 0; bit < text.length * 8; bit++) {
      const changedCode = Buffer.from(flipBit(encodeUtf8(text), bit)).toString('latin1');
      const reading = readLicenceCode(changedCode, keys, nodePrimitives);
      expect(reading.ok ? reading.value.text : text).toBe(text);
    }
  });

  test('a licence code signed by a key that is not trusted is refused, and accepted once the key is trusted', () => {
    const text = writeLicenceCode(sampleCode.terms, unknownSigner, nodePrimitives);
    expect(readRefusal(text)).toBe('UNKNOWN_KEY');
    expect(readRefusal(text, [])).toBe('UNKNOWN_KEY');
    const keyId = computeKeyId(unknownSigner.publicKey, nodePrimitives).slice(0, 8);
    expect(readLicenceCode(text, keys, nodePrimitives)).toEqual({ ok: false, refusal: { code: 'UNKNOWN_KEY', keyId } });
    expect(readRefusal(text, [...keys, unknownSigner.publicKey])).toBe('read');
  });

  test('a licence code that contains the id of a trusted key, but is signed by another key, is not genuine (T047)', () => {
    const forger = { publicKey: testSigner.publicKey, sign: (message: Uint8Array) => unknownSigner.sign(message) };
    expect(readRefusal(writeLicenceCode(sampleCode.terms, forger, nodePrimitives))).toBe('NOT_GENUINE');
  });

  test('a licence code with a signature whose S was increased by the order of the curve is not genuine (T048)', () => {
    const curveOrder = 2n ** 252n + 27742317777372353535851937790883648493n;
    const bytes = sampleCode.bytes.slice();
    const increasedSignature = BigInt(`0x${bytesToHex(bytes.slice(85, 117).toReversed())}`) + curveOrder;
    bytes.set(hexToBytes(increasedSignature.toString(16).padStart(64, '0')).toReversed(), 85);
    expect(readRefusal(writeCodeWithCorrectChecksum(bytes))).toBe('NOT_GENUINE');
  });

  test('a licence code with a valid signature and an unknown fingerprint scheme is reported as a code of a newer version', () => {
    expect(readRefusal(signChangedBytes(16, Uint8Array.of(0x03)))).toBe('CODE_NEWER');
  });

  test('a licence code with a valid signature that expires before it is issued is not a licence', () => {
    expect(readRefusal(signChangedBytes(25, sampleCode.bytes.slice(21, 25)))).toBe('NOT_A_CODE');
  });

  test('for a licence code without one character or one group, the refusal contains the number of missing characters', () => {
    const reading = readLicenceCode(sampleCodes.licenceCode.slice(0, -1), keys, nodePrimitives);
    expect(reading).toEqual({ ok: false, refusal: { code: 'CODE_INCOMPLETE', found: 191, expected: 192 } });
    expect(readLicenceCode('BL-123', keys, nodePrimitives)).toEqual({
      ok: false,
      refusal: { code: 'CODE_INCOMPLETE', found: 3, expected: 192 },
    });
    expect(readRefusal(sampleCodes.licenceCode.replace('45B4EP-', ''))).toBe('CODE_INCOMPLETE');
    expect(readRefusal(sampleCodes.licenceCode.replace('BL-4', 'BL-5'))).toBe('CODE_TYPO');
    expect(readRefusal(`${sampleCodes.licenceCode}-000000`)).toBe('CODE_TYPO');
  });

  test('if a verification code is given instead of a licence code, the reader says so', () => {
    expect(readLicenceCode(sampleCodes.verificationCode, keys, nodePrimitives)).toEqual({
      ok: false,
      refusal: { code: 'NOT_A_CODE', detail: 'verification-code' },
    });
  });

  test('a licence code is read even if its prefix contains usual reading errors', () => {
    for (const prefix of ['bl', 'B1', 'BI', 'bI']) {
      expect(readRefusal(sampleCodes.licenceCode.replace('BL', prefix))).toBe('read');
    }
  });

  test('no licence code is written when one of its terms is outside the allowed range', () => {
    const wrongTerms: Partial<LicenceTerms>[] = [
      { expiresAt: sampleCode.terms.issuedAt },
      { brand: 8 },
      { brand: -1 },
      { maxMajor: 256 },
      { entitlements: 2 ** 32 },
      { licenceId: new Uint8Array(9) },
      { requestHash: hexToBytes('00') },
      { scheme: 2 },
    ];
    for (const change of wrongTerms) {
      expect(() => writeLicenceCode({ ...sampleCode.terms, ...change }, testSigner, nodePrimitives)).toThrow(
        RangeError,
      );
    }
  });

  test('reading a licence code gives the whole id of the key that signed it, not only the part in the code', () => {
    expect(sampleCode.keyId).toBe(computeKeyId(testSigner.publicKey, nodePrimitives));
    expect(sampleCode.keyId).toMatch(/^56475aa7[0-9a-f]{8}$/);
  });
});

/** Returns the licence code of the test vector with changed bytes at an offset, signed again with the trusted key. */
function signChangedBytes(offset: number, change: Uint8Array): string {
  const body = sampleCode.bytes.slice(0, 53);
  body.set(change, offset);
  return writeCodeWithCorrectChecksum(
    concatBytes(body, testSigner.sign(concatBytes(encodeUtf8('basics-licence-code-v1\n'), body))),
  );
}
