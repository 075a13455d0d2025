import { hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import { judgeDates } from '@basics/licensing/check-licence.ts';
import { neverExpires } from '@basics/licensing/licence-code.ts';
import { readLicence } from '@basics/licensing/licence.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { Db } from '#server/database/foundation.ts';
import { findSigningKeys } from '#server/features/signing-keys/signing-keys.repository.ts';
import { findLicenseState } from './license-state.repository.ts';
import { refuse, type Call, type Outcome } from './command.ts';
import { readCode } from './issue.ts';
import { runOnDatabase } from './on-database.ts';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { verifyAndReportChain, type Witness } from '#server/features/audit/verify-chain.ts';
import { findSealKeys, readSealsInDatabase, readWitnesses, type SealKey } from '#server/features/audit/witnesses.ts';
import { openSealFile } from '#server/platform/audit/audit-seal.ts';
import { readAuditKey } from '#server/platform/security/key-files.ts';
import { StartFault } from '#server/platform/problem.ts';

/**
 * Verifies a licence file or code, from a file, an argument or standard input, with the keys of this portal, and prints its state in the
 * database. The command succeeds only for a licence that is genuine, within its term and not revoked.
 */
export const verifyLicence = (call: Call): Promise<Outcome> =>
  runOnDatabase(call, async ({ kysely }) => {
    const keys = await findSigningKeys(kysely);
    const publicKeys = keys.map(({ publicKey }) => hexToBytes(publicKey));
    const reading = readLicence(await readText(call), publicKeys, nodePrimitives);
    if (!reading.ok) return refuse(`The licence does not verify: ${reading.refusal.code}.`);
    const licence = reading.value;
    const now = Math.floor(call.shell.clock() / 1000);
    const datesCode = judgeDates(licence, now);
    const storedState = await findLicenseState(kysely, licence.licenceId);
    const isKeyRevoked = keys.some(({ keyId, revokedAt }) => keyId === licence.keyId && revokedAt !== null);
    const licenceState = isKeyRevoked ? 'its key is revoked' : storedState;
    const expiryText = licence.expiresAt === neverExpires ? 'never' : new Date(licence.expiresAt * 1000).toISOString();
    const facts = {
      licenceId: licence.licenceId,
      keyId: licence.keyId,
      dates: datesCode,
      state: licenceState,
      expiresAt: expiryText,
    };
    return {
      ok: (datesCode === 'VALID' || datesCode === 'IN_GRACE') && licenceState === 'valid',
      lines: [
        `The licence ${licence.licenceId} is genuine, signed with the key ${licence.keyId}.`,
        `Dates: ${datesCode}; expires: ${expiryText}. In this database: ${licenceState}.`,
      ],
      facts,
    };
  });

const readText = ({ args, shell }: Call): Promise<string> | string =>
  args.length === 1 ? readCode(args[0] ?? '', shell) : args.join(' ');

/** Verifies the audit log. The arguments are logs, e-mails and licence files that contain seals, or the noted hash of an entry. */
export const verifyAudit = (call: Call): Promise<Outcome> =>
  runOnDatabase(call, async ({ kysely }, { auditKeyFile }) => {
    const { keys, witnesses } = await readStoredWitnesses(kysely, auditKeyFile);
    const argumentWitnesses = call.args.map((argument) => findWitnesses(argument, keys, call.shell.cwd));
    return verifyAndReportChain(kysely, [...witnesses, ...(await Promise.all(argumentWitnesses)).flat()]);
  });

/** Reads the hashes of the seals in the database and in the file beside the key, which the audit log must contain. */
export async function readStoredWitnesses(db: Db, auditKeyFile: string) {
  const { publicKey } = await readAuditKey(auditKeyFile);
  const keys = await findSealKeys(db, publicKey);
  const newestSeal = await openSealFile(auditKeyFile).readSeal();
  const witnesses = [
    ...(await readSealsInDatabase(db, keys)),
    ...(newestSeal === null ? [] : readWitnesses(newestSeal, keys)),
  ];
  return { keys, witnesses };
}

/** Reads the hashes in an argument, which the audit log must contain. Throws StartFault for a file that cannot be read or that contains no hash. */
async function findWitnesses(argument: string, keys: SealKey[], cwd: string): Promise<Witness[]> {
  if (/^[0-9a-f]{64}$/.test(argument)) return [{ hash: argument, source: { kind: 'given' } }];
  const text = await readFile(resolve(cwd, argument), 'utf8').catch((cause: unknown) => {
    throw new StartFault(`${argument} cannot be read.`, { cause });
  });
  const fileWitnesses = readWitnesses(text, keys);
  if (fileWitnesses.length === 0) throw new StartFault(`${argument} contains no seal of this portal and no licence.`);
  return fileWitnesses;
}
