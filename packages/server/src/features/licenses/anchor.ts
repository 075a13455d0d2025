import { limits } from '@basics/contract/limits.ts';
import { completeFingerprint, relateFingerprints } from '@basics/licensing/fingerprint.ts';
import { days } from '#server/platform/clock.ts';

/** The fingerprint that took a seat, and when it did or last moved (Unix milliseconds). */
export type Anchor = { anchor: Uint8Array; anchoredAt: number };

/**
 * The anchor after a licence for a PC whose code names the parts `seen`. Codes are not signed, so the anchor follows a changed part only
 * with a renewal, once in 180 days. A part that was not known is added; a part that a code leaves out stays. Both without waiting, or a
 * customer could hide parts to make many PCs look like this one.
 */
export function anchorAfter(
  { anchor, anchoredAt }: Anchor,
  seen: Uint8Array,
  { isRenewal, now }: { isRenewal: boolean; now: number },
): Anchor {
  const known = completeFingerprint(anchor, seen);
  const hasChanged = relateFingerprints(known, completeFingerprint(seen, anchor)) !== 'same';
  const mayMove = isRenewal && now - anchoredAt >= days(limits.licence.anchorKeptDays);
  if (!hasChanged || !mayMove) return { anchor: known, anchoredAt };
  return { anchor: completeFingerprint(seen, anchor), anchoredAt: now };
}
