import type { Db } from '#server/database/foundation.ts';
import { describeChainFault } from './chain-fault.ts';
import { verifyChain } from './verify-chain.ts';
import type { Witness } from './verify-chain.ts';

/** Verifies the audit log, and returns whether it is complete and the output of `portal audit verify`. */
export async function verifyAndReportChain(
  db: Db,
  witnesses: readonly Witness[] = [],
): Promise<{ ok: boolean; lines: string[] }> {
  const chainResult = await verifyChain(db, witnesses);
  if (!chainResult.ok) {
    const entryText = chainResult.auditId === null ? '' : ` at entry ${chainResult.auditId}`;
    return { ok: false, lines: [`The audit log is broken${entryText}. ${describeChainFault(chainResult.fault)}`] };
  }
  return {
    ok: true,
    lines: [
      `The audit log is intact. Verified entries: ${chainResult.entries}.`,
      `Seals and licences that were compared: ${witnesses.length}. The hash of the newest entry is: ${chainResult.head}`,
    ],
  };
}
