import { Kysely, PostgresDialect, PostgresQueryCompiler, sql, Transaction, type Dialect } from 'kysely';
import { types } from 'pg';
import { watchDisk } from '../disk-watch.ts';
import { DatabaseBusy, DatabaseUnavailable } from '../failures.ts';
import type { DatabaseFoundation, OpenOptions, Trx } from '../foundation.ts';
import type { Tables } from '../schema.ts';
import { registerReaders } from '../queries/long-reads.ts';
import type { SqlDialect } from '../queries/statements.ts';
import { snakeCase, camelCaseRows } from '../names.ts';
import { openConnections, unlimitedStatements } from './postgres-connections.ts';
import { splitAddress } from './postgres-address.ts';
import { createTableCopies } from './postgres-copy.ts';
import { ReplicaDriver } from './postgres-replica.ts';
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
    bigInteger: 'bigint',
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
 * Connects to the PostgreSQL database at this address. The time limits are `patienceMs` for a connection and for a lock, and twice
 * `patienceMs` for a statement and for the next statement of a transaction. If the server does not enforce its limits, because it has
 * stopped or the network drops packets, this process ends the connection half of `patienceMs` later.
 */
export async function openPostgres(
  url: string,
  { connections: max = 10, patienceMs = 5000, silenceMs = 60_000, isWritable = false, readUrl }: OpenOptions = {},
): Promise<DatabaseFoundation> {
  const addresses = checkAddress(url);
  const connections = openPool(addresses, { max, patienceMs, silenceMs });
  const disk = watchDisk();
  const dialect = createDialect(connections, (error) => disk.recordError(translateError(error)));
  const kysely = new Kysely<Tables>({ dialect, plugins: [camelCaseRows] });
  const replica = openReplica(readUrl, dialect, { max, patienceMs, silenceMs });
  if (replica) registerReaders(kysely, replica);
  const checkWritable = async () => {
    if (!(await isReadOnly(kysely))) return;
    connections.replaceAll();
    throw new DatabaseBusy('PostgreSQL is read-only.', { cause: Object.assign(new Error(), { code: '25006' }) });
  };
  let closing: Promise<void> | undefined;
  // The pool is closed instead of `kysely`, whose own error would not be translated: a request that still runs is answered 503.
  const close = async () => {
    await (closing ??= connections.pool.end());
    await replica?.destroy();
  };
  try {
    await checkDatabase(kysely);
    if (isWritable) await checkWritable();
  } catch (error) {
    await close();
    throw createUnavailableError(error, addresses);
  }
  return {
    kysely,
    sqlDialect,
    disk,
    pipeline: createPipelining(dialect),
    lockSchema,
    isRetryable,
    requireMigrationRights: () => requireMigrationRights(kysely),
    requireWritable: () => limitWait(checkWritable(), (2 / 5) * patienceMs),
    isSilent: connections.isSilent,
    refreshStatistics,
    readTime: () => readServerTime(kysely),
    connections: connections.count,
    tableCopies: createTableCopies(connections.pool.connect),
    close,
  };
}

const createDialect = (
  { pool }: ReturnType<typeof openConnections>,
  translate: (error: unknown) => unknown,
): Dialect => ({
  ...translateErrors(new PostgresDialect({ pool }), translate),
  createQueryCompiler: () => new PostgresCompiler(),
});

/** Opens the database for long reads. The replica need not answer: while it does not, the primary reads. */
function openReplica(url: string | undefined, primary: Dialect, limits: PoolLimits): Kysely<Tables> | null {
  if (url === undefined) return null;
  const replica = createDialect(openPool([url], limits), translateError);
  const createDriver = () => new ReplicaDriver(primary.createDriver(), replica.createDriver());
  return new Kysely<Tables>({ dialect: { ...replica, createDriver }, plugins: [camelCaseRows] });
}

/**
 * Returns a function that lets the statements of a transaction be sent while others still run. They share one round trip to PostgreSQL, which
 * runs them in the order in which they were sent. Kysely alone sends a statement after the answer to the one before.
 */
function createPipelining(dialect: Dialect): (trx: Trx) => Promise<Trx> {
  const driver = dialect.createDriver();
  return async (trx) => {
    const serialExecutor = trx.getExecutor();
    const connection = await serialExecutor.provideConnection((provided) => Promise.resolve(provided));
    const executor = serialExecutor.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) });
    return new Transaction<Tables>({ config: { dialect }, dialect, driver, executor });
  };
}

type PoolLimits = { max: number; patienceMs: number; silenceMs: number };

const openPool = (addresses: readonly string[], { max, patienceMs, silenceMs }: PoolLimits) =>
  openConnections(
    addresses,
    {
      max,
      pipeline: true,
      application_name: 'basics-portal',
      connectionTimeoutMillis: patienceMs,
      idleTimeoutMillis: 30_000,
      statement_timeout: 2 * patienceMs,
      lock_timeout: patienceMs,
      idle_in_transaction_session_timeout: 2 * patienceMs,
      types: { getTypeParser },
    },
    {
      statementMs: 2.5 * patienceMs,
      migrationMs: Math.max(60 * 60_000, patienceMs),
      closeMs: patienceMs / 5,
      silenceMs,
    },
  );

async function isReadOnly(kysely: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ readOnly: string }>`
    select current_setting('transaction_read_only') as "readOnly"`.execute(kysely);
  return rows[0]?.readOnly === 'on';
}

/** Rejects if the promise takes longer than the limit in milliseconds. */
async function limitWait(promise: Promise<void>, limitMs: number): Promise<void> {
  const { promise: timeIsOver, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new DatabaseBusy('PostgreSQL did not answer in time.')), limitMs);
  try {
    await Promise.race([promise, timeIsOver]);
  } finally {
    clearTimeout(timer);
  }
}

class PostgresCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(snakeCase(name));
  }
}

function checkAddress(url: string): string[] {
  const addresses = splitAddress(url);
  if (addresses.length > 0) return addresses;
  throw new DatabaseUnavailable(
    'DATABASE_URL is not the address of a PostgreSQL database. Its form is postgres://user:password@host:5432/database.',
  );
}

async function checkDatabase(kysely: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select pg_encoding_to_char(encoding) as "encoding" from pg_database where datname = current_database()`.execute(
    kysely,
  );
  if (rows[0]?.encoding !== 'UTF8')
    throw new DatabaseUnavailable(
      'The PostgreSQL database does not store text as UTF-8. Create a database with encoding UTF8.',
    );
}

type MigrationRights = {
  schema: string | null;
  mayCreate: boolean | null;
  hasSearch: boolean;
  maySearch: boolean;
};

async function requireMigrationRights(kysely: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<MigrationRights>`
    select current_schema() as "schema",
      exists (select from pg_extension where extname = 'pg_trgm') as "hasSearch",
      has_database_privilege(current_database(), 'create')
        and exists (select from pg_available_extensions where name = 'pg_trgm') as "maySearch",
      has_schema_privilege(current_schema(), 'create') and has_schema_privilege(current_schema(), 'usage') as "mayCreate"`.execute(
    kysely,
  );
  const [facts] = rows;
  if (!facts?.mayCreate)
    throw new DatabaseUnavailable(
      `The user of DATABASE_URL may not create tables. Run: grant usage, create on schema ${facts?.schema ?? 'public'} to ...; or migrate as the owner of the tables: portal migrate`,
    );
  if (!facts.hasSearch && !facts.maySearch)
    throw new DatabaseUnavailable(
      'The search needs the extension pg_trgm, which the user of DATABASE_URL may not create. Ask the administrator of the database to install PostgreSQL’s contrib package and to run in this database: create extension pg_trgm;',
    );
}

/** Waits for the lock without a time limit, because the migrations of another server may take longer than a query is allowed to. */
async function lockSchema(trx: Kysely<Tables>): Promise<void> {
  await sql.raw(unlimitedStatements).execute(trx);
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
