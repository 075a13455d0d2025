import { bytesToHex, hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import { padFingerprint } from '@basics/licensing/fingerprint.ts';
import { readLicenceCode, hashRequest, writeLicenceCode } from '@basics/licensing/licence-code.ts';
import { readLicenceFile, writeLicenceFile } from '@basics/licensing/licence-file.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { seconds, expiryMarginMs, endOfDay } from '#server/platform/clock/clock.ts';
import type { LicenseKey } from '../license-key.ts';

/** The contents of a licence. Times are in Unix milliseconds, and docs/licence-format.md describes the ids and codes. */
export type LicenseContent = {
  uid: string;
  userName: string;
  brand: { id: string; name: string; code: number };
  tool: { id: string; name: string; code: number; maxMajor: number };
  request: VerificationCode;
  /**
   * The anchor of the PC, never the fingerprint in the code: the portal and the tool each accept one changed part, so with the fingerprint
   * in the code a licence could be valid on a PC with two changed parts.
   */
  anchor: Uint8Array;
  entitlements: { bits: number; names: readonly string[] };
  preferences: Record<string, unknown>;
  isTrial: boolean;
  isBridge?: boolean;
  issuedAt: number;
  /** A time on the last day of the licence, in UTC. The licence is valid until its last day ends in every time zone. */
  expiresAt: number;
  graceDays: number;
  seq: number;
  /** Ids of licences that the tool must not accept any more. */
  deny: readonly string[];
  /** The hash of the newest entry of the audit log; null if the log is empty. */
  audit: string | null;
};

/**
 * Signs a licence as a code and as a file, and reads both back before they are returned, so that nothing is stored that
 * the tool would refuse. Ed25519 is deterministic (RFC 8032, 5.1.6), so the same data always give the same bytes.
 */
export function writeLicense(content: LicenseContent, key: LicenseKey): { code: string; file: string } {
  const code = writeLicenceCode(toTerms(content), key.signer, nodePrimitives);
  const file = writeLicenceFile(toPayload(content), key.signer, nodePrimitives);
  const publicKeys = [key.signer.publicKey];
  const failedResult = [
    readLicenceCode(code, publicKeys, nodePrimitives),
    readLicenceFile(file, publicKeys, nodePrimitives),
  ].find((readResult) => !readResult.ok);
  if (failedResult) throw new Error('a licence that was just signed cannot be read back', { cause: failedResult });
  return { code, file };
}

function toTerms(content: LicenseContent) {
  const { claims, bytes } = content.request;
  return {
    licenceId: hexToBytes(content.uid),
    toolId: content.tool.code,
    maxMajor: content.tool.maxMajor,
    scheme: claims.scheme,
    brand: content.brand.code,
    trial: content.isTrial,
    entitlements: content.entitlements.bits,
    issuedAt: toUnixSeconds(content.issuedAt),
    expiresAt: toUnixSeconds(endOfDay(content.expiresAt) + expiryMarginMs),
    fingerprint: content.anchor,
    requestHash: hashRequest(bytes, nodePrimitives, claims.scheme),
  };
}

function toPayload(content: LicenseContent) {
  const { claims, bytes } = content.request;
  const anchor = bytesToHex(padFingerprint(content.anchor, claims.scheme));
  const uuid = anchor.slice(32);
  return {
    v: 1 as const,
    lid: content.uid,
    user: content.userName,
    brand: content.brand.id,
    tool: { id: content.tool.code, name: content.tool.name, maxMajor: content.tool.maxMajor },
    machine: {
      fp: anchor.slice(0, 32),
      ...(uuid !== '' && { uuid }),
      scheme: claims.scheme,
      name: claims.machineName,
    },
    vc: bytesToHex(nodePrimitives.sha256(bytes)),
    ent: { bits: content.entitlements.bits, names: [...content.entitlements.names] },
    prefs: content.preferences,
    iat: toUnixSeconds(content.issuedAt),
    nbf: toUnixSeconds(content.issuedAt),
    exp: toUnixSeconds(endOfDay(content.expiresAt) + expiryMarginMs),
    graceDays: content.graceDays,
    seq: content.seq,
    ...(content.isTrial && { trial: true }),
    ...(content.isBridge === true && { bridge: true }),
    ...(content.deny.length > 0 && { deny: [...content.deny] }),
    ...(content.audit !== null && { audit: content.audit }),
  };
}

const toUnixSeconds = (at: number): number => Math.floor(at / seconds(1));
