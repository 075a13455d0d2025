/** What a tool does after the grace period of its licence: it stops, or users can still open their files but not save. */
export type AfterGrace = 'stop' | 'readOnly';

/** What a tool may do now. In `readOnly` it opens, shows and prints files, but does not save. */
export type ToolMode = 'full' | 'readOnly' | 'none';

/**
 * Returns the mode of a tool. A licence is `EXPIRED` only if nothing else is wrong with it, because the dates are checked last. As a
 * result, a licence of another PC, a revoked licence, or a clock that was turned back never gives `readOnly`.
 */
export function findMode(finding: { code: string; allowed: boolean }, afterGrace: AfterGrace): ToolMode {
  if (finding.allowed) return 'full';
  return finding.code === 'EXPIRED' && afterGrace === 'readOnly' ? 'readOnly' : 'none';
}
