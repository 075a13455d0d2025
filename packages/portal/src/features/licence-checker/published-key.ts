import { hexToBytes } from '@basics/licensing/bytes.ts';
import { keyIdOf } from '@basics/licensing/licence-code.ts';
import { sha256 } from '@noble/hashes/sha2.js';

const standings = ['current', 'next', 'retired', 'revoked'] as const;

/** Where a key stands in the rotation; licences of all but a revoked one count. */
export type Standing = (typeof standings)[number];

/** A public key of the portal: its id (16 hex digits), its 32 raw bytes, and where it stands. */
export type PublishedKey = { keyId: string; publicKey: Uint8Array; standing: Standing };

/** The keys in what a portal publishes, `{ keys: [{ publicKey, status }] }`; one that is malformed or of unknown status is left out. */
export function publishedKeysIn(document: unknown): PublishedKey[] {
  if (!isObject(document) || !Array.isArray(document['keys'])) return [];
  return document['keys'].flatMap((entry: unknown) => {
    const key = isObject(entry) ? keyOf(entry) : undefined;
    return key ? [key] : [];
  });
}

function keyOf({ publicKey, status }: Record<string, unknown>): PublishedKey | undefined {
  const standing = standings.find((known) => known === status);
  if (standing === undefined || typeof publicKey !== 'string' || !/^[0-9a-f]{64}$/.test(publicKey)) return undefined;
  const bytes = hexToBytes(publicKey);
  return { keyId: keyIdOf(bytes, { sha256 }), publicKey: bytes, standing };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
