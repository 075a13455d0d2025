import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readLicenceCode } from '@basics/licensing/licence-code.ts';
import { hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import { refuseDamagedFile } from '#server/database/copy/sqlite-file.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '../database/foundation.ts';
import { dialectOf } from '#server/database/foundation.ts';
import { describeChainFault } from '#server/features/audit/chain-fault.ts';
import { verifyChain } from '#server/features/audit/verify-chain.ts';
import { findSigningKeys } from '#server/features/signing-keys/signing-keys.repository.ts';
import { StartFault } from '#server/platform/problem.ts';
import { countRows, findSampleLicenses } from './backups.repository.ts';

/** A check verifies this number of the oldest licences and of the newest licences. */
const sampleSize = 100;

export type CheckedCopy = { users: number; licences: number; auditEntries: number; verifiedLicences: number };

/**
 * Checks that a copy can be used: the file is not damaged, the audit log is intact, and licences verify. Throws StartFault or
 * DatabaseUnavailable with the first fault.
 */
export async function checkCopy({ kysely }: Pick<Database, 'kysely'>): Promise<CheckedCopy> {
  if (dialectOf(kysely) === 'sqlite') await refuseDamagedFile(kysely);
  const chainResult = await verifyChain(kysely);
  if (!chainResult.ok)
    throw new StartFault(
      `The audit log of the copy is broken at entry ${chainResult.auditId}. ${describeChainFault(chainResult.fault)}`,
    );
  const verifiedLicences = await verifySample(kysely);
  const [users, licences] = [await countRows(kysely, 'users'), await countRows(kysely, 'licenses')];
  return { users, licences, auditEntries: chainResult.entries, verifiedLicences };
}

async function verifySample(db: Db): Promise<number> {
  const publicKeys = (await findSigningKeys(db)).map(({ publicKey }) => hexToBytes(publicKey));
  const sampleLicenses = new Map((await findSampleLicenses(db, sampleSize)).map((license) => [license.id, license]));
  for (const { id, licenceCode } of sampleLicenses.values()) {
    const reading = readLicenceCode(licenceCode, publicKeys, nodePrimitives);
    if (!reading.ok) throw new StartFault(`The licence ${id} of the copy does not verify: ${reading.refusal.code}.`);
  }
  return sampleLicenses.size;
}
