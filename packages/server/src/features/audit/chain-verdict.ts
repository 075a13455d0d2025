import type { Db } from '#server/database/database.ts';
import { verifyChain } from './verify-chain.ts';
import type { Witness } from './verify-chain.ts';

/** Verifies the audit log, and returns whether it is complete and the output of `portal audit verify`. */
export async function reportChain(
  db: Db,
  witnesses: readonly Witness[] = [],
): Promise<{ ok: boolean; lines: string[] }> {
  const chainResult = await verifyChain(db, witnesses);
  if (!chainResult.ok) {
    const entryText = chainResult.auditId === null ? '' : ` at entry ${chainResult.auditId}`;
    return { ok: false, lines: [`The audit is broken${entryText}. ${chainResult.why}`] };
  }
  const olderEntriesText =
    chainResult.beforeChain === 0 ? '' : ` (${chainResult.beforeChain} older ones are not chained)`;
  return {
    ok: true,
    lines: [
      `The audit is whole: ${chainResult.entries} entries${olderEntriesText}.`,
      `It was compared with ${witnesses.length} seals and licences. The hash of its newest entry is: ${chainResult.head}`,
    ],
  };
}
