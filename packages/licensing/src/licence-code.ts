import {
  bytesToHex,
  concatBytes,
  equalBytes,
  requireLength,
  encodeUint,
  readUint,
  encodeUtf8,
} from './encoding/bytes.ts';
import { countCharacters } from './text/crockford.ts';
import {
  findScheme,
  fingerprintLengths,
  padFingerprint,
  trimFingerprint,
  type FingerprintScheme,
} from './fingerprint.ts';
import type { Hashing, Primitives, Signer } from './primitives.ts';
import { accept, refuse, type Reading } from './encoding/reading.ts';
import { readCodeText, toCodeText, type CodeRefusal } from './text/text-form.ts';

export const neverExpires = 0xffff_ffff;

/** The value of `maxMajor` for a licence that allows any version of the tool. */
export const anyMajor = 255;

/** The terms of a licence code. Times are Unix seconds. */
export type LicenceTerms = {
  /** The id of the licence, which consists of 8 random bytes. */
  licenceId: Uint8Array;
  toolId: number;
  /** The highest major version of the tool, or `anyMajor`. */
  maxMajor: number;
  scheme: FingerprintScheme;
  /** The number of the brand, 0 to 7. */
  brand: number;
  trial: boolean;
  /** The add-ons of the licence, with one of 32 bits for each add-on. */
  entitlements: number;
  issuedAt: number;
  /**
   * The time at which the licence expires, in Unix seconds, or `neverExpires`. `expiresAt` must be later than
   * `issuedAt`.
   */
  expiresAt: number;
  /**
   * The fingerprint of the PC, which the tool compares with the fingerprint that it reads. A code of scheme 1 contains only the first four
   * components.
   */
  fingerprint: Uint8Array;
  /** See `hashRequest`. */
  requestHash: Uint8Array;
};

/**
 * A licence code that was read: its terms, the id of the signing key (16 hexadecimal digits), its bytes, and the code
 * on one line.
 */
export type LicenceCode = { terms: LicenceTerms; keyId: string; bytes: Uint8Array; text: string };

export type LicenceCodeRefusal = CodeRefusal | 'UNKNOWN_KEY' | 'NOT_GENUINE';

const firstByte = 0x21;
const fingerprintOffset = 29;
const signedLength = 53;
const checksummedLength = 117;
const totalLength = 120;

/**
 * Returns the id of a public key: the first 8 bytes of its SHA-256, as 16 hexadecimal digits. A licence code contains only the first 4
 * bytes of this id.
 */
export function computeKeyId(publicKey: Uint8Array, hashing: Hashing): string {
  return bytesToHex(hashing.sha256(publicKey).subarray(0, 8));
}

/**
 * Returns the hash of all bytes of a verification code, which connects a licence code to its request. The hash has 8 bytes, in scheme 2
 * only 4 bytes.
 */
export function hashRequest(verificationCode: Uint8Array, hashing: Hashing, scheme: FingerprintScheme = 1): Uint8Array {
  return hashing.sha256(verificationCode).slice(0, signedLength - fingerprintOffset - fingerprintLengths[scheme]);
}

/**
 * Writes a signed licence code on one line. The same terms and the same key give the same code. Throws a RangeError if a term does not fit
 * into its field of the code.
 */
export function writeLicenceCode(terms: LicenceTerms, signer: Signer, hashing: Hashing): string {
  if (!isConsistent(terms))
    throw new RangeError('The terms of a licence must expire later than they are issued, by a known scheme');
  if (!(terms.brand >= 0 && terms.brand <= 7)) throw new RangeError(`Brand ${terms.brand} is not 0 to 7`);
  const fingerprint = padFingerprint(terms.fingerprint, terms.scheme);
  const body = concatBytes(
    encodeUint(firstByte, 1),
    hashing.sha256(signer.publicKey).subarray(0, 4),
    requireLength(8, terms.licenceId, 'A licence id'),
    encodeUint(terms.toolId, 2),
    encodeUint(terms.maxMajor, 1),
    encodeUint(terms.scheme + terms.brand * 16 + (terms.trial ? 128 : 0), 1),
    encodeUint(terms.entitlements, 4),
    encodeUint(terms.issuedAt, 4),
    encodeUint(terms.expiresAt, 4),
    fingerprint,
    requireLength(signedLength - fingerprintOffset - fingerprint.length, terms.requestHash, 'A request hash'),
  );
  const signedBytes = concatBytes(body, requireLength(64, signer.sign(createMessage(body)), 'A signature'));
  return toCodeText('BL', concatBytes(signedBytes, computeChecksum(signedBytes, hashing)));
}

/**
 * Reads and verifies a licence code in a pasted text. `publicKeys` are the raw public keys that the reader trusts. If
 * the checksum is wrong, the refusal is `CODE_TYPO`, and if only the signature is wrong, it is `NOT_GENUINE`. The
 * refusal is `UNKNOWN_KEY` if the reader does not trust the key that signed the code.
 */
export function readLicenceCode(
  text: string,
  publicKeys: readonly Uint8Array[],
  primitives: Primitives,
): Reading<LicenceCode, LicenceCodeRefusal> {
  return readCodeText<LicenceCode, LicenceCodeRefusal>(text, {
    prefix: 'BL',
    firstByte,
    countExpected: () => countCharacters(totalLength),
    accept: (bytes) => verifyBytes(bytes, publicKeys, primitives),
  });
}

function verifyBytes(
  bytes: Uint8Array,
  publicKeys: readonly Uint8Array[],
  primitives: Primitives,
): Reading<LicenceCode, LicenceCodeRefusal> {
  if (
    !equalBytes(computeChecksum(bytes.subarray(0, checksummedLength), primitives), bytes.subarray(checksummedLength))
  ) {
    return refuse('CODE_TYPO');
  }
  const keyId = bytesToHex(bytes.subarray(1, 5));
  const keysWithId = publicKeys.filter((key) => computeKeyId(key, primitives).startsWith(keyId));
  if (keysWithId.length === 0) return refuse('UNKNOWN_KEY', { keyId });
  const message = createMessage(bytes.subarray(0, signedLength));
  const signature = bytes.subarray(signedLength, checksummedLength);
  const key = keysWithId.find((keyWithId) => primitives.verifyEd25519(keyWithId, message, signature));
  if (key === undefined) return refuse('NOT_GENUINE', { keyId });
  const terms = readTerms(bytes);
  if (terms === undefined) return refuse('CODE_NEWER');
  if (!isConsistent(terms)) return refuse('NOT_A_CODE', { detail: 'malformed' });
  return accept({ terms, keyId: computeKeyId(key, primitives), bytes, text: toCodeText('BL', bytes) });
}

/** Reads the terms of a licence code. Returns undefined for an unknown fingerprint scheme. */
function readTerms(bytes: Uint8Array): LicenceTerms | undefined {
  const flags = readUint(bytes, 16, 1);
  const scheme = findScheme(flags & 15);
  if (scheme === undefined) return undefined;
  const hashOffset = fingerprintOffset + fingerprintLengths[scheme];
  return {
    licenceId: bytes.slice(5, 13),
    toolId: readUint(bytes, 13, 2),
    maxMajor: readUint(bytes, 15, 1),
    scheme,
    brand: (flags >>> 4) & 7,
    trial: flags >>> 7 === 1,
    entitlements: readUint(bytes, 17, 4),
    issuedAt: readUint(bytes, 21, 4),
    expiresAt: readUint(bytes, 25, 4),
    fingerprint: trimFingerprint(bytes.slice(fingerprintOffset, hashOffset)),
    requestHash: bytes.slice(hashOffset, signedLength),
  };
}

function isConsistent(terms: LicenceTerms): boolean {
  return findScheme(terms.scheme) !== undefined && terms.expiresAt > terms.issuedAt;
}

function createMessage(body: Uint8Array): Uint8Array {
  return concatBytes(encodeUtf8('basics-licence-code-v1\n'), body);
}

function computeChecksum(signedBytes: Uint8Array, hashing: Hashing): Uint8Array {
  return hashing
    .sha256(concatBytes(encodeUtf8('basics-lc-sum-v1\n'), signedBytes))
    .slice(0, totalLength - checksummedLength);
}
