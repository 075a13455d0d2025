import { Kysely, PostgresDialect, PostgresQueryCompiler, sql } from 'kysely';
import { Pool, types } from 'pg';
import { watchDisk } from '../disk-watch.ts';
import { DatabaseUnavailable } from '../failures.ts';
import type { DatabaseFoundation, OpenOptions } from '../foundation.ts';
import type { Tables } from '../schema.ts';
import type { SqlDialect } from '../queries/statements.ts';
import { snakeCase, camelCaseRows } from '../columns.ts';
import { isRetryable, translateError, createUnavailableError } from './postgres-errors.ts';
import { translateErrors } from './translate-errors.ts';

/** The collation C sorts and compares text by its bytes, as SQLite does. */
const bytewiseCollation = 'text collate "C"';

const sqlDialect: SqlDialect = {
  dialect: 'postgres',
  types: {
    // With `generated always`, an insert cannot choose its id, so no id is used twice.
    id: 'integer generated always as identity primary key',
    integer: 'integer',
    bits: 'bigint',
    moment: 'bigint',
    day: bytewiseCollation,
    flag: 'integer',
    text: bytewiseCollation,
    json: bytewiseCollation,
    bytesHex: bytewiseCollation,
  },
  tableEnd: '',
};

/**
 * Connects to the PostgreSQL database at this address. The time limits are `patienceMs` for a connection and for a lock, three times
 * `patienceMs` for a reply, and twice `patienceMs` for the next statement of a transaction.
 */
export async function openPostgres(
  url: string,
  { connections = 10, patienceMs = 5000 }: OpenOptions & { connections?: number } = {},
): Promise<DatabaseFoundation> {
  const pool = new Pool({
    connectionString: checkAddress(url),
    max: connections,
    application_name: 'basics-portal',
    connectionTimeoutMillis: patienceMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: 3 * patienceMs,
    lock_timeout: patienceMs,
    idle_in_transaction_session_timeout: 2 * patienceMs,
    types: { getTypeParser },
  });
  // The pool drops a broken connection, and the query on this connection fails. Without a listener, an error event would end the process,
  // both for an idle connection and for one in a transaction.
  pool.on('error', () => {});
  pool.on('connect', (connection) => connection.on('error', () => {}));
  const disk = watchDisk();
  const kysely = new Kysely<Tables>({
    dialect: {
      ...translateErrors(new PostgresDialect({ pool }), (error) => disk.recordError(translateError(error))),
      createQueryCompiler: () => new PostgresCompiler(),
    },
    plugins: [camelCaseRows],
  });
  try {
    await checkDatabase(kysely);
  } catch (error) {
    await kysely.destroy();
    throw createUnavailableError(error, url);
  }
  const close = () => kysely.destroy();
  const readTime = () => readServerTime(kysely);
  return {
    kysely,
    sqlDialect,
    disk,
    lockSchema,
    isRetryable,
    refreshStatistics,
    readTime,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close,
  };
}

class PostgresCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(snakeCase(name));
  }
}

function checkAddress(url: string): string {
  if (URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)) return url;
  throw new DatabaseUnavailable(
    'DATABASE_URL is not the address of a PostgreSQL database. Its form is postgres://user:password@host:5432/database.',
  );
}

type DatabaseFacts = {
  encoding: string;
  schema: string | null;
  mayCreate: boolean | null;
  hasSearch: boolean;
  maySearch: boolean;
};

async function checkDatabase(kysely: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<DatabaseFacts>`
    select pg_encoding_to_char(encoding) as "encoding", current_schema() as "schema",
      exists (select from pg_extension where extname = 'pg_trgm') as "hasSearch",
      has_database_privilege(current_database(), 'create')
        and exists (select from pg_available_extensions where name = 'pg_trgm') as "maySearch",
      has_schema_privilege(current_schema(), 'create') and has_schema_privilege(current_schema(), 'usage') as "mayCreate"
    from pg_database where datname = current_database()`.execute(kysely);
  const [facts] = rows;
  if (facts?.encoding !== 'UTF8')
    throw new DatabaseUnavailable(
      'The PostgreSQL database does not store text as UTF-8. Create a database with encoding UTF8.',
    );
  if (!facts.mayCreate)
    throw new DatabaseUnavailable(
      `The user of DATABASE_URL may not create tables. Run: grant usage, create on schema ${facts.schema ?? 'public'} to ...;`,
    );
  if (!facts.hasSearch && !facts.maySearch)
    throw new DatabaseUnavailable(
      'The search needs the extension pg_trgm, which the user of DATABASE_URL may not create. Ask the administrator of the database to install PostgreSQL’s contrib package and to run in this database: create extension pg_trgm;',
    );
}

/** Waits for the lock without a time limit, because the migrations of another server may take longer than a query is allowed to. */
async function lockSchema(trx: Kysely<Tables>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local lock_timeout = 0`.execute(trx);
  await sql`select pg_advisory_xact_lock(${schemaLock})`.execute(trx);
}

/** The key of the advisory lock: the bytes of "basics", a number that no other program is likely to use. */
const schemaLock = 0x626173696373;

async function readServerTime(kysely: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as "at"`.execute(kysely);
  return rows[0]?.at ?? Number.NaN;
}

/** Does nothing, because PostgreSQL's autovacuum updates the statistics. */
async function refreshStatistics(): Promise<void> {}

/** Reads a bigint as a number, which is exact because moments, bits and counts are far below 2^53. */
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === bigintTypeId ? Number : types.getTypeParser(oid, format);

/** The type's number (OID) in PostgreSQL's catalogue. */
const bigintTypeId = 20;
