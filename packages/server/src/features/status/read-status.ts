import { basename, isAbsolute, relative } from 'node:path';
import type { JobState, StatusReport } from '@basics/contract/status/status.ts';
import { findLastBackup, findLastProof } from '#server/backups/backups.repository.ts';
import { isBucket } from '#server/platform/storage/storage.ts';
import type { Config } from '#server/config/config.ts';
import type { LicenseKeys } from '#server/features/licenses/license-key.ts';
import { findKeyState } from '#server/features/signing-keys/key-report.ts';
import {
  countValidLicenses,
  findKitKeyIds,
  findSigningKeys,
} from '#server/features/signing-keys/signing-keys.repository.ts';
import { isMailHeld } from '#server/mail/outbox.repository.ts';
import * as facts from '#server/operation.repository.ts';
import { minutes } from '#server/platform/clock/clock.ts';
import type { ClockGuard } from '#server/platform/clock/clock-guard.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';

/** The folders, the backup settings and the disks of this process, which are not in the database. */
export type StatusStorage = Pick<Config, 'dataDir'> & {
  backup: Omit<Config['backup'], 'heartbeatUrl' | 'recipient'>;
  readDisks: () => Promise<StatusReport['disks']>;
};

/** The parts of the server that only the status reads. */
export type StatusParts = {
  clockGuard: Pick<ClockGuard, 'doubt'>;
  delivers: boolean;
  licenseKeys: LicenseKeys | null;
  storage: StatusStorage;
  /** The address from which headers `X-Forwarded-*` are ignored; null if there are none. */
  ignoredProxy: () => string | null;
};

type StatusContext = StatusParts & Pick<CallContext, 'database' | 'db' | 'at'>;

/** Reports the state of the portal and of all its processes to administrators. */
export async function readStatus(context: StatusContext): Promise<StatusReport> {
  const { db, at, storage } = context;
  const [portals, jobs] = [await facts.findRunningPortals(db, at), await facts.findJobs(db)];
  return {
    at: toIsoTime(at),
    portals: portals.map(({ version, host, pid, startedAt, readyAt }) => ({
      version: version ?? '',
      host: host ?? '',
      pid: pid ?? 0,
      startedAt: toIsoTimeOrNull(startedAt),
      ready: readyAt !== null,
    })),
    jobs: jobs.map((job) => ({
      name: job.name,
      state: findJobState(job, at),
      succeededAt: toIsoTimeOrNull(job.succeededAt),
      failedAt: toIsoTimeOrNull(job.failedAt),
      nextRunAt: toIsoTime(job.nextRunAt),
    })),
    mail: await readMailStatus(context),
    disks: await storage.readDisks(),
    keys: await readKeyStatuses(context),
    clock: await readClockStatus(context),
    backup: await readBackupStatus(context),
    database: await facts.findDatabaseFacts(db),
    ignoredProxy: context.ignoredProxy(),
  };
}

type JobTimes = {
  nextRunAt: number;
  leasedUntil: number | null;
  succeededAt: number | null;
  failedAt: number | null;
};

/**
 * A job that is this late is overdue. Processes check for due jobs every minute and run one job after the other, so
 * some delay is normal.
 */
const maxDelayMs = minutes(15);

export function findJobState({ nextRunAt, leasedUntil, succeededAt, failedAt }: JobTimes, now: number): JobState {
  if (leasedUntil !== null && leasedUntil > now) return 'running';
  if (failedAt !== null && failedAt > (succeededAt ?? 0)) return 'failed';
  if (nextRunAt < now - maxDelayMs) return 'overdue';
  return succeededAt === null ? 'new' : 'ok';
}

async function readMailStatus({ db, delivers }: StatusContext): Promise<StatusReport['mail']> {
  const mailCounts = await facts.findMailCounts(db);
  const unsentCounts = mailCounts.filter(({ state }) => state !== 'failed');
  const oldestTimes = unsentCounts.flatMap(({ oldestAt }) => oldestAt ?? []);
  return {
    delivers,
    held: await isMailHeld(db),
    waiting: unsentCounts.reduce((sum, { letters }) => sum + letters, 0),
    failed: mailCounts.find(({ state }) => state === 'failed')?.letters ?? 0,
    oldestWaitingAt: oldestTimes.length > 0 ? toIsoTime(Math.min(...oldestTimes)) : null,
  };
}

async function readKeyStatuses({ db, at, licenseKeys }: StatusContext) {
  const validCounts = await countValidLicenses(db, at);
  const kitKeyIds = new Set(await findKitKeyIds(db));
  return Promise.all(
    (await findSigningKeys(db)).map(async ({ keyId, status, createdAt, revokedAt }) => ({
      keyId,
      status: findKeyState({ keyId, status, revokedAt }, kitKeyIds),
      createdAt: toIsoTime(createdAt),
      revokedAt: toIsoTimeOrNull(revokedAt),
      licenses: validCounts.find((validCount) => validCount.keyId === keyId)?.licenses ?? 0,
      here: licenseKeys !== null && (await licenseKeys(keyId)) !== null,
    })),
  );
}

async function readClockStatus({ database, at, clockGuard }: StatusContext): Promise<StatusReport['clock']> {
  const doubt = clockGuard.doubt();
  const databaseTime = await database.readTime();
  return {
    doubt: doubt && { kind: doubt.kind, from: toIsoTime(doubt.from), to: toIsoTime(doubt.to) },
    differenceMs: databaseTime === null ? null : Math.round(at - databaseTime),
  };
}

async function readBackupStatus({ db, storage }: StatusContext): Promise<StatusReport['backup']> {
  const [last, proof] = [await findLastBackup(db), await findLastProof(db)];
  const { everyMs, keep } = storage.backup;
  const toShownPath = (file: string): string => shortenPath(storage.dataDir, file);
  return {
    job: everyMs === null ? null : { everyMs, keep },
    last: last && { at: toIsoTime(last.at), file: toShownPath(last.file), bytes: last.bytes },
    proof: proof && { at: toIsoTime(proof.at), file: toShownPath(proof.file) },
  };
}

/**
 * Returns the path relative to the data folder; for a file elsewhere, only its name, because a page need not show the
 * disks of the machine.
 */
function shortenPath(dataDir: string, file: string): string {
  if (isBucket(file)) return basename(file);
  const path = relative(dataDir, file);
  return path.startsWith('..') || isAbsolute(path) ? basename(file) : path;
}

const toIsoTime = (at: number): string => new Date(at).toISOString();
const toIsoTimeOrNull = (at: number | null): string | null => (at === null ? null : toIsoTime(at));
