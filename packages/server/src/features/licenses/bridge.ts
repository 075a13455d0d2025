import { bytesToHex } from '@basics/licensing/bytes.ts';
import type { Db } from '#server/database/database.ts';
import { days } from '#server/platform/clock.ts';
import { endOfDay } from './calendar.ts';
import { findBridgeFingerprints } from './bridges.repository.ts';
import { knownParts } from './seats.repository.ts';

/** A bridge lasts this many days, and a PC gets one in this many days. */
export const bridgeDays = { lasts: 7, every: 90 };

/** Codes are not signed, so an account could name many PCs: it gets this many bridges of a tool in the same time. */
const mostPerAccount = 3;

/** What decides about a bridge where the policy gives bridges. */
export type BridgeStanding = { isAsked: boolean; isPcUsed: boolean; usedByAccount: number };

/** `grantEndsAt`: the end of the grant that allows the licence, if it has one. */
type BridgeTerms = { bridge?: BridgeStanding; grantEndsAt: number | null; now: number };

/** Whether a bridge is possible in place of the licence that a plan refuses. Its end in Unix milliseconds, or null. */
export function findBridgeEnd(refusal: string | null, { bridge, grantEndsAt, now }: BridgeTerms): number | null {
  const isUsedUp = refusal === 'SEAT_LIMIT' || refusal === 'MOVE_LIMIT';
  if (!isUsedUp || !bridge || bridge.isPcUsed || bridge.usedByAccount >= mostPerAccount) return null;
  const end = endOfDay(now + days(bridgeDays.lasts));
  return grantEndsAt === null ? end : Math.min(end, grantEndsAt);
}

type BridgeKey = { userId: number; toolId: string; fingerprint: Uint8Array; now: number };

/**
 * The bridges of a tool in the last 90 days: of the account, and whether any account had one on the PC with this fingerprint. One equal part
 * is enough: codes are not signed, so a person could change the other parts in the code of the same PC.
 */
export async function findBridgeUse(
  db: Db,
  { userId, toolId, fingerprint, now }: BridgeKey,
): Promise<Pick<BridgeStanding, 'isPcUsed' | 'usedByAccount'>> {
  const since = now - days(bridgeDays.every);
  const hex = bytesToHex(fingerprint);
  const rows = await findBridgeFingerprints(db, { userId, toolId, fingerprint: hex, since });
  const parts = knownParts(hex);
  return {
    isPcUsed: rows.some((row) => parts.some(({ from, part }) => row.fingerprint.startsWith(part, from - 1))),
    usedByAccount: rows.filter((row) => row.userId === userId).length,
  };
}
