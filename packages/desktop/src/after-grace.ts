/** What a tool does when the grace period of its licence is over: it stops, or its users still read what they have. */
export type AfterGrace = 'stop' | 'readOnly';

/** What a tool may do now. In `readOnly` it opens, shows and prints, and saves nothing. */
export type Mode = 'full' | 'readOnly' | 'none';

/**
 * The mode of a tool. It changes no verdict: a licence is `EXPIRED` only if nothing else is wrong with it, because the dates are checked
 * last, so a licence of another PC, a revoked one or a clock that was turned back never gives `readOnly`.
 */
export function findMode(finding: { code: string; allowed: boolean }, afterGrace: AfterGrace): Mode {
  if (finding.allowed) return 'full';
  return finding.code === 'EXPIRED' && afterGrace === 'readOnly' ? 'readOnly' : 'none';
}
