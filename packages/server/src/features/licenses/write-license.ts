import { bytesToHex, hexToBytes } from '@basics/licensing/bytes.ts';
import { padFingerprint } from '@basics/licensing/fingerprint.ts';
import { readLicenceCode, hashRequest, writeLicenceCode } from '@basics/licensing/licence-code.ts';
import { readLicenceFile, writeLicenceFile } from '@basics/licensing/licence-file.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { seconds } from '#server/platform/clock.ts';
import { afterLastDay, endOfDay } from './calendar.ts';
import type { LicenseKey } from './license-key.ts';

/** The contents of a licence; times in Unix milliseconds, ids in the licence format. */
export type LicenseContent = {
  uid: string;
  userName: string;
  brand: { id: string; name: string; code: number };
  tool: { id: string; name: string; code: number; maxMajor: number };
  request: VerificationCode;
  /**
   * The anchor of the PC, never the fingerprint of the code: the portal and the tool each accept one changed part, and
   * two accepted changes would add up.
   */
  anchor: Uint8Array;
  entitlements: { bits: number; names: readonly string[] };
  preferences: Record<string, unknown>;
  isTrial: boolean;
  isBridge?: boolean;
  issuedAt: number;
  /** A moment of the last day in UTC. The licence is valid through that day in every time zone. */
  expiresAt: number;
  graceDays: number;
  seq: number;
  /** Ids of licences that the tool must not accept any more. */
  deny: readonly string[];
  /** The hash of the newest entry of the audit log; null while there is none. */
  audit: string | null;
};

/**
 * Signs a licence as a code and as a file, and reads both back before they are returned, so that nothing is stored that
 * the tool would refuse. Ed25519 is deterministic (RFC 8032, 5.1.6), so the same data always give the same bytes.
 */
export function writeLicense(facts: LicenseContent, key: LicenseKey): { code: string; file: string } {
  const code = writeLicenceCode(toTerms(facts), key.signer, nodePrimitives);
  const file = writeLicenceFile(toPayload(facts), key.signer, nodePrimitives);
  const keys = [key.signer.publicKey];
  const unreadable = [readLicenceCode(code, keys, nodePrimitives), readLicenceFile(file, keys, nodePrimitives)].find(
    (reading) => !reading.ok,
  );
  if (unreadable) throw new Error('a licence that was just signed cannot be read back', { cause: unreadable });
  return { code, file };
}

function toTerms(facts: LicenseContent) {
  const { claims, bytes } = facts.request;
  return {
    licenceId: hexToBytes(facts.uid),
    toolId: facts.tool.code,
    maxMajor: facts.tool.maxMajor,
    scheme: claims.scheme,
    brand: facts.brand.code,
    trial: facts.isTrial,
    entitlements: facts.entitlements.bits,
    issuedAt: toUnixSeconds(facts.issuedAt),
    expiresAt: toUnixSeconds(endOfDay(facts.expiresAt) + afterLastDay),
    fingerprint: facts.anchor,
    requestHash: hashRequest(bytes, nodePrimitives, claims.scheme),
  };
}

function toPayload(facts: LicenseContent) {
  const { claims, bytes } = facts.request;
  const anchor = bytesToHex(padFingerprint(facts.anchor, claims.scheme));
  const uuid = anchor.slice(32);
  return {
    v: 1 as const,
    lid: facts.uid,
    user: facts.userName,
    brand: facts.brand.id,
    tool: { id: facts.tool.code, name: facts.tool.name, maxMajor: facts.tool.maxMajor },
    machine: {
      fp: anchor.slice(0, 32),
      ...(uuid !== '' && { uuid }),
      scheme: claims.scheme,
      name: claims.machineName,
    },
    vc: bytesToHex(nodePrimitives.sha256(bytes)),
    ent: { bits: facts.entitlements.bits, names: [...facts.entitlements.names] },
    prefs: facts.preferences,
    iat: toUnixSeconds(facts.issuedAt),
    nbf: toUnixSeconds(facts.issuedAt),
    exp: toUnixSeconds(endOfDay(facts.expiresAt) + afterLastDay),
    graceDays: facts.graceDays,
    seq: facts.seq,
    ...(facts.isTrial && { trial: true }),
    ...(facts.isBridge === true && { bridge: true }),
    ...(facts.deny.length > 0 && { deny: [...facts.deny] }),
    ...(facts.audit !== null && { audit: facts.audit }),
  };
}

const toUnixSeconds = (at: number): number => Math.floor(at / seconds(1));
