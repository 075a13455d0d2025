import type { Db } from '#server/database/database.ts';
import { days } from '#server/platform/clock.ts';
import { endOfDay } from './calendar.ts';
import { findBridgeFingerprints } from './bridges.repository.ts';
import { toStoredParts, toStoredUuid } from './machine-fingerprints.ts';
import { knownParts } from './seats.repository.ts';

/** A bridge lasts this many days, and a PC gets one in this many days. */
export const bridgeDays = { lasts: 7, every: 90 };

/**
 * Codes are not signed, so an account could name many PCs: it gets this many bridges of a tool in the same time. Two codes with all of the
 * first four parts are of two PCs if they share no part, because a tool accepts no licence with fewer than three parts of its PC. Of a
 * licence with fewer parts it accepts two, so one PC could have several such codes without a common part.
 */
const mostPerAccount = { ofWholeCodes: 3, withShortCode: 1 };
const wholeCode = 4;

/** What decides about a bridge where the policy gives bridges. */
export type BridgeStanding = { isAsked: boolean; isPcUsed: boolean; isAccountUsed: boolean };

/** `grantEndsAt`: the end of the grant that allows the licence, if it has one. */
type BridgeTerms = { bridge?: BridgeStanding; grantEndsAt: number | null; now: number };

/** Whether a bridge is possible in place of the licence that a plan refuses. Its end in Unix milliseconds, or null. */
export function findBridgeEnd(refusal: string | null, { bridge, grantEndsAt, now }: BridgeTerms): number | null {
  const isUsedUp = refusal === 'SEAT_LIMIT' || refusal === 'MOVE_LIMIT';
  if (!isUsedUp || !bridge || bridge.isPcUsed || bridge.isAccountUsed) return null;
  const end = endOfDay(now + days(bridgeDays.lasts));
  return grantEndsAt === null ? end : Math.min(end, grantEndsAt);
}

type BridgeKey = { userId: number; toolId: string; fingerprint: Uint8Array; now: number };

/**
 * The bridges of a tool in the last 90 days: whether any account had one on the PC with this fingerprint, and whether the account may have
 * another. One equal part is enough: codes are not signed, so a person could change the other parts in the code of the same PC.
 */
export async function findBridgeUse(
  db: Db,
  { userId, toolId, fingerprint, now }: BridgeKey,
): Promise<Omit<BridgeStanding, 'isAsked'>> {
  const parts = knownParts(toStoredParts(fingerprint));
  const uuid = toStoredUuid(fingerprint);
  const rows = await findBridgeFingerprints(db, { userId, toolId, parts, uuid, since: now - days(bridgeDays.every) });
  const own = rows.filter((row) => row.userId === userId);
  const areWhole = [parts, ...own.map((row) => knownParts(row.fingerprint))].every(
    (known) => known.length === wholeCode,
  );
  return {
    isPcUsed: rows.some(
      (row) =>
        (uuid !== null && row.anchorUuid === uuid) ||
        parts.some(({ from, part }) => row.fingerprint.startsWith(part, from - 1)),
    ),
    isAccountUsed: own.length >= (areWhole ? mostPerAccount.ofWholeCodes : mostPerAccount.withShortCode),
  };
}
