import { Client, Pool } from 'pg';

/** What is needed to reset a copy of a migrated database to its original rows. */
export type PostgresReset = {
  /** A hash of all table definitions. If a copy has another hash, a test has changed a definition. */
  schema: string;
  /** The SQL that deletes all rows, inserts the rows of the migrations, and resets every sequence. */
  statements: string;
};

/**
 * Creates the data for resets from the template database of the copies. Returns null if the database user is not a superuser: only a
 * superuser can disable triggers and foreign keys, without which the order of the deleted rows does not matter.
 */
export const createReset = (templateUrl: string): Promise<PostgresReset | null> =>
  withClient(templateUrl, async (client) => {
    const [role] = await queryRows(client, 'select rolsuper from pg_roles where rolname = current_user');
    if (role?.['rolsuper'] !== true) return null;
    const tables = await queryRows(client, "select tablename from pg_tables where schemaname = 'public'");
    const names = tables.map(({ tablename }) => String(tablename));
    const statements = [
      'begin',
      'set local session_replication_role = replica',
      ...names.map((table) => `delete from "${table}"`),
      ...(await createInserts(client, names)),
      ...(await listSequences(client)),
      'commit',
    ];
    return { schema: (await readState(client)).schema, statements: statements.join(';\n') };
  });

/**
 * The connections that reset copies, by the URL of the copy. They stay open, because a new connection has to read the catalogue of all
 * tables, which takes four times as long as the reset.
 */
const resetConnections = new Map<string, Pool>();

/**
 * Resets a copy. Returns false and does nothing if a test has changed more than rows. All other connections are ended, unless they are the
 * `keptConnections` of the test, which are idle. If there are connections besides those that are kept, the function returns false.
 */
export async function resetRows(url: string, reset: PostgresReset, keptConnections: number): Promise<boolean> {
  const connection = resetConnections.get(url) ?? openResetConnection(url);
  const state = await readState(connection);
  // A copy with statistics is not reset, because statistics would change the query plans of the next test. A large copy is not reset,
  // because it would stay large and slow: deleted rows keep their space.
  if (state.schema !== reset.schema || state.isAnalyzed || state.bytes > maxCopyBytes) {
    resetConnections.delete(url);
    await connection.end();
    return false;
  }
  if (state.connections !== keptConnections) {
    if (keptConnections > 0) return false;
    // They could write after the reset. The termination waits up to 10 s for each connection.
    await connection.query(selectOtherConnections('pg_terminate_backend(pid, 10000)'));
  }
  await connection.query(reset.statements);
  return true;
}

function openResetConnection(url: string): Pool {
  const connection = new Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // A test may end all connections to its database. The next reset then opens another one.
  connection.on('error', () => {});
  resetConnections.set(url, connection);
  return connection;
}

/** The largest copy that is reset, in bytes: about twice the size of a migrated database. */
const maxCopyBytes = 24_000_000;

const selectOtherConnections = (expression: string): string =>
  `select ${expression} from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

/** Creates statements that insert the rows of the migrations. */
async function createInserts(client: Client, tables: readonly string[]): Promise<string[]> {
  const inserts: string[] = [];
  for (const table of tables) {
    const [result] = await queryRows(client, `select json_agg(t)::text as rows from "${table}" t`);
    if (typeof result?.['rows'] !== 'string') continue;
    const rows = client.escapeLiteral(result['rows']);
    inserts.push(
      `insert into "${table}" overriding system value select * from json_populate_recordset(null::"${table}", ${rows})`,
    );
  }
  return inserts;
}

async function listSequences(client: Client): Promise<string[]> {
  const sequences = await queryRows(
    client,
    "select sequencename, coalesce(last_value, start_value) as value, last_value is not null as used from pg_sequences where schemaname = 'public'",
  );
  return sequences.map(
    ({ sequencename, value, used }) =>
      `select setval('"${String(sequencename)}"', ${String(value)}, ${used === true ? 'true' : 'false'})`,
  );
}

/** `connections` is the number of connections to the copy, without the one that resets it. */
type CopyState = { schema: string; isAnalyzed: boolean; bytes: number; connections: number };

/**
 * Reads the state of the objects that are not part of PostgreSQL itself, whose ids begin at 16384. When an object changes, PostgreSQL
 * writes the catalogue row of the object again, with another `xmin`.
 */
const stateQuery = `
  select md5(string_agg(version, ' ' order by version)) as schema,
    exists (select from pg_statistic where starelid >= 16384) as analyzed,
    pg_database_size(current_database()) as bytes,
    (${selectOtherConnections('count(*)')}) as connections
  from (
    select concat('relation ', oid, ' ', xmin, ' ', reltuples) as version from pg_class where oid >= 16384 and relkind <> 'S'
    union all select concat('column ', attrelid, ' ', attnum, ' ', xmin) from pg_attribute where attrelid >= 16384
    union all select concat('default ', oid, ' ', xmin) from pg_attrdef where oid >= 16384
    union all select concat('constraint ', oid, ' ', xmin) from pg_constraint where oid >= 16384
    union all select concat('trigger ', oid, ' ', xmin) from pg_trigger where oid >= 16384
    union all select concat('function ', oid, ' ', xmin) from pg_proc where oid >= 16384
  ) as objects`;

async function readState(client: Client | Pool): Promise<CopyState> {
  const [state] = await queryRows(client, stateQuery);
  return {
    schema: String(state?.['schema']),
    isAnalyzed: state?.['analyzed'] === true,
    bytes: Number(state?.['bytes']),
    connections: Number(state?.['connections']),
  };
}

async function queryRows(client: Client | Pool, statement: string): Promise<Record<string, unknown>[]> {
  return (await client.query<Record<string, unknown>>(statement)).rows;
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
