import { bytesToHex, hexToBytes } from '@basics/licensing/bytes.ts';
import { relateFingerprints } from '@basics/licensing/fingerprint.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/database.ts';
import { listSearchedParts } from './seats.repository.ts';

/** Finds the PCs on the watch list that match the given fingerprint, of any user and tool. */
export async function findLostMachines(db: Db, fingerprint: Uint8Array) {
  const parts = listSearchedParts(bytesToHex(fingerprint));
  if (parts.length === 0) return [];
  const rows = await db
    .selectFrom('lostMachines')
    // The cross join makes SQLite always begin with the lost PCs, because they are few.
    .crossJoin('machines')
    .whereRef('machines.id', '=', 'lostMachines.machineId')
    .select(['machines.id', 'machines.userId', 'machines.name', 'lostMachines.reportedAt'])
    .select(sql<string>`machines.anchor || coalesce(machines.anchor_uuid, '')`.as('anchor'))
    .where((where) =>
      where.or(parts.map(({ from, part }) => sql<boolean>`substr(machines.anchor, ${sql.lit(from)}, 8) = ${part}`)),
    )
    .execute();
  return rows.filter(({ anchor }) => relateFingerprints(hexToBytes(anchor), fingerprint) !== 'different');
}

export type LostMachineRow = Awaited<ReturnType<typeof findLostMachines>>[number];

/** Records that a code of a lost PC was sent. */
export async function markLostMachineSeen(
  trx: Trx,
  machineId: number,
  sighting: { at: number; userId: number },
): Promise<void> {
  await trx
    .updateTable('lostMachines')
    .set({ seenAt: sighting.at, seenUserId: sighting.userId })
    .where('machineId', '=', machineId)
    .execute();
}
