import { findScheme } from './fingerprint.ts';
import { anyMajor, neverExpires } from './licence-code.ts';
import { isMachineName } from './machine-name.ts';
import { parseStrictJson } from './encoding/strict-json.ts';

/** The payload of a licence file; hex is lower case, times are whole Unix seconds. */
export type LicencePayload = {
  v: 1;
  /** 16 hex digits: the licence id. */
  lid: string;
  /** The name of the person or company that the licence was issued to. */
  user: string;
  brand: string;
  tool: { id: number; name: string; maxMajor: number };
  /**
   * `fp`: 32 hex digits, the first four components from the verification code. `uuid`: 8 hex digits, the fifth
   * component of the fingerprint; only in scheme 2. The fifth component has its own field, so that a reader of scheme 1
   * answers `FILE_NEWER` and not `FILE_DAMAGED`.
   */
  machine: { fp: string; uuid?: string; scheme: number; name: string };
  /** 64 hex digits: SHA-256 of all bytes of the verification code. */
  vc: string;
  ent: { bits: number; names: string[] };
  prefs: Record<string, unknown>;
  /** Issued at. */
  iat: number;
  /** "Not before": the start of the licence. */
  nbf: number;
  /** The end of the licence, later than `iat` and `nbf`, or `neverExpires`. */
  exp: number;
  graceDays: number;
  /** The sequence number of the licences for this machine: a licence with a higher number replaces one with a lower number. */
  seq: number;
  /** Ids of licences that a tool must refuse from now on. */
  deny?: string[];
  /**
   * `trial`: a trial licence. `bridge`: a licence of a few days that needs no staff. If `trial` or `bridge` is absent,
   * its value is false.
   */
  trial?: boolean;
  bridge?: boolean;
  /** 64 hex digits: the hash of the newest entry of the portal's audit log. Readers ignore it. */
  audit?: string;
};

export type PayloadReading =
  | { state: 'read'; payload: LicencePayload }
  | { state: 'newer' }
  | { state: 'malformed'; field: string };

/**
 * Parses the payload of a licence strictly, because a mistake would grant or refuse a licence wrongly. Fields that
 * version 1 does not know are ignored.
 */
export function parsePayload(text: string): PayloadReading {
  const parsedJson = parseStrictJson(text);
  if (parsedJson === undefined || !isObject(parsedJson.value)) return { state: 'malformed', field: 'payload' };
  const version = parsedJson.value['v'];
  if (Number.isSafeInteger(version) && Number(version) > 1) return { state: 'newer' };
  if (version !== 1) return { state: 'malformed', field: 'v' };
  try {
    return { state: 'read', payload: readPayload(parsedJson.value) };
  } catch (error) {
    if (error instanceof NewerField) return { state: 'newer' };
    if (error instanceof FieldMistake) return { state: 'malformed', field: error.field };
    throw error;
  }
}

class FieldMistake extends Error {
  readonly field: string;
  constructor(field: string) {
    super(`${field} of a licence payload is malformed`);
    this.field = field;
  }
}

class NewerField extends Error {}

function readPayload(fields: JsonFields): LicencePayload {
  const tool = readObject(fields, 'tool');
  const machine = readObject(fields, 'machine');
  const entitlements = readObject(fields, 'ent');
  const payload: LicencePayload = {
    v: 1,
    lid: readHex(fields, 'lid', 16),
    user: readText(fields, 'user'),
    brand: readText(fields, 'brand'),
    tool: {
      id: readInteger(tool, 'id', 0xffff),
      name: readText(tool, 'name'),
      maxMajor: readInteger(tool, 'maxMajor', anyMajor),
    },
    machine: {
      fp: readHex(machine, 'fp', 32),
      ...(machine['scheme'] === 2 ? { uuid: readHex(machine, 'uuid', 8) } : {}),
      scheme: readInteger(machine, 'scheme', 15),
      name: readText(machine, 'name'),
    },
    vc: readHex(fields, 'vc', 64),
    ent: { bits: readInteger(entitlements, 'bits', 0xffff_ffff), names: readTexts(entitlements, 'names') },
    prefs: readObject(fields, 'prefs'),
    iat: readInteger(fields, 'iat', neverExpires),
    nbf: readInteger(fields, 'nbf', neverExpires),
    exp: readInteger(fields, 'exp', neverExpires),
    graceDays: readInteger(fields, 'graceDays', 3660),
    seq: readInteger(fields, 'seq', Number.MAX_SAFE_INTEGER),
    ...('trial' in fields ? { trial: readBoolean(fields, 'trial') } : {}),
    ...('bridge' in fields ? { bridge: readBoolean(fields, 'bridge') } : {}),
    ...('deny' in fields ? { deny: readTexts(fields, 'deny') } : {}),
  };
  if (payload.deny?.some((id) => !/^[0-9a-f]{16}$/.test(id)) === true) throw new FieldMistake('deny');
  if (findScheme(payload.machine.scheme) === undefined) throw new NewerField();
  if (!isMachineName(payload.machine.name)) throw new FieldMistake('machine.name');
  if (payload.exp <= payload.iat || payload.exp <= payload.nbf) throw new FieldMistake('exp');
  return payload;
}

type JsonFields = Record<string, unknown>;

function isObject(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readObject(fields: JsonFields, name: string): JsonFields {
  const value = fields[name];
  if (!isObject(value)) throw new FieldMistake(name);
  return value;
}

function readText(fields: JsonFields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new FieldMistake(name);
  return value;
}

function readBoolean(fields: JsonFields, name: string): boolean {
  const value = fields[name];
  if (typeof value !== 'boolean') throw new FieldMistake(name);
  return value;
}

function readTexts(fields: JsonFields, name: string): string[] {
  const value = fields[name];
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'string')) throw new FieldMistake(name);
  return value;
}

function readHex(fields: JsonFields, name: string, digits: number): string {
  const value = readText(fields, name);
  if (value.length !== digits || !/^[0-9a-f]*$/.test(value)) throw new FieldMistake(name);
  return value;
}

function readInteger(fields: JsonFields, name: string, maximum: number): number {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > maximum)
    throw new FieldMistake(name);
  return value;
}
