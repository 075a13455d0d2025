import { hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import { computeKeyId } from '@basics/licensing/licence-code.ts';
import { sha256 } from '@noble/hashes/sha2.js';

const keyStatuses = ['current', 'next', 'retired', 'revoked'] as const;

/** The status of a key in the key rotation. A licence is valid with a signing key of any status except `revoked`. */
export type KeyStatus = (typeof keyStatuses)[number];

/** A public key of the portal: its id (16 hex digits), its 32 raw bytes, and its status. */
export type PublishedKey = { keyId: string; publicKey: Uint8Array; rotationStatus: KeyStatus };

/** Reads the published keys `{ keys: [{ publicKey, status }] }`. Malformed keys and keys with an unknown status are omitted. */
export const readPublishedKeys = (document: unknown): PublishedKey[] =>
  readList(document, 'keys').flatMap((entry) => readKey(entry) ?? []);

function readKey({ publicKey, status }: Fields): PublishedKey | undefined {
  const rotationStatus = keyStatuses.find((keyStatus) => keyStatus === status);
  if (rotationStatus === undefined || typeof publicKey !== 'string' || !/^[0-9a-f]{64}$/.test(publicKey))
    return undefined;
  const bytes = hexToBytes(publicKey);
  return { keyId: computeKeyId(bytes, { sha256 }), publicKey: bytes, rotationStatus };
}

/** The names of what a licence contains as numbers, bits or ids. The keys of the maps are texts like "7", "blue", "configRail" or "7/0". */
export type PublishedNames = {
  tools: ReadonlyMap<string, string>;
  brands: ReadonlyMap<string, string>;
  addOns: ReadonlyMap<string, string>;
};

/**
 * Reads the published names `{ tools: [{ id, name, number, addOns: [{ id, name, bit }] }], brands: [{ id, name, number }] }`. A document
 * without them gives no names.
 */
export function readPublishedNames(document: unknown): PublishedNames {
  const tools = readList(document, 'tools');
  return {
    tools: new Map(tools.map(({ number, name }) => [String(number), String(name)])),
    brands: new Map(
      readList(document, 'brands').flatMap(({ id, number, name }) => [
        [String(id), String(name)],
        [String(number), String(name)],
      ]),
    ),
    addOns: new Map(
      tools.flatMap((tool) =>
        readList(tool, 'addOns').flatMap(({ id, bit, name }) => [
          [String(id), String(name)],
          [`${String(tool['number'])}/${String(bit)}`, String(name)],
        ]),
      ),
    ),
  };
}

type Fields = Record<string, unknown>;

const readList = (document: unknown, fieldName: string): Fields[] => {
  const list = isObject(document) ? document[fieldName] : undefined;
  return Array.isArray(list) ? list.filter((entry) => isObject(entry)) : [];
};

export const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
