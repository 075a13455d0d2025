import type { Log } from '#server/platform/log.ts';
import type { Database } from '#server/database/database.ts';
import { startBackgroundJob } from '#server/platform/background/background-job.ts';
import type { BackgroundJob } from '#server/platform/background/background-job.ts';
import { days, hours } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { SealFile } from '#server/platform/seal-file.ts';
import {
  findLastVerification,
  findOpenVerification,
  finishVerification,
  insertVerification,
} from './verification.repository.ts';
import { verifyChain } from './verify-chain.ts';
import { sealsInDatabase, witnessesIn } from './witnesses.ts';

/** What proves seals: the public key, and the newest seal, both from outside of the database. */
export type SealSource = { publicKey: Uint8Array; sealFile: Pick<SealFile, 'read'> };

export type VerifierDependencies = {
  database: Database;
  clock: Clock;
  seals: SealSource;
  log: Pick<Log, 'error'>;
};

/** After this time without a result, the process is considered dead. */
export const longestVerificationMs = hours(1);

/** Verifies the audit log in the background: once a day, and at once when it is woken. */
export function createVerifier(needs: VerifierDependencies & { log: Log }) {
  let running: BackgroundJob | undefined;
  return {
    start(): void {
      running = startBackgroundJob({
        name: 'audit.verify',
        everyMs: hours(1),
        log: needs.log,
        work: (signal) => verifyIfDue(needs, signal),
      });
    },
    wake: (): void => running?.wake(),
    stop: async (): Promise<void> => running?.stop(),
  };
}

/** Runs the verification that an administrator asked for, or the one of the day; stores its result, and logs a broken chain. */
export async function verifyIfDue(
  { database, clock, seals, log }: VerifierDependencies,
  signal?: AbortSignal,
): Promise<void> {
  const { kysely } = database;
  const id = await idOfDue(database, clock());
  if (id === null) return;
  const newest = (await seals.sealFile.read()) ?? '';
  const witnesses = [...(await sealsInDatabase(kysely, seals.publicKey)), ...witnessesIn(newest, seals.publicKey)];
  const reading = await verifyChain(kysely, witnesses, signal);
  const finishedAt = clock();
  if (reading.ok) {
    const { entries, head } = reading;
    await finishVerification(kysely, id, { finishedAt, entries, isWhole: 1, head, auditId: null, why: null });
    return;
  }
  const { auditId, why } = reading;
  await finishVerification(kysely, id, { finishedAt, entries: 0, isWhole: 0, head: null, auditId, why });
  log.error('the audit log is broken: run portal audit verify');
}

async function idOfDue({ kysely }: Database, now: number): Promise<number | null> {
  const open = await findOpenVerification(kysely, now - longestVerificationMs);
  if (open) return open.id;
  const last = await findLastVerification(kysely);
  return last && last.startedAt > now - days(1) ? null : insertVerification(kysely, now, null);
}
