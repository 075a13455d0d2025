import { bytesToHex, hexToBytes } from '@basics/licensing/bytes.ts';
import { relateFingerprints } from '@basics/licensing/fingerprint.ts';
import type { Db } from '#server/database/database.ts';
import { findTrialFingerprints } from './seats.repository.ts';

/** Returns whether another account had a trial of the tool on the PC with this fingerprint. */
export async function hasOtherAccountTrialOnPc(
  db: Db,
  key: { userId: number; toolId: string },
  fingerprint: Uint8Array,
): Promise<boolean> {
  const candidates = await findTrialFingerprints(db, key, bytesToHex(fingerprint));
  return candidates.some((candidate) => relateFingerprints(hexToBytes(candidate), fingerprint) !== 'different');
}
