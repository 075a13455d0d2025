import { bytesToHex, hexToBytes } from '@basics/licensing/bytes.ts';
import { relateFingerprints } from '@basics/licensing/fingerprint.ts';
import type { Db } from '#server/database/database.ts';
import { findTrialPcs } from './seats.repository.ts';

/** Whether another account had a trial of the tool on the PC with this fingerprint. */
export async function isTrialPc(
  db: Db,
  key: { userId: number; toolId: string },
  fingerprint: Uint8Array,
): Promise<boolean> {
  const candidates = await findTrialPcs(db, key, bytesToHex(fingerprint));
  return candidates.some(
    (pc) => relateFingerprints(hexToBytes(pc.anchor ?? pc.fingerprint), fingerprint) !== 'different',
  );
}
