import { bytesToHex, hexToBytes } from './encoding/bytes.ts';
import { trimFingerprint } from './fingerprint.ts';
import { readLicenceCode, type LicenceCode, type LicenceCodeRefusal } from './licence-code.ts';
import { looksLikeLicenceFile, readLicenceFile, type LicenceFile, type LicenceFileRefusal } from './licence-file.ts';
import type { Primitives } from './primitives.ts';
import { accept, type Reading } from './encoding/reading.ts';
import { parseStrictJson } from './encoding/strict-json.ts';

/**
 * The terms that a tool checks, from a code or a file. A code does not contain all terms: missing terms are undefined
 * or empty, the licence begins when it is issued, and its grace period is `graceDaysOfCode`.
 */
export type Licence = {
  carrier: 'code' | 'file';
  /** `licenceId` and `keyId` have 16 hex digits. */
  licenceId: string;
  keyId: string;
  tool: { id: number; name: string | undefined; maxMajor: number };
  /** The id of the brand; a code contains only the number of the brand, 0 to 7. */
  brand: string | number;
  user: string | undefined;
  trial: boolean;
  /**
   * A licence of a few days that needs no staff. A licence code does not say whether it is a bridge, so `bridge` is
   * false for codes.
   */
  bridge: boolean;
  machine: { fingerprint: Uint8Array; scheme: number; name: string | undefined };
  entitlements: { bits: number; names: readonly string[] };
  preferences: Readonly<Record<string, unknown>>;
  issuedAt: number;
  notBefore: number;
  expiresAt: number;
  graceDays: number;
  /** Ids of licences that this licence revokes. */
  deny: readonly string[];
};

/**
 * The grace period of every licence code in days. A code does not contain its grace period, so it is the same for all
 * codes.
 */
export const graceDaysOfCode = 14;

export type LicenceRefusal = LicenceCodeRefusal | LicenceFileRefusal;

/**
 * Reads a licence code or licence file and verifies its signature; `checkLicence` then checks the dates and the
 * machine.
 */
export function readLicence(
  text: string,
  keys: readonly Uint8Array[],
  primitives: Primitives,
): Reading<Licence, LicenceRefusal> {
  if (looksLikeLicenceFile(text)) {
    const fileReading = readLicenceFile(text, keys, primitives);
    return fileReading.ok ? accept(toLicenceFromFile(fileReading.value)) : fileReading;
  }
  const codeReading = readLicenceCode(text, keys, primitives);
  return codeReading.ok ? accept(toLicenceFromCode(codeReading.value)) : codeReading;
}

/**
 * Returns whether a licence includes an add-on. A file names its add-ons; a code has only their bits, whose names are in `tools`, the text
 * of `/.well-known/basics-tools`. A text without this tool or add-on names no bit, so a code does not include the add-on. No licence
 * includes nothing.
 */
export function hasAddOn(licence: Licence | undefined, addOn: string, tools: string): boolean {
  if (licence === undefined) return false;
  const { entitlements, tool } = licence;
  if (entitlements.names.includes(addOn)) return true;
  const bit = findBit(tools, tool.id, addOn);
  return bit !== undefined && Math.floor(entitlements.bits / 2 ** bit) % 2 === 1;
}

function findBit(tools: string, toolId: number, addOn: string): number | undefined {
  const tool = listObjects(parseStrictJson(tools)?.value, 'tools').find((entry) => entry['number'] === toolId);
  const bit = listObjects(tool, 'addOns').find((entry) => entry['id'] === addOn)?.['bit'];
  return typeof bit === 'number' && Number.isInteger(bit) && bit >= 0 && bit < 32 ? bit : undefined;
}

/** Lists the objects in the array with this name; there are none if the value has another form. */
function listObjects(value: unknown, name: string): Record<string, unknown>[] {
  const entries: unknown =
    typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : [];
  return Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'object' && entry !== null) : [];
}

export function toLicenceFromCode({ terms, keyId }: LicenceCode): Licence {
  return {
    carrier: 'code',
    licenceId: bytesToHex(terms.licenceId),
    keyId,
    tool: { id: terms.toolId, name: undefined, maxMajor: terms.maxMajor },
    brand: terms.brand,
    user: undefined,
    trial: terms.trial,
    bridge: false,
    machine: { fingerprint: terms.fingerprint, scheme: terms.scheme, name: undefined },
    entitlements: { bits: terms.entitlements, names: [] },
    preferences: {},
    issuedAt: terms.issuedAt,
    notBefore: terms.issuedAt,
    expiresAt: terms.expiresAt,
    graceDays: graceDaysOfCode,
    deny: [],
  };
}

export function toLicenceFromFile({ payload, keyId }: LicenceFile): Licence {
  return {
    carrier: 'file',
    licenceId: payload.lid,
    keyId,
    tool: payload.tool,
    brand: payload.brand,
    user: payload.user,
    trial: payload.trial ?? false,
    bridge: payload.bridge ?? false,
    machine: {
      fingerprint: trimFingerprint(hexToBytes(payload.machine.fp + (payload.machine.uuid ?? ''))),
      scheme: payload.machine.scheme,
      name: payload.machine.name,
    },
    entitlements: payload.ent,
    preferences: payload.prefs,
    issuedAt: payload.iat,
    notBefore: payload.nbf,
    expiresAt: payload.exp,
    graceDays: payload.graceDays,
    deny: payload.deny ?? [],
  };
}
