import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readLicenceCode } from '@basics/licensing/licence-code.ts';
import { hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import { findFileFaults } from '#server/database/copy/sqlite-file.ts';
import type { Db } from '#server/database/foundation.ts';
import { dialectOf } from '#server/database/foundation.ts';
import { describeChainFault } from '#server/features/audit/chain-fault.ts';
import { verifyChain } from '#server/features/audit/verify-chain.ts';
import { findSigningKeys } from '#server/features/signing-keys/signing-keys.repository.ts';
import { StartFault } from '#server/platform/problem.ts';
import { countRows, findSampleLicenses } from './backups.repository.ts';

/** A check verifies this number of the oldest licences and of the newest licences. */
const sampleSize = 100;

export type CheckedCopy = {
  users: number;
  licences: number;
  auditEntries: number;
  /** How many of the audit entries are not in the chain yet, so that nothing proves them. */
  waitingEntries: number;
  verifiedLicences: number;
  /** Sentences: what is damaged in the copy. A copy with faults holds everything that the original holds. */
  faults: string[];
};

/**
 * Checks that a copy can be used: the file is not damaged, the audit log is intact, and licences verify. Returns what is not so, because a
 * damaged database needs a copy more than any other.
 */
export async function checkCopy({ kysely }: { kysely: Db }): Promise<CheckedCopy> {
  const faults: string[] = [];
  if (dialectOf(kysely) === 'sqlite') faults.push(...(await findFileFaults(kysely)));
  const chainResult = await verifyChain(kysely);
  if (!chainResult.ok)
    faults.push(`The audit log is broken at entry ${chainResult.auditId}. ${describeChainFault(chainResult.fault)}`);
  const sample = await verifySample(kysely);
  faults.push(...sample.faults);
  const [users, licences] = [await countRows(kysely, 'users'), await countRows(kysely, 'licenses')];
  const auditEntries = chainResult.ok ? chainResult.entries + chainResult.waiting : await countRows(kysely, 'audit');
  const waitingEntries = chainResult.ok ? chainResult.waiting : 0;
  return { users, licences, auditEntries, waitingEntries, verifiedLicences: sample.verified, faults };
}

/** Says how many audit entries a copy has. */
export const countAuditEntries = ({
  auditEntries,
  waitingEntries,
}: Pick<CheckedCopy, 'auditEntries' | 'waitingEntries'>): string =>
  `${auditEntries} audit entries${waitingEntries === 0 ? '' : ` (${waitingEntries} not in the chain yet)`}`;

/** Throws StartFault with the faults of a copy, and with the way to use the copy all the same. */
export function refuseFaults(faults: readonly string[], copyName: string): void {
  if (faults.length > 0)
    throw new StartFault(`${copyName} has faults: ${faults.join(' ')} To use it as it is: --accept-faults`);
}

async function verifySample(db: Db): Promise<{ verified: number; faults: string[] }> {
  const publicKeys = (await findSigningKeys(db)).map(({ publicKey }) => hexToBytes(publicKey));
  const sampleLicenses = new Map((await findSampleLicenses(db, sampleSize)).map((license) => [license.id, license]));
  const refusals = [...sampleLicenses.values()].flatMap(({ id, licenceCode }) => {
    const reading = readLicenceCode(licenceCode, publicKeys, nodePrimitives);
    return reading.ok ? [] : [`${id} (${reading.refusal.code})`];
  });
  const names = refusals.length > maxNames ? [...refusals.slice(0, maxNames), '…'] : refusals;
  const faults = names.length === 0 ? [] : [`${refusals.length} licences do not verify: ${names.join(', ')}.`];
  return { verified: sampleLicenses.size - refusals.length, faults };
}

/** The number of licences that a fault names. */
const maxNames = 5;
