import type { Db } from '#server/database/database.ts';
import { verifyChain } from './verify-chain.ts';
import type { Witness } from './verify-chain.ts';

/** Verifies the audit log, and returns whether it is complete and the output of `portal audit verify`. */
export async function reportChain(
  db: Db,
  witnesses: readonly Witness[] = [],
): Promise<{ ok: boolean; lines: string[] }> {
  const result = await verifyChain(db, witnesses);
  if (!result.ok) {
    const where = result.auditId === null ? '' : ` at entry ${result.auditId}`;
    return { ok: false, lines: [`The audit is broken${where}. ${result.why}`] };
  }
  const olderEntriesText = result.beforeChain === 0 ? '' : ` (${result.beforeChain} older ones are not chained)`;
  return {
    ok: true,
    lines: [
      `The audit is whole: ${result.entries} entries${olderEntriesText}.`,
      `It was compared with ${witnesses.length} seals and licences. The hash of its newest entry is: ${result.head}`,
    ],
  };
}
