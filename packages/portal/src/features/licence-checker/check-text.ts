import { sha256 } from '@noble/hashes/sha2.js';
import { judgeDates, type DateVerdictCode } from '@basics/licensing/check-licence.ts';
import { readLicence, type Licence, type LicenceRefusal } from '@basics/licensing/licence.ts';
import type { Refusal } from '@basics/licensing/encoding/reading.ts';
import type { PublishedKey } from './published.ts';
import { findRevocation, type Revocation, type RevocationSource } from './revocation.ts';
import { readVerified } from './verify-signatures.ts';

/**
 * The result of checking the signature, the revocation and the dates of a licence. Whether a licence is for a PC can be checked only on that
 * PC. `now` is the time of the check in Unix milliseconds.
 */
export type LicenceCheck = { now: number } & (
  | {
      code: DateVerdictCode | 'KEY_REVOKED' | 'REVOKED';
      licence: Licence;
      key: PublishedKey;
      revocation: Revocation;
    }
  | { code: LicenceRefusal; refusal: Refusal<LicenceRefusal>; key: PublishedKey | undefined }
);

export type CheckSources = { keys: readonly PublishedKey[]; revocations: RevocationSource };

/** Checks the licence that a text contains. The text of the licence is not sent to the server. */
export async function checkText(
  licenceText: string,
  { keys, revocations }: CheckSources,
  now: number,
): Promise<LicenceCheck> {
  const publicKeys = keys.map(({ publicKey }) => publicKey);
  const readResult = await readVerified((primitives) => readLicence(licenceText, publicKeys, primitives));
  if (!readResult.ok) {
    const { refusal } = readResult;
    return { now, code: refusal.code, refusal, key: findKey(keys, refusal.keyId) };
  }
  const licence = readResult.value;
  const key = findKey(keys, licence.keyId);
  if (!key) throw new Error('the key that verified the licence is not in the list of keys');
  const revocation = await findRevocation(licence, keys, { source: revocations, now });
  return { now, code: judge({ licence, key, revocation, now }), licence, key, revocation };
}

type JudgeInput = { licence: Licence; key: PublishedKey; revocation: Revocation; now: number };

function judge({ licence, key, revocation, now }: JudgeInput): DateVerdictCode | 'KEY_REVOKED' | 'REVOKED' {
  if (key.rotationStatus === 'revoked' || revocation.status === 'keyRevoked') return 'KEY_REVOKED';
  return revocation.status === 'revoked' ? 'REVOKED' : judgeDates(licence, Math.floor(now / 1000));
}

/**
 * Whether a text is a complete licence, which a keyboard, a voice or an extension may have entered without a paste. Without trusted keys,
 * a complete licence is refused because of its key.
 */
export function isWholeLicence(text: string): boolean {
  const readResult = readLicence(text, [], { sha256, verifyEd25519: () => false });
  return !readResult.ok && readResult.refusal.code === 'UNKNOWN_KEY';
}

/** Finds a key by its id, or by the first digits of its id, because a licence code contains only these digits. */
const findKey = (keys: readonly PublishedKey[], keyId: string | undefined): PublishedKey | undefined =>
  keyId === undefined ? undefined : keys.find((key) => key.keyId.startsWith(keyId));
