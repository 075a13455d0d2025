import type { JobState, StatusReport } from '@basics/contract/status.ts';
import { findLastBackup, findLastProof } from '#server/backups/backups.repository.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import type { LicenseKeys } from '#server/features/licenses/license-key.ts';
import { judgeKey } from '#server/features/signing-keys/key-report.ts';
import {
  countValidLicenses,
  findKitKeyIds,
  findSigningKeys,
} from '#server/features/signing-keys/signing-keys.repository.ts';
import { isMailHeld } from '#server/mail/outbox.repository.ts';
import * as facts from '#server/operation.repository.ts';
import { minutes } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { ClockGuard } from '#server/platform/clock-guard.ts';

/** What this process knows of its disks and its backups, beside what the database says. */
export type Storage = { backup: Config['backup']; readDisks: () => Promise<StatusReport['disks']> };

type Dependencies = {
  database: Database;
  clock: Clock;
  guard: Pick<ClockGuard, 'doubt'>;
  delivers: boolean;
  licenseKeys: LicenseKeys | null;
  storage: Storage;
};

/** The state of the portal and of all its processes, for administrators. */
export function statusService(needs: Dependencies) {
  const { database, clock, storage } = needs;
  return {
    async get(): Promise<StatusReport> {
      const now = clock();
      const [portals, jobs] = [
        await facts.findRunningPortals(database.kysely, now),
        await facts.findJobs(database.kysely),
      ];
      return {
        at: toMoment(now),
        portals: portals.map(({ version, host, pid, startedAt, readyAt }) => ({
          version: version ?? '',
          host: host ?? '',
          pid: pid ?? 0,
          startedAt: toMomentOrNull(startedAt),
          ready: readyAt !== null,
        })),
        jobs: jobs.map((job) => ({
          name: job.name,
          state: judgeJob(job, now),
          succeededAt: toMomentOrNull(job.succeededAt),
          failedAt: toMomentOrNull(job.failedAt),
          nextRunAt: toMoment(job.nextRunAt),
        })),
        mail: await readMail(needs),
        disks: await storage.readDisks(),
        keys: await readKeys(needs, now),
        clock: await readClock(needs, now),
        backup: await readBackup(needs),
        database: await facts.findDatabaseFacts(database.kysely),
      };
    },
  };
}

export type StatusService = ReturnType<typeof statusService>;

type JobTimes = {
  nextRunAt: number;
  leasedUntil: number | null;
  succeededAt: number | null;
  failedAt: number | null;
};

/** Processes look for due jobs every minute, one job after the other, so a job may be some minutes late. */
const latestStartMs = minutes(15);

export function judgeJob({ nextRunAt, leasedUntil, succeededAt, failedAt }: JobTimes, now: number): JobState {
  if (leasedUntil !== null && leasedUntil > now) return 'running';
  if (failedAt !== null && failedAt > (succeededAt ?? 0)) return 'failed';
  if (nextRunAt < now - latestStartMs) return 'overdue';
  return succeededAt === null ? 'new' : 'ok';
}

async function readMail({ database: { kysely }, delivers }: Dependencies): Promise<StatusReport['mail']> {
  const counts = await facts.findMailCounts(kysely);
  const waiting = counts.filter(({ state }) => state !== 'failed');
  const since = waiting.flatMap(({ oldestAt }) => oldestAt ?? []);
  return {
    delivers,
    held: await isMailHeld(kysely),
    waiting: waiting.reduce((sum, { letters }) => sum + letters, 0),
    failed: counts.find(({ state }) => state === 'failed')?.letters ?? 0,
    oldestWaitingAt: since.length > 0 ? toMoment(Math.min(...since)) : null,
  };
}

async function readKeys({ database: { kysely }, licenseKeys }: Dependencies, now: number) {
  const counts = await countValidLicenses(kysely, now);
  const ofKits = new Set(await findKitKeyIds(kysely));
  return Promise.all(
    (await findSigningKeys(kysely)).map(async ({ keyId, status, createdAt, revokedAt }) => ({
      keyId,
      status: judgeKey({ keyId, status, revokedAt }, ofKits),
      createdAt: toMoment(createdAt),
      revokedAt: toMomentOrNull(revokedAt),
      licenses: counts.find((each) => each.keyId === keyId)?.licenses ?? 0,
      here: licenseKeys !== null && (await licenseKeys(keyId)) !== null,
    })),
  );
}

async function readClock({ database, guard }: Dependencies, now: number): Promise<StatusReport['clock']> {
  const doubt = guard.doubt();
  const databaseTime = await database.readTime();
  return {
    doubt: doubt && { kind: doubt.kind, from: toMoment(doubt.from), to: toMoment(doubt.to) },
    differenceMs: databaseTime === null ? null : Math.round(now - databaseTime),
  };
}

async function readBackup({ database: { kysely }, storage }: Dependencies): Promise<StatusReport['backup']> {
  const [last, proof] = [await findLastBackup(kysely), await findLastProof(kysely)];
  const { everyMs, keep } = storage.backup;
  return {
    job: everyMs === null ? null : { everyMs, keep },
    last: last && { at: toMoment(last.at), file: last.file, bytes: last.bytes },
    proof: proof && { at: toMoment(proof.at), file: proof.file },
  };
}

const toMoment = (at: number): string => new Date(at).toISOString();
const toMomentOrNull = (at: number | null): string | null => (at === null ? null : toMoment(at));
