import { computeKeyId } from '@basics/licensing/licence-code.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { bytesToHex } from '@basics/licensing/bytes.ts';
import type { Signer } from '@basics/licensing/primitives.ts';
import { findLicenceKey } from '#server/platform/security/key-files.ts';

/** The key with which licences are signed, and its id of 16 hex digits. */
export type LicenseKey = { signer: Signer; keyId: string; publicKey: string };

/** The keys whose private half is on this machine, by id; null for all others. */
export type LicenseKeys = (keyId: string) => Promise<LicenseKey | null>;

export const createLicenseKey = (signer: Signer): LicenseKey => ({
  signer,
  keyId: computeKeyId(signer.publicKey, nodePrimitives),
  publicKey: bytesToHex(signer.publicKey),
});

/** The keys in the configured file, and in the files next to it. A key is read when it is first needed. */
export function readLicenseKeys(file: string): LicenseKeys {
  const read = new Map<string, LicenseKey>();
  return async (keyId) => {
    const known = read.get(keyId);
    if (known) return known;
    const found = await findLicenceKey(file, keyId);
    if (!found) return null;
    const key = createLicenseKey(found.signer);
    read.set(keyId, key);
    return key;
  };
}

/** Only this key. */
export const createSingleLicenseKey =
  (key: LicenseKey): LicenseKeys =>
  async (keyId) =>
    key.keyId === keyId ? key : null;
