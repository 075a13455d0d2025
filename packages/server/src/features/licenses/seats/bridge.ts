import type { Db } from '#server/database/foundation.ts';
import { days, endOfDay } from '#server/platform/clock/clock.ts';
import { findBridgeFingerprints, listKnownParts, toStoredParts, toStoredUuid } from './machine-parts.repository.ts';

/**
 * A bridge is a licence of a few days that does not count against the limit of PCs. A bridge is valid for `duration` days, and a PC gets at
 * most one within `interval` days.
 */
export const bridgeDays = { duration: 7, interval: 90 };

/**
 * The maximum number of bridges of an account within the interval for a tool. Without a maximum, an account could send codes of many PCs
 * that do not exist, because codes are not signed. The maximum is higher for whole codes, which have all of the first four parts: two whole
 * codes without a common part are from two PCs, because a tool accepts a licence with four parts only on a PC that has three of them. A tool
 * accepts a licence with fewer parts on a PC that has two of them, so one PC could send several short codes without a common part.
 */
const maxBridgesPerAccount = { ofWholeCodes: 3, withShortCode: 1 };
const partsOfWholeCode = 4;

/**
 * The facts that decide whether a PC gets a bridge licence, if the policy allows bridges. `isPcLimitReached` and
 * `isAccountLimitReached`: the PC or the account already had the allowed number of bridges.
 */
export type BridgeFacts = { isRequested: boolean; isPcLimitReached: boolean; isAccountLimitReached: boolean };

/** `grantEndsAt`: when the grant that allows the licence ends, in Unix milliseconds; null if it has no end. */
type BridgeTerms = { bridge?: BridgeFacts; grantEndsAt: number | null; now: number };

/** Returns when a bridge licence, issued in place of a refused licence, would end (Unix milliseconds); null if no bridge is possible. */
export function findBridgeEnd(refusal: string | null, { bridge, grantEndsAt, now }: BridgeTerms): number | null {
  const isLimitReached = refusal === 'SEAT_LIMIT' || refusal === 'MOVE_LIMIT';
  if (!isLimitReached || !bridge || bridge.isPcLimitReached || bridge.isAccountLimitReached) return null;
  const end = endOfDay(now + days(bridgeDays.duration));
  return grantEndsAt === null ? end : Math.min(end, grantEndsAt);
}

type BridgeKey = { userId: number; toolId: string; fingerprint: Uint8Array; now: number };

/**
 * Finds the bridges of a tool in the last 90 days: whether any account had a bridge on the PC with this fingerprint, and whether the
 * account already had the allowed number of bridges. Codes with one equal part count as codes of the same PC, because codes are not signed,
 * and a person could change the other parts.
 */
export async function findReachedBridgeLimits(
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
  const areCodesWhole = [parts, ...ownRows.map((row) => listKnownParts(row.fingerprint))].every(
    (codeParts) => codeParts.length === partsOfWholeCode,
  );
  return {
    isPcLimitReached: rows.some(
      (row) =>
        (uuid !== null && row.anchorUuid === uuid) ||
        parts.some(({ from, part }) => row.fingerprint.startsWith(part, from - 1)),
    ),
    isAccountLimitReached:
      ownRows.length >= (areCodesWhole ? maxBridgesPerAccount.ofWholeCodes : maxBridgesPerAccount.withShortCode),
  };
}
