import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concatBytes, encodeUtf8 } from './encoding/bytes.ts';
import { trimFingerprint } from './fingerprint.ts';
import { toMachineName } from './machine-name.ts';
import { nodePrimitives } from './node-primitives.ts';
import { sampleCodes } from './testing/samples.ts';
import { printCode, toCodeText } from './text/text-form.ts';
import {
  readVerificationCode,
  verificationReasons,
  writeVerificationCode,
  type VerificationClaims,
} from './verification-code.ts';

const anyByte = fc.integer({ min: 0, max: 255 });

/**
 * The claims about a PC in scheme 1 or 2. Scheme 2 has flags, four more bytes of fingerprint and four fewer bytes of
 * nonce.
 */
const anyPc = fc.oneof(
  fc.record({
    scheme: fc.constant(1 as const),
    fingerprint: fc.uint8Array({ minLength: 16, maxLength: 16 }),
    nonce: fc.uint8Array({ minLength: 8, maxLength: 8 }),
  }),
  fc.record({
    scheme: fc.constant(2 as const),
    isVirtual: fc.boolean(),
    isStandIn: fc.boolean(),
    fingerprint: fc.uint8Array({ minLength: 20, maxLength: 20 }).map(trimFingerprint),
    nonce: fc.uint8Array({ minLength: 4, maxLength: 4 }),
  }),
);

const otherClaims = fc.record({
  reason: fc.constantFrom(...verificationReasons),
  toolId: fc.integer({ min: 0, max: 0xffff }),
  toolVersion: fc.record({ major: anyByte, minor: anyByte, patch: fc.integer({ min: 0, max: 0xffff }) }),
  createdAt: fc.integer({ min: 0, max: 0xffff_ffff }),
  machineName: fc.string({ unit: 'grapheme', maxLength: 40 }).map(toMachineName),
});

const anyClaims: fc.Arbitrary<VerificationClaims> = fc
  .tuple(otherClaims, anyPc)
  .map(([commonClaims, pc]) => Object.assign(commonClaims, pc));

function readClaims(text: string): VerificationClaims {
  const reading = readVerificationCode(text, nodePrimitives);
  if (!reading.ok) throw new Error(reading.refusal.code);
  return reading.value.claims;
}

/** Creates a code with a correct checksum for any bytes. */
function createCodeFor(body: Uint8Array): string {
  const checksum = nodePrimitives.sha256(concatBytes(encodeUtf8('basics-vc-v1\n'), body)).subarray(0, 4);
  return toCodeText('BV', concatBytes(body, checksum));
}

describe('a verification code', () => {
  test('a verification code with random content is written and read unchanged, on one line and in its printed form', () => {
    fc.assert(
      fc.property(anyClaims, (claims) => {
        const text = writeVerificationCode(claims, nodePrimitives);
        expect(readClaims(text)).toEqual(claims);
        expect(readClaims(printCode(text))).toEqual(claims);
      }),
      { numRuns: 5_000 },
    );
  });

  test('random text is never read as a code and never throws', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.stringMatching(/^BV-[0-9A-Z -]{0,200}$/),
      fc.tuple(fc.nat(100), fc.string()).map(([at, position2]) => {
        return `${sampleCodes.verificationCode.slice(0, at)}\u0001${position2}Q${sampleCodes.verificationCode.slice(at + 3)}`;
      }),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const reading = readVerificationCode(text, nodePrimitives);
        expect(reading.ok && reading.value.text !== sampleCodes.verificationCode).toBe(false);
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    ['', 79],
    ['DESKTOP-4F7K2QX', 107],
    ['A'.repeat(32), 139],
  ])('a verification code with the machine name "%s" has %i characters', (machineName, length) => {
    const claims = { ...readClaims(sampleCodes.verificationCode), machineName };
    expect(writeVerificationCode(claims, nodePrimitives)).toHaveLength(length);
  });

  test('a verification code is printed in lines of four groups, which end in a dash except for the last', () => {
    expect(printCode(sampleCodes.verificationCode).split('\n')).toEqual([
      'BV-240G01-R10000-30S28R-CF6FRM-',
      'R549VZ-WJA1YW-Z5R108-1G8186-',
      '0W46NZ-C6R07M-8HAK9D-A4YM1D-',
      '6H33EJ-SJA5C2-RSP6A8',
    ]);
  });

  test('a verification code with a later fingerprint scheme or an unknown reason is refused as a code of a newer version', () => {
    const reading = readVerificationCode(sampleCodes.verificationCode, nodePrimitives);
    const body = reading.ok ? reading.value.bytes.slice(0, -4) : new Uint8Array();
    for (const secondByte of [0x03, 0x00, 0x31, 0x32, 0xf1]) {
      body[1] = secondByte;
      expect(readVerificationCode(createCodeFor(body), nodePrimitives)).toMatchObject({
        refusal: { code: 'CODE_NEWER' },
      });
    }
  });

  test.each([
    ['a control character', encodeUtf8('A\u0007B')],
    ['bytes that are not UTF-8', Uint8Array.of(0xc3, 0x28)],
  ])('a verification code that contains %s is refused as malformed', (_, name) => {
    const reading = readVerificationCode(sampleCodes.verificationCode, nodePrimitives);
    const firstBytes = reading.ok ? reading.value.bytes.slice(0, 36) : new Uint8Array();
    const text = createCodeFor(concatBytes(firstBytes, Uint8Array.of(name.length), name));
    expect(readVerificationCode(text, nodePrimitives)).toEqual({
      ok: false,
      refusal: { code: 'NOT_A_CODE', detail: 'malformed' },
    });
  });

  test('no verification code is written when one of its values is outside the allowed range', () => {
    const claims = readClaims(sampleCodes.verificationCode);
    const wrongClaims: Partial<VerificationClaims>[] = [
      { toolId: 65_536 },
      { createdAt: 1.5 },
      { nonce: new Uint8Array(7) },
      { fingerprint: new Uint8Array(17) },
      { machineName: 'A\n' },
      { machineName: 'A'.repeat(33) },
      { scheme: 2 },
      { isVirtual: true },
      { toolVersion: { major: 256, minor: 0, patch: 0 } },
    ];
    for (const change of wrongClaims) {
      expect(() => writeVerificationCode({ ...claims, ...change }, nodePrimitives)).toThrow(RangeError);
    }
  });
});
