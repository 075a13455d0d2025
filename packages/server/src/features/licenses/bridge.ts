import { bytesToHex } from '@basics/licensing/bytes.ts';
import type { Db } from '#server/database/database.ts';
import { days } from '#server/platform/clock.ts';
import { endOfDay } from './calendar.ts';
import { findBridgeFingerprints } from './bridges.repository.ts';
import { knownParts } from './seats.repository.ts';

/** A bridge is a short licence without a seat. It is valid for `duration` days, and a PC gets at most one within `interval` days. */
export const bridgeDays = { duration: 7, interval: 90 };

/** Codes are not signed, so an account could name many PCs: it gets at most this many bridges of a tool within the interval. */
const maxBridgesPerAccount = 3;

/** The facts that decide whether a PC gets a bridge, if the policy allows bridges. */
export type BridgeFacts = { isRequested: boolean; isPcUsed: boolean; usedByAccount: number };

/** `grantEndsAt`: when the grant that allows the licence ends, in Unix milliseconds; null if it has no end. */
type BridgeTerms = { bridge?: BridgeFacts; grantEndsAt: number | null; now: number };

/** When a bridge would end that replaces a refused licence, in Unix milliseconds; null if no bridge is possible. */
export function findBridgeEnd(refusal: string | null, { bridge, grantEndsAt, now }: BridgeTerms): number | null {
  const isUsedUp = refusal === 'SEAT_LIMIT' || refusal === 'MOVE_LIMIT';
  if (!isUsedUp || !bridge || bridge.isPcUsed || bridge.usedByAccount >= maxBridgesPerAccount) return null;
  const end = endOfDay(now + days(bridgeDays.duration));
  return grantEndsAt === null ? end : Math.min(end, grantEndsAt);
}

type BridgeKey = { userId: number; toolId: string; fingerprint: Uint8Array; now: number };

/**
 * Counts the account's bridges of a tool in the last 90 days, and finds whether any account had one on the PC with this fingerprint. One
 * equal part is enough: codes are not signed, so a person could change the other parts in the code of the same PC.
 */
export async function findBridgeUse(
  db: Db,
  { userId, toolId, fingerprint, now }: BridgeKey,
): Promise<Pick<BridgeFacts, 'isPcUsed' | 'usedByAccount'>> {
  const since = now - days(bridgeDays.interval);
  const fingerprintHex = bytesToHex(fingerprint);
  const bridges = await findBridgeFingerprints(db, { userId, toolId, fingerprint: fingerprintHex, since });
  const parts = knownParts(fingerprintHex);
  return {
    isPcUsed: bridges.some((row) => parts.some(({ from, part }) => row.fingerprint.startsWith(part, from - 1))),
    usedByAccount: bridges.filter((row) => row.userId === userId).length,
  };
}
