import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './database/database.ts';
import { DatabaseBusy } from './database/failures.ts';
import { compareSchema } from './database/migrate.ts';
import type { LicenseKeys } from './features/licenses/license-key.ts';
import { findSigningKeys } from './features/signing-keys/signing-keys.repository.ts';
import type { ClockDoubt, ClockGuard } from './platform/clock/clock-guard.ts';
import type { Drain } from './platform/http/create-http.ts';
import type { NotReady } from './platform/operation/health.ts';
import { StartFault } from './platform/problem.ts';

export type ReadinessDependencies = {
  database: Database;
  drain: Drain;
  clockGuard: ClockGuard;
  /** The keys that sign licences; null if this portal issues no licences. */
  licenseKeys: LicenseKeys | null;
  /** Throws StartFault if the current sealing key is not on this machine. */
  useSealingKey: () => Promise<void>;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

type Check = (dependencies: ReadinessDependencies) => Promise<string | null>;

/**
 * The order of the checks matters, because each check relies on the checks before it. A check returns the reason why it failed, or null if
 * it succeeded.
 */
const checks: readonly { status: NotReady['status']; retryAfterSeconds: number; check: Check }[] = [
  { status: 'draining', retryAfterSeconds: 5, check: checkDrain },
  { status: 'database', retryAfterSeconds: 5, check: checkDatabase },
  { status: 'schema', retryAfterSeconds: 60, check: checkSchema },
  { status: 'keys', retryAfterSeconds: 60, check: checkKeys },
  { status: 'disk', retryAfterSeconds: 60, check: checkDisk },
  { status: 'clock', retryAfterSeconds: 60, check: checkClock },
];

/** Finds the first reason why this process should get no requests; null if the process is ready. */
export async function findFault(dependencies: ReadinessDependencies): Promise<NotReady | null> {
  for (const { status, retryAfterSeconds, check } of checks) {
    // oxlint-disable-next-line no-await-in-loop -- without the database, the later checks would also wait for the database
    const reason = await check(dependencies);
    if (reason !== null) return { status, reason, retryAfterSeconds };
  }
  return null;
}

async function checkDrain({ drain }: ReadinessDependencies): Promise<string | null> {
  return drain.hasBegun() ? 'This process is about to stop.' : null;
}

async function checkDatabase({ database, log }: ReadinessDependencies): Promise<string | null> {
  try {
    await database.requireWritable();
    return null;
  } catch (error) {
    log.warn({ err: error }, 'the database does not answer');
    return error instanceof DatabaseBusy && error.message.includes('read-only')
      ? 'The database is read-only.'
      : 'The database does not answer.';
  }
}

async function checkSchema({ database }: ReadinessDependencies): Promise<string | null> {
  const reasonsByState = {
    same: null,
    // Migrations only add, so this version serves until the newer one has taken its place.
    newer: null,
    incomplete: 'Another database is being copied into this one.',
    older: 'The database lacks changes of this version. Restart this process.',
  };
  return reasonsByState[await compareSchema(database.kysely)];
}

async function checkKeys({ database, licenseKeys, useSealingKey, log }: ReadinessDependencies): Promise<string | null> {
  try {
    await useSealingKey();
  } catch (error) {
    if (!(error instanceof StartFault)) throw error;
    log.warn({ err: error }, 'the sealing key is missing');
    return 'The current sealing key is not on this machine. Copy its file from the machine that created it.';
  }
  if (licenseKeys === null) return null;
  const currentKey = (await findSigningKeys(database.kysely)).find((key) => key.status === 'current');
  return currentKey === undefined || (await licenseKeys(currentKey.keyId)) !== null
    ? null
    : 'The current licence key is not on this machine. Copy its file from the machine that created it.';
}

async function checkDisk({ database }: ReadinessDependencies): Promise<string | null> {
  if (await database.disk.isWorking(database.kysely)) return null;
  return 'The disk of the database is full or failing. Nothing can be stored. Free space, or replace the disk.';
}

/**
 * Checks whether the clock of the server may be wrong. While there is a doubt, each call checks the clock again, so that the process is
 * ready as soon as an operator accepts the time.
 */
async function checkClock({ clockGuard }: ReadinessDependencies): Promise<string | null> {
  const clockDoubt = clockGuard.doubt() && (await clockGuard.check());
  return clockDoubt ? describeDoubt(clockDoubt) : null;
}

function describeDoubt({ kind, from, to }: ClockDoubt): string {
  const [expectedTime, shownTime] = [from, to].map((at) => new Date(at).toISOString());
  if (kind === 'database') return `The clock of this server shows ${shownTime}, that of the database ${expectedTime}.`;
  return `The clock of this server jumped ${kind} from ${expectedTime} to ${shownTime}. Correct it, or accept it: portal clock accept`;
}
