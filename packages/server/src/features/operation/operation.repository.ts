import type { Db } from '#server/database/database.ts';
import { livesMs } from '#server/running-portals.repository.ts';

/** How many e-mails wait and have failed, and since when the oldest of each waits. */
export const findMailCounts = (db: Db) =>
  db
    .selectFrom('outbox')
    .select(({ fn }) => ['state', fn.countAll<number>().as('letters'), fn.min('createdAt').as('oldestAt')])
    .where('state', 'in', ['queued', 'sending', 'failed'])
    .groupBy('state')
    .execute();

/** The recurring jobs that have been due at least once. */
export const findJobs = (db: Db) =>
  db
    .selectFrom('schedules')
    .select(['name', 'nextRunAt', 'leasedUntil', 'succeededAt', 'failedAt'])
    .orderBy('name')
    .execute();

/** The portals that gave a sign of life in the last minute. */
export const findRunningPortals = (db: Db, now: number) =>
  db
    .selectFrom('portalProcesses')
    .select(['id', 'version', 'host', 'pid', 'startedAt', 'readyAt', 'lastSeenAt'])
    .where('lastSeenAt', '>', now - livesMs)
    .orderBy('startedAt')
    .orderBy('id')
    .execute();

/** Licences that are valid now. */
export async function countValidLicenses(db: Db, now: number): Promise<number> {
  const { licenses } = await db
    .selectFrom('licenses')
    .select(({ fn }) => fn.countAll<number>().as('licenses'))
    .where('expiresAt', '>', now)
    .where('revokedAt', 'is', null)
    .where('replacedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return licenses;
}
