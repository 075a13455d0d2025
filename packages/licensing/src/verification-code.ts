import {
  concatBytes,
  equalBytes,
  requireLength,
  encodeUint,
  readUint,
  encodeUtf8,
  decodeUtf8,
} from './encoding/bytes.ts';
import { countCharacters } from './text/crockford.ts';
import {
  findScheme,
  fingerprintLengths,
  padFingerprint,
  trimFingerprint,
  type FingerprintScheme,
} from './fingerprint.ts';
import { isMachineName, maxMachineNameBytes, removeInvisibleCharacters } from './machine-name.ts';
import type { Hashing } from './primitives.ts';
import { accept, refuse, type Reading } from './encoding/reading.ts';
import { readCodeText, toCodeText, type CodeForm, type CodeRefusal } from './text/text-form.ts';

export const verificationReasons = ['new', 'renew', 'moved'] as const;

export type VerificationReason = (typeof verificationReasons)[number];

export type ToolVersion = { major: number; minor: number; patch: number };

/** The facts that a tool claims about its PC. The claims about the PC are not signed. */
export type VerificationClaims = {
  scheme: FingerprintScheme;
  reason: VerificationReason;
  /** True if the tool runs in a virtual machine. Only codes of scheme 2 contain this information. */
  isVirtual?: boolean;
  /**
   * True if the PC has too few hardware values, so that the tool invented some values. Only codes of scheme 2 contain
   * this information.
   */
  isStandIn?: boolean;
  toolId: number;
  toolVersion: ToolVersion;
  /** The fingerprint of the PC (see `createFingerprint`); scheme 1 has no fifth component. */
  fingerprint: Uint8Array;
  /** Random bytes: 8 in scheme 1, 4 in scheme 2. */
  nonce: Uint8Array;
  /** When the code was created, by the clock of the PC, in Unix seconds. */
  createdAt: number;
  /** The name of the PC (see `toMachineName`); may be empty. */
  machineName: string;
};

/** A verification code that was read: its claims, their bytes, and the code on one line. */
export type VerificationCode = { claims: VerificationClaims; bytes: Uint8Array; text: string };

/** The data of a PC in a code: the fingerprint, both flags, and 8 random bytes. */
export type PcClaims = Pick<VerificationClaims, 'fingerprint' | 'nonce' | 'isVirtual' | 'isStandIn'>;

/**
 * Converts the claims about a PC to scheme 1 if that scheme can express them, else to scheme 2. The lower scheme is preferred, so that
 * older portals can read the codes of most older PCs.
 */
export function toPcClaims({ fingerprint, nonce, isVirtual = false, isStandIn = false }: PcClaims) {
  if (!isVirtual && !isStandIn && fingerprint.length === fingerprintLengths[1])
    return { scheme: 1 as const, fingerprint, nonce };
  return { scheme: 2 as const, fingerprint, nonce: nonce.slice(0, 4), isVirtual, isStandIn };
}

const firstByte = 0x11;
const fingerprintOffset = 8;
/**
 * Fingerprint and nonce together always have 24 bytes. Scheme 2 has a longer fingerprint and a shorter nonce, so that
 * all other fields keep their offsets.
 */
const nonceEnd = 32;
const virtualBit = 4;
const standInBit = 8;
const nameLengthOffset = 36;
const nameOffset = 37;
const checksumLength = 4;
const countBytes = (nameLength: number): number => nameOffset + nameLength + checksumLength;

/**
 * The number of characters of a code that must be read until the length of the machine name is known. With fewer
 * characters, the expected number is only a minimum.
 */
export const charactersWithNameLength = countCharacters(nameOffset);

/** Writes the code on one line; throws a RangeError when a claim does not fit its field. */
export function writeVerificationCode(claims: VerificationClaims, hashing: Hashing): string {
  const name = encodeUtf8(claims.machineName);
  if (!isMachineName(claims.machineName)) throw new RangeError('The machine name must first pass toMachineName');
  const fingerprint = padFingerprint(claims.fingerprint, claims.scheme);
  const flags = (claims.isVirtual === true ? virtualBit : 0) + (claims.isStandIn === true ? standInBit : 0);
  if (claims.scheme === 1 && (flags !== 0 || fingerprint.length < claims.fingerprint.length))
    throw new RangeError('Fingerprint scheme 1 has neither flags nor a fifth component');
  const body = concatBytes(
    encodeUint(firstByte, 1),
    encodeUint(((verificationReasons.indexOf(claims.reason) + flags) << 4) | claims.scheme, 1),
    encodeUint(claims.toolId, 2),
    encodeUint(claims.toolVersion.major, 1),
    encodeUint(claims.toolVersion.minor, 1),
    encodeUint(claims.toolVersion.patch, 2),
    fingerprint,
    requireLength(nonceEnd - fingerprintOffset - fingerprint.length, claims.nonce, 'A nonce'),
    encodeUint(claims.createdAt, 4),
    encodeUint(name.length, 1),
    name,
  );
  return toCodeText('BV', concatBytes(body, computeChecksum(body, hashing)));
}

/** Reads a verification code in a pasted text; see `readCodeText`. `found` and `expected` are numbers of characters after `BV-`. */
export function readVerificationCode(text: string, hashing: Hashing): Reading<VerificationCode, CodeRefusal> {
  return readCodeText(text, verificationForm(hashing));
}

/** Returns the number of characters of a code that begins with the given bytes; see `CodeForm`. */
export function countExpectedCharacters(start: Uint8Array): number | undefined {
  if (start.length <= nameLengthOffset) return countCharacters(countBytes(0));
  const nameLength = readUint(start, nameLengthOffset, 1);
  return nameLength <= maxMachineNameBytes ? countCharacters(countBytes(nameLength)) : undefined;
}

export const verificationForm = (hashing: Hashing): CodeForm<VerificationCode, CodeRefusal> => ({
  prefix: 'BV',
  firstByte,
  countExpected: countExpectedCharacters,
  accept: (bytes) => readBytes(bytes, hashing),
});

function readBytes(bytes: Uint8Array, hashing: Hashing): Reading<VerificationCode, CodeRefusal> {
  const body = bytes.subarray(0, -checksumLength);
  if (!equalBytes(computeChecksum(body, hashing), bytes.subarray(-checksumLength))) return refuse('CODE_TYPO');
  const scheme = findScheme(readUint(bytes, 1, 1) & 15);
  const flagsAndReason = readUint(bytes, 1, 1) >>> 4;
  // Scheme 1 has no flags: there, these two bits are part of the reason.
  const reason = verificationReasons[scheme === 1 ? flagsAndReason : flagsAndReason & 3];
  if (scheme === undefined || reason === undefined) return refuse('CODE_NEWER');
  const writtenName = decodeUtf8(body.subarray(nameOffset));
  if (writtenName === undefined || !isMachineName(writtenName)) return refuse('NOT_A_CODE', { detail: 'malformed' });
  const toolVersion = { major: readUint(bytes, 4, 1), minor: readUint(bytes, 5, 1), patch: readUint(bytes, 6, 2) };
  const nonceOffset = fingerprintOffset + fingerprintLengths[scheme];
  const claims: VerificationClaims = {
    scheme,
    reason,
    ...(scheme === 1
      ? {}
      : { isVirtual: (flagsAndReason & virtualBit) !== 0, isStandIn: (flagsAndReason & standInBit) !== 0 }),
    toolId: readUint(bytes, 2, 2),
    toolVersion,
    fingerprint: trimFingerprint(bytes.slice(fingerprintOffset, nonceOffset)),
    nonce: bytes.slice(nonceOffset, nonceEnd),
    createdAt: readUint(bytes, 32, 4),
    // Codes are not signed: a customer can write any name.
    machineName: removeInvisibleCharacters(writtenName),
  };
  return accept({ claims, bytes, text: toCodeText('BV', bytes) });
}

function computeChecksum(body: Uint8Array, hashing: Hashing): Uint8Array {
  return hashing.sha256(concatBytes(encodeUtf8('basics-vc-v1\n'), body)).slice(0, checksumLength);
}
