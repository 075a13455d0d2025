import type { Db } from '#server/database/database.ts';
import { verifyChain } from './verify-chain.ts';
import type { Witness } from './verify-chain.ts';

/** The output of `portal audit verify`, and whether the chain is intact. */
export async function reportChain(
  db: Db,
  witnesses: readonly Witness[] = [],
): Promise<{ ok: boolean; lines: string[] }> {
  const reading = await verifyChain(db, witnesses);
  if (!reading.ok) {
    const where = reading.auditId === null ? '' : ` at entry ${reading.auditId}`;
    return { ok: false, lines: [`The audit is broken${where}. ${reading.why}`] };
  }
  const older = reading.beforeChain === 0 ? '' : ` (${reading.beforeChain} older ones are not chained)`;
  return {
    ok: true,
    lines: [
      `The audit is whole: ${reading.entries} entries${older}.`,
      `It was compared with ${witnesses.length} seals and licences. The hash of its newest entry is: ${reading.head}`,
    ],
  };
}
