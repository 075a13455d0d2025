import type { Log } from '#server/platform/log.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/foundation.ts';
import { startBackgroundJob, type BackgroundJob } from '#server/platform/background/background-job.ts';
import { days, hours, seconds, type Clock } from '#server/platform/clock/clock.ts';
import type { SealFile } from '#server/platform/audit/audit-seal.ts';
import { formatChainFault } from './chain-fault.ts';
import {
  findLastVerification,
  findOpenVerification,
  finishVerification,
  insertVerification,
  leaseVerification,
  lockVerifications,
  renewVerification,
} from './verification.repository.ts';
import { verifyChain } from './verify-chain.ts';
import { findSealKeys, readSealsInDatabase, readWitnesses } from './witnesses.ts';

/** The public key to check seals, and the file with the newest seal. The key and the file are outside the database. */
export type SealSource = { publicKey: Uint8Array; sealFile: Pick<SealFile, 'readSeal'> };

export type VerifierDependencies = {
  database: Database;
  clock: Clock;
  seals: SealSource;
  log: Pick<Log, 'error'>;
};

/** Verifies the audit log in the background: once a day, and at once when `wake` is called. */
export function createVerifier(dependencies: VerifierDependencies & { log: Log }) {
  let job: BackgroundJob | undefined;
  return {
    start(): void {
      job = startBackgroundJob({
        name: 'audit.verify',
        everyMs: hours(1),
        log: dependencies.log,
        work: (signal) => verifyIfDue(dependencies, signal),
      });
    },
    wake: (): void => job?.wake(),
    stop: async (): Promise<void> => job?.stop(),
  };
}

/** Runs the verification that an administrator requested, or the daily one; stores its result, and logs a broken chain. */
export async function verifyIfDue(
  { database, clock, seals, log }: VerifierDependencies,
  signal?: AbortSignal,
): Promise<void> {
  const { kysely } = database;
  const id = await findDueVerification(database, clock());
  if (id === null || !(await leaseVerification(kysely, id, clock()))) return;
  const newestSeal = (await seals.sealFile.readSeal()) ?? '';
  const keys = await findSealKeys(kysely, seals.publicKey);
  const witnesses = [...(await readSealsInDatabase(kysely, keys)), ...readWitnesses(newestSeal, keys)];
  const chainResult = await verifyChain(kysely, witnesses, keepLease({ kysely, clock, signal, id }));
  const finishedAt = clock();
  if (chainResult.ok) {
    const { entries, head } = chainResult;
    await finishVerification(kysely, id, { finishedAt, entries, isWhole: 1, head, auditId: null, why: null });
    return;
  }
  const { auditId, fault } = chainResult;
  await finishVerification(kysely, id, {
    finishedAt,
    entries: 0,
    isWhole: 0,
    head: null,
    auditId,
    why: formatChainFault(fault),
  });
  log.error('the audit log is broken: run `portal audit verify` to see which entry was changed or removed');
}

type Lease = { kysely: Db; clock: Clock; signal: AbortSignal | undefined; id: number };

/** Returns a function that is called again and again during a verification, which ends with the process and may take hours. */
function keepLease({ kysely, clock, signal, id }: Lease): () => Promise<void> {
  let renewedAt = clock();
  return async () => {
    signal?.throwIfAborted();
    if (clock() - renewedAt < seconds(30)) return;
    renewedAt = clock();
    await renewVerification(kysely, id, renewedAt);
  };
}

const findDueVerification = (database: Database, now: number): Promise<number | null> =>
  database.transact(async (trx) => {
    await lockVerifications(trx);
    const openVerification = await findOpenVerification(trx, now);
    if (openVerification) return openVerification.id;
    const lastVerification = await findLastVerification(trx);
    return lastVerification && lastVerification.startedAt > now - days(1) ? null : insertVerification(trx, now, null);
  });
