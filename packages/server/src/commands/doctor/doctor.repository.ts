import { sql } from 'kysely';
import { dialectOf, type Db } from '#server/database/foundation.ts';
import { maxSilenceMs } from '#server/start/running-portals.repository.ts';

export async function findMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Returns the faults that SQLite finds in the file of the database. The list is empty for PostgreSQL, which checks its own checksums. */
export async function findDamage(db: Db): Promise<string[]> {
  if (dialectOf(db) === 'postgres') return [];
  const { rows } = await sql<{ result: string }>`select quick_check as result from pragma_quick_check`.execute(db);
  return rows.map(({ result }) => result).filter((result) => result !== 'ok');
}

/** How this process is connected to PostgreSQL, and whether its role owns the tables; null for SQLite. */
export async function findConnection(
  db: Db,
): Promise<{ isEncrypted: boolean; isLocal: boolean; isOwner: boolean } | null> {
  if (dialectOf(db) === 'sqlite') return null;
  const { rows } = await sql<{ isEncrypted: boolean; isLocal: boolean; isOwner: boolean }>`
    select coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
      coalesce(inet_client_addr() = inet_server_addr() or inet_server_addr() <<= inet '127.0.0.0/8', true) as "isLocal",
      (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('audit')) as "isOwner"`.execute(db);
  return rows[0] ?? null;
}

/**
 * How many connections the role of the portal may open: the limit of the server without those that are reserved for its administrator, of
 * the role, or of the database, whichever is lowest; null for SQLite.
 */
export async function findConnectionLimit(db: Db): Promise<number | null> {
  if (dialectOf(db) === 'sqlite') return null;
  const { rows } = await sql<{ connections: number }>`
    select least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
      nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) as connections
    from pg_roles, pg_database where rolname = current_user and datname = current_database()`.execute(db);
  return rows[0]?.connections ?? null;
}

export async function countPortals(db: Db, now: number): Promise<number> {
  const { found } = await db
    .selectFrom('portalProcesses')
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .where('lastSeenAt', '>', now - maxSilenceMs)
    .executeTakeFirstOrThrow();
  return found;
}

export async function findOverdueJobs(db: Db, dueBefore: number): Promise<string[]> {
  const rows = await db
    .selectFrom('schedules')
    .select('name')
    .where('nextRunAt', '<', dueBefore)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

export async function findAdministratorsWithoutFactor(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('login')
    .where('profileId', '=', 1)
    .where('status', '=', 'active')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('secondFactors')
            .select('secondFactors.id')
            .whereRef('secondFactors.userId', '=', 'users.id')
            .where('secondFactors.confirmedAt', 'is not', null),
        ),
      ),
    )
    .orderBy('login')
    .execute();
  return rows.map(({ login }) => login);
}

/** Counts the queued e-mails that were created before this time, and the e-mails that have failed. */
export async function countLetters(db: Db, dueBefore: number): Promise<{ waiting: number; failed: number }> {
  const countState = async (state: 'queued' | 'failed') => {
    let letters = db
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll<number>().as('found'))
      .where('state', '=', state);
    if (state === 'queued') letters = letters.where('createdAt', '<', dueBefore);
    return (await letters.executeTakeFirstOrThrow()).found;
  };
  return { waiting: await countState('queued'), failed: await countState('failed') };
}

export async function findSenders(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('brands').select('senderAddress').orderBy('id').execute();
  return rows.map(({ senderAddress }) => senderAddress);
}
