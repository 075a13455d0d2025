import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { buildVersion } from '#server/platform/build-version.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Db } from '../database/foundation.ts';
import { DatabaseBusy } from '../database/failures.ts';
import { latestMigration } from '../database/migrate.ts';
import { bySystem, recordAudit } from '../platform/audit/audit.ts';
import { startBackgroundJob, type BackgroundJob } from '../platform/background/background-job.ts';
import { seconds, type Clock } from '../platform/clock/clock.ts';
import { computeSecretKeyId } from '../platform/security/seal.ts';
import { StartFault } from '../platform/problem.ts';
import * as rows from './running-portals.repository.ts';
import { useCurrentSealingKey, type SealKeyFiles } from '../sealing/open-seal-keys.ts';

type Dependencies = { database: Database; clock: Clock; sessionKey: Uint8Array };

export type RunningPortal = Omit<rows.RunningPortalRow, 'readyAt'>;

/**
 * Registers this portal. Throws StartFault while a portal with another session key is running, because each portal would end the sessions
 * of the other portal. If the session key was changed while no portal was running, all sessions end.
 */
export function registerRunningPortal({ database, clock, sessionKey }: Dependencies): Promise<RunningPortal> {
  const portal = {
    id: randomBytes(16).toString('hex'),
    sessionKeyId: computeSecretKeyId(sessionKey),
    version: buildVersion,
    schemaName: latestMigration,
    host: hostname(),
    pid: process.pid,
    startedAt: clock(),
  };
  return database.transact(async (trx) => {
    const now = clock();
    await rows.lockPortalList(trx);
    await refuseOtherSessionKey(trx, sessionKey, now);
    await rows.storeRunningPortal(trx, { ...portal, readyAt: null }, now);
    if (await rows.changeSessionKeyId(trx, portal.sessionKeyId)) {
      await rows.endEverySession(trx, now);
      const subject = { kind: 'sessionKey', id: portal.sessionKeyId } as const;
      await recordAudit(trx, { at: now, ...bySystem, action: 'session.newKey', subject });
    }
    return portal;
  });
}

/** Throws StartFault while a portal with another session key is running. */
export async function refuseOtherSessionKey(db: Db, sessionKey: Uint8Array, now: number): Promise<void> {
  const lastSeenAt = await rows.findPortalWithOtherKey(db, computeSecretKeyId(sessionKey), now);
  if (lastSeenAt !== null) throw new StartFault(describeOtherSessionKey(lastSeenAt, now));
}

const describeOtherSessionKey = (lastSeenAt: number, now: number): string =>
  `A portal with another session key uses this database; it was last seen ${Math.max(0, Math.round((now - lastSeenAt) / 1000))} seconds ago. Copy its session key to JWT_KEY_FILE. To change the key, stop all portals first; one that was killed counts as running for a minute.`;

/**
 * Starts a background job that renews the row of this portal every 20 seconds, and selects the current sealing key. The job calls `stop`
 * when portals of a later version answer requests and it is the turn of this portal.
 */
export function startRegistrationRenewal(
  { database, clock, log, stop }: { database: Database; clock: Clock; log: FastifyBaseLogger; stop: () => void },
  portal: RunningPortal,
  sealKeys: SealKeyFiles,
): BackgroundJob {
  const readyAt = clock();
  return startBackgroundJob({
    name: 'runningPortals',
    everyMs: seconds(20),
    log,
    async work() {
      const now = clock();
      const row = { ...portal, readyAt };
      await rows.storeRunningPortal(database.kysely, row, now);
      if (
        (await rows.isLaterPortalReady(database.kysely, portal.schemaName, now)) &&
        (await database.transact((trx) => rows.takeTurnToStop(trx, row, now)))
      ) {
        log.warn('a portal of a later version is ready, so this portal finishes its requests and stops');
        return stop();
      }
      await useCurrentSealingKey(database, sealKeys);
    },
  });
}

/**
 * Deletes the row of this portal, so that a portal with another session key can start at once. If the database cannot be written, the row
 * of the portal stays, and the portal counts as running for a minute.
 */
export async function unregisterRunningPortal(
  { database, log }: { database: Database; log: FastifyBaseLogger },
  { id }: RunningPortal,
): Promise<void> {
  try {
    await rows.deletePortal(database.kysely, id);
  } catch (error) {
    if (!(error instanceof DatabaseBusy)) throw error;
    log.warn(
      { reason: error.message },
      'other portals treat this stopped portal as running for one more minute, because its row in the database could not be deleted',
    );
  }
}
