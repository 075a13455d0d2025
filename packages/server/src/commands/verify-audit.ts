import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { verifyAndReportChain } from '#server/features/audit/chain-verdict.ts';
import type { Witness } from '#server/features/audit/verify-chain.ts';
import { readSealsInDatabase, readWitnesses } from '#server/features/audit/witnesses.ts';
import { openSealFile } from '#server/platform/audit/audit-seal.ts';
import { readAuditKey } from '#server/platform/security/key-files.ts';
import { StartFault } from '#server/platform/problem.ts';
import type { Call, Outcome } from './command.ts';
import { runOnDatabase } from './on-database.ts';

/** Verifies the audit log. The arguments are logs, e-mails and licence files that contain seals, or the noted hash of an entry. */
export const verifyAudit = (call: Call): Promise<Outcome> =>
  runOnDatabase(call, async ({ kysely }, { auditKeyFile }) => {
    const { publicKey } = await readAuditKey(auditKeyFile);
    const newestSeal = await openSealFile(auditKeyFile).readSeal();
    const argumentWitnesses = call.args.map((argument) => findWitnesses(argument, publicKey, call.shell.cwd));
    const witnesses = [
      ...(await readSealsInDatabase(kysely, publicKey)),
      ...(newestSeal === null ? [] : readWitnesses(newestSeal, publicKey)),
      ...(await Promise.all(argumentWitnesses)).flat(),
    ];
    return verifyAndReportChain(kysely, witnesses);
  });

/** Reads the hashes in an argument, which the audit log must contain. Throws StartFault for a file that cannot be read or that contains no hash. */
async function findWitnesses(argument: string, publicKey: Uint8Array, cwd: string): Promise<Witness[]> {
  if (/^[0-9a-f]{64}$/.test(argument)) return [{ hash: argument, source: { kind: 'given' } }];
  const text = await readFile(resolve(cwd, argument), 'utf8').catch((cause: unknown) => {
    throw new StartFault(`${argument} cannot be read.`, { cause });
  });
  const fileWitnesses = readWitnesses(text, publicKey);
  if (fileWitnesses.length === 0) throw new StartFault(`${argument} contains no seal of this portal and no licence.`);
  return fileWitnesses;
}
