import { hexToBytes } from '@basics/licensing/bytes.ts';
import { computeKeyId } from '@basics/licensing/licence-code.ts';
import { sha256 } from '@noble/hashes/sha2.js';

const keyStatuses = ['current', 'next', 'retired', 'revoked'] as const;

/** The status of a key in the key rotation. A licence is valid with a signing key of any status except `revoked`. */
export type KeyStatus = (typeof keyStatuses)[number];

/** A public key of the portal: its id (16 hex digits), its 32 raw bytes, and its status. */
export type PublishedKey = { keyId: string; publicKey: Uint8Array; rotationStatus: KeyStatus };

/** Reads the published keys `{ keys: [{ publicKey, status }] }`. Malformed keys and keys with an unknown status are omitted. */
export function readPublishedKeys(document: unknown): PublishedKey[] {
  if (!isObject(document) || !Array.isArray(document['keys'])) return [];
  return document['keys'].flatMap((entry: unknown) => {
    const key = isObject(entry) ? readKey(entry) : undefined;
    return key ? [key] : [];
  });
}

function readKey({ publicKey, status }: Record<string, unknown>): PublishedKey | undefined {
  const rotationStatus = keyStatuses.find((keyStatus) => keyStatus === status);
  if (rotationStatus === undefined || typeof publicKey !== 'string' || !/^[0-9a-f]{64}$/.test(publicKey))
    return undefined;
  const bytes = hexToBytes(publicKey);
  return { keyId: computeKeyId(bytes, { sha256 }), publicKey: bytes, rotationStatus };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
