import { sql } from 'kysely';
import { dialectOf, type Db } from './database/foundation.ts';
import { maxSilenceMs } from './start/running-portals.repository.ts';

/** Counts the queued, sending and failed e-mails, with the creation time of the oldest e-mail of each state. */
export const findMailCounts = (db: Db) =>
  db
    .selectFrom('outbox')
    .select(({ fn }) => ['state', fn.countAll<number>().as('letters'), fn.min('createdAt').as('oldestAt')])
    .where('state', 'in', ['queued', 'sending', 'failed'])
    .groupBy('state')
    .execute();

/** Finds the recurring jobs that have been due at least once. */
export const findJobs = (db: Db) =>
  db
    .selectFrom('schedules')
    .select(['name', 'nextRunAt', 'leasedUntil', 'succeededAt', 'failedAt'])
    .orderBy('name')
    .execute();

/** Finds the running processes of the portal: those that have renewed their row in the last minute. */
export const findRunningPortals = (db: Db, now: number) =>
  db
    .selectFrom('portalProcesses')
    .select(['id', 'version', 'host', 'pid', 'startedAt', 'readyAt', 'lastSeenAt'])
    .where('lastSeenAt', '>', now - maxSilenceMs)
    .orderBy('startedAt')
    .orderBy('id')
    .execute();

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

export async function findDatabaseFacts(db: Db) {
  const isPostgres = dialectOf(db) === 'postgres';
  const selectSize = isPostgres
    ? sql<DatabaseSize>`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`
    : sql<DatabaseSize>`
        select sqlite_version() as version, page_count * page_size as bytes from pragma_page_count, pragma_page_size`;
  const { version = '', bytes = 0 } = (await selectSize.execute(db)).rows[0] ?? {};
  return { kind: isPostgres ? ('PostgreSQL' as const) : ('SQLite' as const), version, bytes };
}

type DatabaseSize = { version: string; bytes: number };
