import type { Db } from '#server/database/database.ts';
import { verifyChain } from './verify-chain.ts';

/** The output of `npm run audit:verify`, and whether the chain is intact. */
export async function reportChain(db: Db, noted?: string): Promise<{ ok: boolean; lines: string[] }> {
  const reading = await verifyChain(db, noted);
  if (!reading.ok) {
    const where = reading.auditId === null ? '' : ` at entry ${reading.auditId}`;
    return { ok: false, lines: [`The audit is broken${where}. ${reading.why}`] };
  }
  if (!reading.hasNoted)
    return {
      ok: false,
      lines: ['The audit is whole in itself, but the hash that you noted down is not in it: it was written anew.'],
    };
  const older = reading.beforeChain === 0 ? '' : ` (${reading.beforeChain} older ones are not chained)`;
  return {
    ok: true,
    lines: [
      `The audit is whole: ${reading.entries} entries${older}.`,
      `Note this down elsewhere, and give it to this command the next time: ${reading.head}`,
    ],
  };
}
