import { bytesToHex, hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import { computeKeyId } from '@basics/licensing/licence-code.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';

/**
 * A public key of a portal: its id (16 hexadecimal digits), its 32 raw bytes, and its status in the rotation of keys.
 */
export type TrustedKey = { kid: string; publicKey: Uint8Array; status: KeyStatus };

/**
 * A licence that was signed with a retired key stays valid until it expires. A key with a status that is not in this list, such as revoked,
 * is not trusted.
 */
const keyStatuses = ['current', 'next', 'retired'] as const;

type KeyStatus = (typeof keyStatuses)[number];

/**
 * Parses a list of keys, `{ "keys": [{ "kid", "publicKey", "status" }] }`. Returns undefined if the text has another format, or if an id
 * does not match its key.
 */
export function parseKeys(text: string): TrustedKey[] | undefined {
  const keyDocument = parseJson(text);
  if (!isObject(keyDocument) || !Array.isArray(keyDocument['keys'])) return undefined;
  const keys: TrustedKey[] = [];
  for (const keyEntry of keyDocument['keys']) {
    if (!isObject(keyEntry)) return undefined;
    const status = keyStatuses.find((knownStatus) => knownStatus === keyEntry['status']);
    if (status === undefined) continue;
    const key = toTrustedKey(keyEntry['kid'], keyEntry['publicKey'], status);
    if (key === undefined) return undefined;
    keys.push(key);
  }
  return keys.length > 0 ? keys : undefined;
}

export function writeKeys(keys: readonly TrustedKey[], otherFields: Record<string, unknown> = {}): string {
  const keyEntries = keys.map(({ kid, publicKey, status }) => ({ kid, publicKey: bytesToHex(publicKey), status }));
  return `${JSON.stringify({ ...otherFields, keys: keyEntries }, null, 2)}\n`;
}

/** Merges two lists of keys. The result contains each key once. */
export function mergeKeys(firstKeys: readonly TrustedKey[], secondKeys: readonly TrustedKey[]): TrustedKey[] {
  return [...firstKeys, ...secondKeys.filter((secondKey) => firstKeys.every((key) => key.kid !== secondKey.kid))];
}

/** Converts a raw public key that is built into a tool to a trusted key. Throws a TypeError for hex digits, and for another length than 32 bytes. */
export function createBuiltInKey(publicKey: Uint8Array): TrustedKey {
  if (!(publicKey instanceof Uint8Array) || publicKey.length !== 32)
    throw new TypeError("A public key is 32 raw bytes: Uint8Array.from(Buffer.from('…', 'hex')).");
  return { kid: computeKeyId(publicKey, nodePrimitives), publicKey, status: 'current' };
}

function toTrustedKey(kid: unknown, publicKey: unknown, status: KeyStatus): TrustedKey | undefined {
  if (typeof kid !== 'string' || typeof publicKey !== 'string') return undefined;
  if (!/^[0-9a-f]{64}$/.test(publicKey)) return undefined;
  const bytes = hexToBytes(publicKey);
  return computeKeyId(bytes, nodePrimitives) === kid ? { kid, publicKey: bytes, status } : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
