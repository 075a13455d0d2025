import { limits } from '@basics/contract/limits.ts';
import { completeFingerprint, relateFingerprints } from '@basics/licensing/fingerprint.ts';
import { clockSkewMs, days } from '#server/platform/clock.ts';

/**
 * The anchor of a PC: the fingerprint that the PC had when it took its seat (the right to use one PC), and
 * `anchoredAt`, the time when the PC took its seat or when the anchor last accepted a changed part (Unix milliseconds).
 */
export type Anchor = { anchor: Uint8Array; anchoredAt: number };

/**
 * Returns the new anchor of a PC after a licence is issued for a code with the parts `seenFingerprint`. Codes are not signed, so a changed
 * part is accepted only with a renewal, and only once in 180 days. Unknown parts are added and missing parts are kept immediately;
 * otherwise a customer could leave out parts to make several PCs look like one PC.
 */
export function computeNextAnchor(
  { anchor, anchoredAt }: Anchor,
  seenFingerprint: Uint8Array,
  { isRenewal, now }: { isRenewal: boolean; now: number },
): Anchor {
  const knownFingerprint = completeFingerprint(anchor, seenFingerprint);
  const hasChanged = relateFingerprints(knownFingerprint, completeFingerprint(seenFingerprint, anchor)) !== 'same';
  // A time in the future is ignored, because it was written while the clock of the server was wrong.
  const wasAnchoredRecently = anchoredAt > now - days(limits.licence.anchorKeptDays) && anchoredAt <= now + clockSkewMs;
  if (!hasChanged || !isRenewal || wasAnchoredRecently) return { anchor: knownFingerprint, anchoredAt };
  return { anchor: completeFingerprint(seenFingerprint, anchor), anchoredAt: now };
}
