import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { computeKeyId } from '@basics/licensing/licence-code.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { Signer } from '@basics/licensing/primitives.ts';
import type { Database } from '#server/database/database.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { problem } from '#server/platform/problem.ts';
import { findLicenceKey } from '#server/platform/security/key-files.ts';
import { findCurrentKeyId, lockCurrentKeyId } from './licenses.repository.ts';

/** The key with which licences are signed, and its id of 16 hex digits. */
export type LicenseKey = { signer: Signer; keyId: string; publicKey: string };

/** Finds a key by its id; null if its private key is not on this machine. */
export type LicenseKeys = (keyId: string) => Promise<LicenseKey | null>;

export const createLicenseKey = (signer: Signer): LicenseKey => ({
  signer,
  keyId: computeKeyId(signer.publicKey, nodePrimitives),
  publicKey: bytesToHex(signer.publicKey),
});

/**
 * Returns a function that finds keys in the configured file and in the files next to it. A key is read from its file when it is first
 * needed.
 */
export function createLicenseKeyFinder(file: string): LicenseKeys {
  const keysById = new Map<string, LicenseKey>();
  return async (keyId) => {
    const cachedKey = keysById.get(keyId);
    if (cachedKey) return cachedKey;
    const storedKey = await findLicenceKey(file, keyId);
    if (!storedKey) return null;
    const key = createLicenseKey(storedKey.signer);
    keysById.set(keyId, key);
    return key;
  };
}

/** Returns a function that finds only the given key. */
export const createSingleLicenseKey =
  (key: LicenseKey): LicenseKeys =>
  async (keyId) =>
    key.keyId === keyId ? key : null;

/**
 * Finds the current signing key, or null if its private key is not on this machine. The id of the current key is in the database, so that all
 * processes sign with the same key and use a new key without a restart.
 */
export async function findCurrentKey(db: Db, keys: LicenseKeys | null): Promise<LicenseKey | null> {
  const keyId = await findCurrentKeyId(db);
  return keyId === null || keys === null ? null : keys(keyId);
}

/** Thrown if the current key was switched after its private key was read and before the licence was signed. */
class KeySwitchedError extends Error {}

type SigningContext = { database: Database; keys: LicenseKeys | null };

/**
 * Runs a transaction that signs with the current key, and repeats it once if the key was switched meanwhile. Throws CANNOT_ISSUE if the
 * private key is not on this machine.
 */
export async function transactWithCurrentKey<T>(
  context: SigningContext,
  operation: (trx: Trx, key: LicenseKey) => Promise<T>,
): Promise<T> {
  try {
    return await signOnce(context, operation);
  } catch (thrown) {
    if (!(thrown instanceof KeySwitchedError)) throw thrown;
    return signOnce(context, operation);
  }
}

async function signOnce<T>(
  { database, keys }: SigningContext,
  operation: (trx: Trx, key: LicenseKey) => Promise<T>,
): Promise<T> {
  const key = await findCurrentKey(database.kysely, keys);
  if (!key) throw problem('CANNOT_ISSUE', { cause: await createMissingKeyError(database.kysely) });
  return database.transact(async (trx) => {
    await requireCurrentKey(trx, key);
    return operation(trx, key);
  });
}

/** Locks the current key until the transaction ends, so that it is not switched or revoked while the transaction signs with it. */
async function requireCurrentKey(trx: Trx, { keyId }: LicenseKey): Promise<void> {
  if ((await lockCurrentKeyId(trx)) !== keyId) throw new KeySwitchedError();
}

async function createMissingKeyError(db: Db): Promise<Error> {
  const keyId = await findCurrentKeyId(db);
  return new Error(
    keyId === null
      ? 'no signing key is current'
      : `the private half of the signing key ${keyId} is not on this machine`,
  );
}
