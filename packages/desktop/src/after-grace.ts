/**
 * What a tool does after the grace period of its licence. With `stop`, the tool does not run. With `readOnly`, users can still open their
 * files, but cannot save them.
 */
export type AfterGrace = 'stop' | 'readOnly';

/** What a tool may do now. In the mode `readOnly`, a tool opens, shows and prints files, but does not save files. */
export type ToolMode = 'full' | 'readOnly' | 'none';

/**
 * Returns what a tool may do after the check of its licence. The result of a check is `EXPIRED` only if nothing else is wrong with the
 * licence, because the dates are checked last. Therefore the mode is never `readOnly` for a licence of another PC, for a revoked licence,
 * or after the clock was turned back.
 */
export function findToolMode(finding: { code: string; allowed: boolean }, afterGrace: AfterGrace): ToolMode {
  if (finding.allowed) return 'full';
  return finding.code === 'EXPIRED' && afterGrace === 'readOnly' ? 'readOnly' : 'none';
}
