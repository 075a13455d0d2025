import type { Db } from '#server/database/database.ts';
import { days } from '#server/platform/clock.ts';
import { endOfDay } from './calendar.ts';
import { findBridgeFingerprints } from './bridges.repository.ts';
import { toStoredParts, toStoredUuid } from './machine-fingerprints.ts';
import { listKnownParts } from './seats.repository.ts';

/**
 * A bridge is a licence of a few days that does not count against the limit of PCs. A bridge is valid for `duration` days, and a PC gets at
 * most one within `interval` days.
 */
export const bridgeDays = { duration: 7, interval: 90 };

/**
 * The number of bridges that an account gets within the interval for a tool: codes are not signed, so an account could name many PCs. Two
 * codes with all of the first four parts belong to two PCs if they share no part, because a tool accepts no licence with fewer than three
 * parts of its PC. If a licence has fewer parts, two equal parts are enough for a tool, so a PC could have several such codes without a
 * common part.
 */
const maxBridgesPerAccount = { ofWholeCodes: 3, withShortCode: 1 };
const wholeCode = 4;

/** The facts that decide whether a PC gets a bridge licence, if the policy allows such licences. */
export type BridgeFacts = { isRequested: boolean; isPcUsed: boolean; isAccountUsed: boolean };

/** `grantEndsAt`: when the grant that allows the licence ends, in Unix milliseconds; null if it has no end. */
type BridgeTerms = { bridge?: BridgeFacts; grantEndsAt: number | null; now: number };

/** Returns when a bridge licence, issued in place of a refused licence, would end (Unix milliseconds); null if none is possible. */
export function findBridgeEnd(refusal: string | null, { bridge, grantEndsAt, now }: BridgeTerms): number | null {
  const isUsedUp = refusal === 'SEAT_LIMIT' || refusal === 'MOVE_LIMIT';
  if (!isUsedUp || !bridge || bridge.isPcUsed || bridge.isAccountUsed) return null;
  const end = endOfDay(now + days(bridgeDays.duration));
  return grantEndsAt === null ? end : Math.min(end, grantEndsAt);
}

type BridgeKey = { userId: number; toolId: string; fingerprint: Uint8Array; now: number };

/**
 * Finds the bridges of a tool in the last 90 days: whether any account had one on the PC with this fingerprint, and whether the account may
 * have another. A single equal part is enough for the same PC: codes are not signed, so a person could change the other parts in the code.
 */
export async function findBridgeUse(
  db: Db,
  { userId, toolId, fingerprint, now }: BridgeKey,
): Promise<Omit<BridgeFacts, 'isRequested'>> {
  const parts = listKnownParts(toStoredParts(fingerprint));
  const uuid = toStoredUuid(fingerprint);
  const rows = await findBridgeFingerprints(db, {
    userId,
    toolId,
    parts,
    uuid,
    since: now - days(bridgeDays.interval),
  });
  const ownRows = rows.filter((row) => row.userId === userId);
  const areWhole = [parts, ...ownRows.map((row) => listKnownParts(row.fingerprint))].every(
    (codeParts) => codeParts.length === wholeCode,
  );
  return {
    isPcUsed: rows.some(
      (row) =>
        (uuid !== null && row.anchorUuid === uuid) ||
        parts.some(({ from, part }) => row.fingerprint.startsWith(part, from - 1)),
    ),
    isAccountUsed:
      ownRows.length >= (areWhole ? maxBridgesPerAccount.ofWholeCodes : maxBridgesPerAccount.withShortCode),
  };
}
