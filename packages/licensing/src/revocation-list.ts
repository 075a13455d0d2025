import { fromBase64, toBase64, bytesToHex, concatBytes, hexToBytes } from './encoding/bytes.ts';
import { neverExpires } from './licence-code.ts';
import type { Hashing, Primitives, Signer } from './primitives.ts';
import { accept, refuse, type Reading } from './encoding/reading.ts';
import { readSignedLines, writeSignedLines, type SignedLinesRefusal } from './encoding/signed-lines.ts';
import { parseStrictJson } from './encoding/strict-json.ts';

/** The licences and keys that a portal has revoked for one tool. Times are Unix seconds. */
export type RevocationList = {
  toolId: number;
  /** The sequence number: of two lists for a tool, the one with the higher number is used. */
  seq: number;
  issuedAt: number;
  /** The time at which the next list is due; this list stays valid after that time. */
  nextAt: number;
  /** Licence ids, 16 hex digits each, in ascending order. */
  ids: readonly string[];
  /** Ids of revoked signing keys, 16 hex digits each, in ascending order. */
  keys: readonly string[];
};

export type RevocationListRefusal = 'NOT_A_REVOCATION_LIST' | SignedLinesRefusal;

const listTitle = 'BASICS REVOCATIONS';
const idLength = 8;

/** Writes the four lines of a `.brl` file. The ids are sorted, so that the same list always has the same bytes. Throws a RangeError for a list that readers would refuse. */
export function writeRevocationList(list: RevocationList, signer: Signer, hashing: Hashing): string {
  const json = JSON.stringify({
    v: 1,
    tool: list.toolId,
    seq: list.seq,
    iat: list.issuedAt,
    next: list.nextAt,
    ids: toBase64(concatBytes(...list.ids.toSorted().map((id) => hexToBytes(id)))),
    keys: list.keys.toSorted(),
  });
  if (parseList(json) === undefined) throw new RangeError('The revocation list is malformed');
  return writeSignedLines(listTitle, json, signer, hashing);
}

/**
 * Verifies the signature with the trusted keys, and only then parses the list; see `readSignedLines`. `keyId` is the id
 * of the key that signed the list.
 */
export function readRevocationList(
  text: string,
  publicKeys: readonly Uint8Array[],
  primitives: Primitives,
): Reading<{ list: RevocationList; keyId: string }, RevocationListRefusal> {
  const signedLines = readSignedLines(
    text,
    { title: listTitle, refusal: 'NOT_A_REVOCATION_LIST' },
    publicKeys,
    primitives,
  );
  if (!signedLines.ok) return signedLines;
  const { json, keyId } = signedLines.value;
  const version = readFields(json)['v'];
  if (Number.isSafeInteger(version) && Number(version) > 1) return refuse('FILE_NEWER');
  const list = version === 1 ? parseList(json) : undefined;
  return list === undefined ? refuse('FILE_DAMAGED', { detail: 'malformed' }) : accept({ list, keyId });
}

function parseList(json: string): RevocationList | undefined {
  const { tool, seq, iat, next, ids, keys } = readFields(json);
  if (!isIntegerUpTo(tool, 0xffff) || !isIntegerUpTo(seq, Number.MAX_SAFE_INTEGER)) return undefined;
  if (!isIntegerUpTo(iat, neverExpires) || !isIntegerUpTo(next, neverExpires) || next < iat) return undefined;
  const unpackedIds = typeof ids === 'string' ? unpackIds(ids) : undefined;
  if (unpackedIds === undefined || !isSortedHex(keys)) return undefined;
  return { toolId: tool, seq, issuedAt: iat, nextAt: next, ids: unpackedIds, keys };
}

/** Decodes the ids, eight bytes each; undefined unless they are in ascending order. */
function unpackIds(packedIds: string): string[] | undefined {
  const bytes = fromBase64(packedIds);
  if (bytes === undefined || bytes.length % idLength !== 0) return undefined;
  const ids = Array.from({ length: bytes.length / idLength }, (_, index) =>
    bytesToHex(bytes.subarray(index * idLength, (index + 1) * idLength)),
  );
  return isSortedHex(ids) ? ids : undefined;
}

function isSortedHex(value: unknown): value is string[] {
  if (!Array.isArray(value)) return false;
  return value.every(
    (id, index) =>
      typeof id === 'string' && /^[0-9a-f]{16}$/.test(id) && (index === 0 || id > String(value[index - 1])),
  );
}

function isIntegerUpTo(value: unknown, maximum: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= maximum;
}

function readFields(json: string): Record<string, unknown> {
  const value = parseStrictJson(json)?.value;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
