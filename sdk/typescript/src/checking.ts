// SPDX-License-Identifier: Apache-2.0
import { hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import { checkLicence, type CheckContext, type Verdict } from '@basics/licensing/check-licence.ts';
import {
  countPresentComponents,
  createFingerprint as hashFacts,
  minComponents,
  type MachineFacts,
} from '@basics/licensing/fingerprint.ts';
import { readLicence as readAnyLicence, type Licence, type LicenceRefusal } from '@basics/licensing/licence.ts';
import { toMachineName } from '@basics/licensing/machine-name.ts';
import type { Primitives } from '@basics/licensing/primitives.ts';
import type { Reading } from '@basics/licensing/encoding/reading.ts';
import {
  readRevocationList as readAnyList,
  type RevocationList,
  type RevocationListRefusal,
} from '@basics/licensing/revocation-list.ts';
import {
  readReturnCode as readAnyReturnCode,
  writeReturnCode,
  type ReturnClaims,
  type ReturnCode,
} from '@basics/licensing/return-code.ts';
import type { CodeRefusal } from '@basics/licensing/text/text-form.ts';
import {
  readVerificationCode as readAnyCode,
  toPcClaims,
  writeVerificationCode,
  type VerificationClaims,
  type VerificationCode,
} from '@basics/licensing/verification-code.ts';
import { hashes, verify } from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';

/** The version of this package. */
export const version = '3.4.0';

export { describe } from './texts.ts';
export { findNextChange } from '@basics/licensing/check-licence.ts';
export { hasAddOn } from '@basics/licensing/licence.ts';
export { relateFingerprints } from '@basics/licensing/fingerprint.ts';
export { printCheckedLines } from '@basics/licensing/text/line-check.ts';
export { toMachineName } from '@basics/licensing/machine-name.ts';
export { printCode } from '@basics/licensing/text/text-form.ts';
export type { Verdict } from '@basics/licensing/check-licence.ts';
export type { MachineFacts } from '@basics/licensing/fingerprint.ts';
export type { Licence, LicenceRefusal } from '@basics/licensing/licence.ts';
export type { Reading, Refusal } from '@basics/licensing/encoding/reading.ts';
export type { ReturnClaims, ReturnCode } from '@basics/licensing/return-code.ts';
export type { RevocationList } from '@basics/licensing/revocation-list.ts';
export type { VerificationCode } from '@basics/licensing/verification-code.ts';

hashes.sha512 = sha512;

/** SHA-256 and Ed25519 in JavaScript: the browser's own functions do not exist in every browser, and never on a page without HTTPS. */
const primitives: Primitives = { sha256: (bytes) => sha256(bytes), verifyEd25519 };

/** Returns whether a signature is genuine; false for a key or signature of the wrong length. */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false; // The key or signature is not a point of the curve.
  }
}

/**
 * Creates the fingerprint of a PC from its facts: 16 bytes, or 20 with a UUID of the firmware. `licensed` is the
 * fingerprint in the licence with which the new fingerprint will be compared.
 */
export const createFingerprint = (facts: MachineFacts, licensed?: Uint8Array): Uint8Array =>
  hashFacts(facts, primitives, licensed);

/**
 * What a new verification code contains. `nonce` is 8 random bytes; `licensed` is the fingerprint in the installed licence, for a renewal.
 */
export type NewCode = Omit<VerificationClaims, 'scheme' | 'fingerprint'> & {
  facts: MachineFacts;
  licensed?: Uint8Array;
};

/**
 * The PC has fewer than two usable facts, so no licence would be valid on it. `found` is their number. A tool then uses a stand-in identity, as
 * `createTool` does.
 */
export class PcNotIdentifiedError extends RangeError {
  readonly code = 'PC_NOT_IDENTIFIED';
  readonly found: number;
  readonly expected = minComponents;

  constructor(found: number) {
    super(`This PC has ${found} of ${minComponents} facts that identify a PC.`);
    this.name = 'PcNotIdentifiedError';
    this.found = found;
  }
}

/**
 * Creates a verification code on one line. Throws a PcNotIdentifiedError for a PC with fewer than two usable facts, and a RangeError when a
 * number does not fit its field.
 */
export function makeCode({ facts, licensed, machineName, ...claims }: NewCode): string {
  const fingerprint = createFingerprint(facts, licensed);
  const found = countPresentComponents(fingerprint);
  if (found < minComponents) throw new PcNotIdentifiedError(found);
  const pc = toPcClaims({ ...claims, fingerprint });
  return writeVerificationCode({ ...claims, ...pc, machineName: toMachineName(machineName) }, primitives);
}

/** Finds a verification code in a text. */
export const readVerificationCode = (text: string): Reading<VerificationCode, CodeRefusal> =>
  readAnyCode(text, primitives);

/** A raw public key as 32 bytes or 64 hex digits. */
export type PublicKey = Uint8Array | string;

const toBytes = (key: PublicKey): Uint8Array => (typeof key === 'string' ? hexToBytes(key) : key);

/** Reads a licence file or a licence code, and verifies its signature with the trusted keys. */
export const readLicence = (text: string, keys: readonly PublicKey[]): Reading<Licence, LicenceRefusal> =>
  readAnyLicence(
    text,
    keys.map((key) => toBytes(key)),
    primitives,
  );

/** Reads a revocation list and verifies its signature. */
export const readRevocationList = (
  text: string,
  keys: readonly PublicKey[],
): Reading<{ list: RevocationList; keyId: string }, RevocationListRefusal> =>
  readAnyList(
    text,
    keys.map((key) => toBytes(key)),
    primitives,
  );

/** Finds a return code in a text. A return code is not signed. */
export const readReturnCode = (text: string): Reading<ReturnCode, CodeRefusal> => readAnyReturnCode(text, primitives);

/**
 * Writes a return code on one line. A return code tells the portal that a licence was removed from its PC. Throws a
 * RangeError when a number does not fit its field.
 */
export const makeReturnCode = (claims: ReturnClaims): string => writeReturnCode(claims, primitives);

/** What a licence is checked against. Without a stored record or revocation list, leave the last three options out. */
export type CheckOptions = Pick<CheckContext, 'now' | 'toolId' | 'toolVersion'> & {
  facts: MachineFacts;
} & Partial<Pick<CheckContext, 'highWaterMark' | 'deniedIds' | 'revokedLicenceIds'>>;

/**
 * Returns what a genuine licence allows on this PC at this time. Throws a TypeError for an option that is missing, has no number, or does not
 * exist, because a wrong name would otherwise switch a check off.
 */
export function check(licence: Licence, options: CheckOptions): Verdict {
  const {
    now,
    toolId,
    toolVersion,
    facts,
    highWaterMark = 0,
    deniedIds = [],
    revokedLicenceIds = [],
    ...others
  } = options;
  const numbers = { now, toolId, 'toolVersion.major': toolVersion?.major, highWaterMark };
  for (const [name, number] of Object.entries(numbers))
    if (!Number.isFinite(number)) throw new TypeError(`check needs a number as ${name}.`);
  for (const name of Object.keys(others)) throw new TypeError(`check has no option ${name}.`);
  const fingerprint = createFingerprint(facts, licence.machine.fingerprint);
  return checkLicence(licence, { now, toolId, toolVersion, fingerprint, highWaterMark, deniedIds, revokedLicenceIds });
}
