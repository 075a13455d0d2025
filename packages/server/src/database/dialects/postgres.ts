import { Kysely, PostgresDialect, PostgresQueryCompiler, sql } from 'kysely';
import { Pool, types } from 'pg';
import { watchDisk } from '../disk-watch.ts';
import { DatabaseUnavailable } from '../failures.ts';
import type { Foundation, Opening } from '../foundation.ts';
import type { Tables } from '../schema.ts';
import type { SqlDialectWords } from '../statements.ts';
import { snakeCase } from '../names.ts';
import { camelCaseRows } from './camel-case-rows.ts';
import { isRetryable, translateError, createUnavailableError } from './postgres-errors.ts';
import { translateErrors } from './translate-errors.ts';

/** Collation C sorts and compares by bytes, as SQLite does. */
const bytewiseCollation = 'text collate "C"';

const sqlWords: SqlDialectWords = {
  dialect: 'postgres',
  types: {
    // `generated always`: an insert cannot choose the id, so that no id can occur twice.
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
 * Connects to a PostgreSQL database by its address. Waits at most `patienceMs` for a connection or a lock, three times as long for a reply,
 * and twice as long for the next statement of a transaction.
 */
export async function openPostgres(
  url: string,
  { connections = 10, patienceMs = 5000 }: Opening & { connections?: number } = {},
): Promise<Foundation> {
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
  // The pool drops a broken connection, and its query fails. But an error event without a listener would end the process, both for an idle
  // connection and for one in a transaction.
  pool.on('error', () => {});
  pool.on('connect', (connection) => connection.on('error', () => {}));
  const disk = watchDisk();
  const kysely = new Kysely<Tables>({
    dialect: {
      ...translateErrors(new PostgresDialect({ pool }), (error) => disk.note(translateError(error))),
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
    words: sqlWords,
    disk,
    lockSchema,
    isWorthAnotherTry: isRetryable,
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
    'DATABASE_URL is not the address of a PostgreSQL database. It reads postgres://user:password@host:5432/database.',
  );
}

type Facts = {
  encoding: string;
  schema: string | null;
  mayCreate: boolean | null;
  hasSearch: boolean;
  maySearch: boolean;
};

async function checkDatabase(kysely: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<Facts>`
    select pg_encoding_to_char(encoding) as "encoding", current_schema() as "schema",
      exists (select from pg_extension where extname = 'pg_trgm') as "hasSearch",
      has_database_privilege(current_database(), 'create')
        and exists (select from pg_available_extensions where name = 'pg_trgm') as "maySearch",
      has_schema_privilege(current_schema(), 'create') and has_schema_privilege(current_schema(), 'usage') as "mayCreate"
    from pg_database where datname = current_database()`.execute(kysely);
  const [found] = rows;
  if (found?.encoding !== 'UTF8')
    throw new DatabaseUnavailable(
      'The PostgreSQL database does not keep its text as UTF-8. Make one with encoding UTF8.',
    );
  if (!found.mayCreate)
    throw new DatabaseUnavailable(
      `The user of DATABASE_URL may not make tables. Grant it: grant usage, create on schema ${found.schema ?? 'public'} to ...;`,
    );
  if (!found.hasSearch && !found.maySearch)
    throw new DatabaseUnavailable(
      'The search needs the extension pg_trgm, which the user of DATABASE_URL may not create. Ask the administrator of the database to install PostgreSQL’s contrib package and to run in this database: create extension pg_trgm;',
    );
}

/** Without a time limit: another server that starts now may migrate for longer than a query may take. */
async function lockSchema(trx: Kysely<Tables>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local lock_timeout = 0`.execute(trx);
  await sql`select pg_advisory_xact_lock(${schemaLock})`.execute(trx);
}

/** The key of the advisory lock. Any number that no other program uses: "basics" as bytes. */
const schemaLock = 0x626173696373;

async function readServerTime(kysely: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as "at"`.execute(kysely);
  return rows[0]?.at ?? Number.NaN;
}

/** Nothing: autovacuum keeps the statistics. */
async function refreshStatistics(): Promise<void> {}

/** bigint as a number: moments, bits and counts are far below 2^53. */
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === bigint ? Number : types.getTypeParser(oid, format);

/** The type's number (OID) in PostgreSQL's catalogue. */
const bigint = 20;
