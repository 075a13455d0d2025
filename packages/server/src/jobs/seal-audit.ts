import type { FastifyBaseLogger } from 'fastify';
import type { Signer } from '@basics/licensing/primitives.ts';
import { findAuditHead, findChainHash, findNewestSeal, insertSeal } from '#server/platform/audit/audit.repository.ts';
import { extendChain } from '#server/platform/audit/extend-chain.ts';
import { findValidSeals, writeSeal, type SealFile } from '#server/platform/audit/audit-seal.ts';
import { findAdministrators } from '#server/features/users/access/administrators.repository.ts';
import { processOneByOne } from '#server/platform/background/batches.ts';
import { claimSealLetter } from '../platform/audit/audit.repository.ts';
import type { JobDependencies } from './job-needs.ts';

/** `signer` contains the private key that seals the audit log. `sealFile` stores the seals outside of the database. */
export type SealDependencies = JobDependencies & {
  signer: Signer;
  sealFile: SealFile;
  log: Pick<FastifyBaseLogger, 'info'>;
};

/**
 * Adds the entries that wait to the chain of the audit log, seals the newest entry, and stores the seal in the database, in a file beside the key, and in the log of the portal. On
 * Mondays, administrators get the seal by e-mail. An attacker who rewrites or cuts the audit log afterwards cannot change all of these
 * copies. If the audit log no longer matches the last seal in the file, an error is thrown and the file is kept.
 */
export async function sealAudit(dependencies: SealDependencies): Promise<void> {
  await requireLastSeal(dependencies);
  await extendChain(dependencies.database);
  const seal = await findOrCreateSeal(dependencies);
  if (seal === null) return;
  await dependencies.sealFile.write(seal);
  dependencies.log.info({ seal }, 'audit log sealed');
  if (new Date(dependencies.clock()).getUTCDay() === monday) await mailSeal(dependencies, seal);
}

const monday = 1;

async function requireLastSeal({ database: { kysely }, signer, sealFile }: SealDependencies): Promise<void> {
  const [lastSeal] = findValidSeals((await sealFile.readSeal()) ?? '', signer.publicKey);
  if (!lastSeal || (await findChainHash(kysely, lastSeal.auditId)) === lastSeal.hash) return;
  throw new Error('The audit log was rewritten or cut: it does not match its last seal. Run: portal audit verify');
}

/** Returns the seal of the newest entry, and creates it if it is missing; null if the audit log has no entry. */
async function findOrCreateSeal({ database: { kysely }, clock, signer }: SealDependencies): Promise<string | null> {
  const auditHead = await findAuditHead(kysely);
  if (!auditHead) return null;
  const newestSeal = await findNewestSeal(kysely);
  if (newestSeal?.auditId === auditHead.auditId) return newestSeal.seal;
  const at = clock();
  const seal = writeSeal({ ...auditHead, at }, signer);
  await insertSeal(kysely, { auditId: auditHead.auditId, at, seal });
  return seal;
}

async function mailSeal({ database, clock, queueLetter }: SealDependencies, seal: string): Promise<void> {
  const at = clock();
  await database.transact(async (trx) => {
    if (!(await claimSealLetter(trx, at))) return;
    await processOneByOne(await findAdministrators(trx), (administrator) =>
      queueLetter(trx, { kind: 'auditSeal', ...administrator, seal, at }),
    );
  });
}
