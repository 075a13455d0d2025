import type { FastifyBaseLogger } from 'fastify';
import type { Signer } from '@basics/licensing/primitives.ts';
import { findAuditHead, findChainHash, findNewestSeal, insertSeal } from '#server/platform/audit-seal.repository.ts';
import { sealsIn, writeSeal } from '#server/platform/audit-seal.ts';
import type { SealFile } from '#server/platform/seal-file.ts';
import { processOneByOne } from '#server/platform/background/batches.ts';
import { claimSealLetter, findAdministrators } from './seal-audit.repository.ts';
import type { JobDependencies } from './job-needs.ts';

/** `signer` has the key that seals the audit log; `sealFile` is outside of the database. */
export type SealDependencies = JobDependencies & {
  signer: Signer;
  sealFile: SealFile;
  log: Pick<FastifyBaseLogger, 'info'>;
};

/**
 * Seals the newest entry of the audit log: into the database, into a file beside the key, and into the log of the portal, every hour. On
 * Mondays, administrators get the seal by e-mail. Who rewrites or cuts the audit log afterwards cannot change all of these. Throws, and keeps
 * the file, if the log does not contain its last seal any more.
 */
export async function sealAudit(needs: SealDependencies): Promise<void> {
  await requireLastSeal(needs);
  const seal = await currentSeal(needs);
  if (seal === null) return;
  await needs.sealFile.write(seal);
  needs.log.info({ seal }, 'audit log sealed');
  if (new Date(needs.clock()).getUTCDay() === monday) await mailSeal(needs, seal);
}

const monday = 1;

async function requireLastSeal({ database: { kysely }, signer, sealFile }: SealDependencies): Promise<void> {
  const [last] = sealsIn((await sealFile.read()) ?? '', signer.publicKey);
  if (!last || (await findChainHash(kysely, last.auditId)) === last.hash) return;
  throw new Error('The audit log was written anew or cut: it does not contain its last seal. Run: portal audit verify');
}

/** The seal of the newest entry, new unless it has one; null while there is no entry. */
async function currentSeal({ database: { kysely }, clock, signer }: SealDependencies): Promise<string | null> {
  const head = await findAuditHead(kysely);
  if (!head) return null;
  const newest = await findNewestSeal(kysely);
  if (newest?.auditId === head.auditId) return newest.seal;
  const at = clock();
  const seal = writeSeal({ ...head, at }, signer);
  await insertSeal(kysely, { auditId: head.auditId, at, seal });
  return seal;
}

async function mailSeal({ database, clock, queueLetter }: SealDependencies, seal: string): Promise<void> {
  const at = clock();
  await database.transact(async (trx) => {
    if (!(await claimSealLetter(trx, at))) return;
    await processOneByOne(await findAdministrators(trx), ({ id: userId, login: to, brandId, firstName }) =>
      queueLetter(trx, { kind: 'auditSeal', to, userId, brandId, firstName, seal, at }),
    );
  });
}
