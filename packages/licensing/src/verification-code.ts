import { concatBytes, equalBytes, exactly, uint, uintAt, utf8, utf8ToText } from './bytes.ts';
import { crockfordLength } from './crockford.ts';
import { fingerprintLength, fingerprintScheme } from './fingerprint.ts';
import { isMachineName, longestMachineName, machineNameOf } from './machine-name.ts';
import type { Hashing } from './primitives.ts';
import { accepted, refused, type Reading } from './reading.ts';
import { readCodeText, toCodeText, type CodeRefusal } from './text-form.ts';

export const verificationReasons = ['new', 'renew', 'moved'] as const;

export type VerificationReason = (typeof verificationReasons)[number];

export type ToolVersion = { major: number; minor: number; patch: number };

/** The facts that a tool claims about its PC. They are not signed. */
export type VerificationClaims = {
  scheme: number;
  reason: VerificationReason;
  toolId: number;
  toolVersion: ToolVersion;
  /** 16 bytes, see `fingerprintOf`. */
  fingerprint: Uint8Array;
  /** 8 random bytes. */
  nonce: Uint8Array;
  /** The time of the PC's own clock, in Unix seconds. */
  createdAt: number;
  /** See `machineNameOf`; may be empty. */
  machineName: string;
};

/** The claims, their bytes, and the code on one line. */
export type VerificationCode = { claims: VerificationClaims; bytes: Uint8Array; text: string };

const firstByte = 0x11;
const nameLengthAt = 36;
const nameAt = 37;
const sumLength = 4;
const codeLength = (nameLength: number): number => nameAt + nameLength + sumLength;

/** The code on one line; throws a RangeError when a claim does not fit its field. */
export function writeVerificationCode(claims: VerificationClaims, hashing: Hashing): string {
  const name = utf8(claims.machineName);
  if (!isMachineName(claims.machineName)) throw new RangeError('The machine name must first pass machineNameOf');
  if (claims.scheme !== fingerprintScheme) throw new RangeError(`Fingerprint scheme ${claims.scheme} is unknown`);
  const body = concatBytes(
    uint(firstByte, 1),
    uint((verificationReasons.indexOf(claims.reason) << 4) | claims.scheme, 1),
    uint(claims.toolId, 2),
    uint(claims.toolVersion.major, 1),
    uint(claims.toolVersion.minor, 1),
    uint(claims.toolVersion.patch, 2),
    exactly(fingerprintLength, claims.fingerprint, 'A fingerprint'),
    exactly(8, claims.nonce, 'A nonce'),
    uint(claims.createdAt, 4),
    uint(name.length, 1),
    name,
  );
  return toCodeText('BV', concatBytes(body, checksum(body, hashing)));
}

/** Reads a code in a pasted text, see `readCodeText`. `found` and `expected` count characters after `BV-`. */
export function readVerificationCode(text: string, hashing: Hashing): Reading<VerificationCode, CodeRefusal> {
  return readCodeText<VerificationCode, CodeRefusal>(text, {
    prefix: 'BV',
    firstByte,
    expected(start) {
      if (start.length <= nameLengthAt) return crockfordLength(codeLength(0));
      const nameLength = uintAt(start, nameLengthAt, 1);
      return nameLength <= longestMachineName ? crockfordLength(codeLength(nameLength)) : undefined;
    },
    accept: (bytes) => acceptBytes(bytes, hashing),
  });
}

function acceptBytes(bytes: Uint8Array, hashing: Hashing): Reading<VerificationCode, CodeRefusal> {
  const body = bytes.subarray(0, -sumLength);
  if (!equalBytes(checksum(body, hashing), bytes.subarray(-sumLength))) return refused('CODE_TYPO');
  const scheme = uintAt(bytes, 1, 1) & 15;
  const reason = verificationReasons[uintAt(bytes, 1, 1) >>> 4];
  if (scheme !== fingerprintScheme || reason === undefined) return refused('CODE_NEWER');
  const writtenName = utf8ToText(body.subarray(nameAt));
  if (writtenName === undefined || !isMachineName(writtenName)) return refused('NOT_A_CODE', { detail: 'malformed' });
  const toolVersion = { major: uintAt(bytes, 4, 1), minor: uintAt(bytes, 5, 1), patch: uintAt(bytes, 6, 2) };
  const claims: VerificationClaims = {
    scheme,
    reason,
    toolId: uintAt(bytes, 2, 2),
    toolVersion,
    fingerprint: bytes.slice(8, 24),
    nonce: bytes.slice(24, 32),
    createdAt: uintAt(bytes, 32, 4),
    // Codes are not signed: a customer can write any name.
    machineName: machineNameOf(writtenName),
  };
  return accepted({ claims, bytes, text: toCodeText('BV', bytes) });
}

function checksum(body: Uint8Array, hashing: Hashing): Uint8Array {
  return hashing.sha256(concatBytes(utf8('basics-vc-v1\n'), body)).slice(0, sumLength);
}
