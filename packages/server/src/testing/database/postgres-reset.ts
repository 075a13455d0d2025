import { Client, Pool } from 'pg';

/** What is needed to reset a copy of a migrated database to its original rows. */
export type PostgresReset = {
  /** Describes all table definitions. If a copy has another description, a test has changed a definition. */
  schema: string;
  /** The query that returns the state of each table of a copy. */
  tablesQuery: string;
  /** The rows of the tables in the template. */
  tables: TableStates;
  /** The SQL that deletes the rows of a table and inserts the rows of the migrations, by the name of the table. */
  resets: Record<string, string>;
  /** The SQL that resets every sequence. */
  sequences: string;
};

/**
 * The state of the rows of each table, by its name: how many there are, and the newest transaction that has written one of them. Every change
 * of rows changes one of both.
 */
type TableStates = Record<string, string>;

/**
 * Creates the data for resets from the template database of the copies. Returns null if the database user is not a superuser: only a
 * superuser can disable triggers and foreign keys, without which the order of the deleted rows does not matter.
 */
export const createReset = (templateUrl: string): Promise<PostgresReset | null> =>
  withClient(templateUrl, async (client) => {
    const [role] = await queryRows(client, 'select rolsuper from pg_roles where rolname = current_user');
    if (role?.['rolsuper'] !== true) return null;
    const rows = await queryRows(client, "select tablename from pg_tables where schemaname = 'public'");
    const names = rows.map(({ tablename }) => String(tablename));
    const tablesQuery = names
      .map((name) => `select '${name}' as name, concat(count(*), ' ', ${newestTransaction}) as state from "${name}"`)
      .join(' union all ');
    return {
      schema: (await readState(client)).schema,
      tablesQuery,
      tables: await readTables(client, tablesQuery),
      resets: await createResets(client, names),
      sequences: (await listSequences(client)).join('; '),
    };
  });

/** The newest of the transactions that have written the rows of a query. A type for transactions has no order, so they become numbers. */
const newestTransaction = 'max(xmin::text::bigint)';

/** The query is prepared once for each connection, because its plan takes longer than its run. */
async function readTables(client: Client | Pool, tablesQuery: string): Promise<TableStates> {
  const { rows } = await client.query<{ name: string; state: string }>({ name: 'tables', text: tablesQuery });
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
}

/**
 * The connections that reset copies, by the URL of the copy. They stay open, because a new connection has to read the catalogue of all
 * tables, which takes four times as long as the reset.
 */
const resetConnections = new Map<string, Pool>();

/** The state of the tables after the last reset, by the URL of the copy. A copy that was never reset has the state of the template. */
const resetTables = new Map<string, TableStates>();

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
    resetTables.delete(url);
    await connection.end();
    return false;
  }
  if (state.connections !== keptConnections) {
    if (keptConnections > 0) return false;
    // They could write after the reset. The termination waits up to 10 s for each connection.
    await connection.query(selectOtherConnections('pg_terminate_backend(pid, 10000)'));
  }
  const known = resetTables.get(url) ?? reset.tables;
  const tables = await readTables(connection, reset.tablesQuery);
  const changedTables = Object.keys(tables).filter((name) => tables[name] !== known[name]);
  const statements = [...changedTables.map((name) => reset.resets[name] ?? ''), reset.sequences];
  await connection.query(`begin; ${statements.join('; ')}; commit`);
  if (changedTables.length > 0) resetTables.set(url, await readTables(connection, reset.tablesQuery));
  return true;
}

function openResetConnection(url: string): Pool {
  // Without triggers and foreign keys, the order of the deleted rows does not matter. A later change of this setting would end all plans.
  const options = '-c session_replication_role=replica';
  const connection = new Pool({ connectionString: url, options, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // A test may end all connections to its database. The next reset then opens another one.
  connection.on('error', () => {});
  resetConnections.set(url, connection);
  return connection;
}

/** The largest copy that is reset, in bytes: about twice the size of a migrated database. */
const maxCopyBytes = 24_000_000;

const selectOtherConnections = (expression: string): string =>
  `select ${expression} from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

/** Creates the statements that give each table the rows of the migrations. */
async function createResets(client: Client, tables: readonly string[]): Promise<Record<string, string>> {
  const resets: Record<string, string> = {};
  for (const table of tables) {
    const [result] = await queryRows(client, `select json_agg(t)::text as rows from "${table}" t`);
    const deletion = `delete from "${table}"`;
    const hasRows = typeof result?.['rows'] === 'string';
    const rows = hasRows ? client.escapeLiteral(String(result['rows'])) : '';
    const insertion = `insert into "${table}" overriding system value select * from json_populate_recordset(null::"${table}", ${rows})`;
    resets[table] = hasRows ? `${deletion}; ${insertion}` : deletion;
  }
  return resets;
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
 * Reads the state of the objects that are not part of PostgreSQL itself, whose ids begin at 16384: how many of each kind there are, and which
 * transaction has written the newest. When an object changes, PostgreSQL writes the catalogue row of the object again. The numbers of rows are
 * part of the state, because they are written in place.
 */
const stateQuery = `
  select string_agg(state, ', ' order by state) as schema,
    exists (select from pg_statistic where starelid >= 16384) as analyzed,
    pg_database_size(current_database()) as bytes,
    (${selectOtherConnections('count(*)')}) as connections
  from (
    select concat('relations ', count(*), ' ', ${newestTransaction}, ' ', sum(reltuples)) as state from pg_class where oid >= 16384 and relkind <> 'S'
    union all select concat('columns ', count(*), ' ', ${newestTransaction}) from pg_attribute where attrelid >= 16384
    union all select concat('defaults ', count(*), ' ', ${newestTransaction}) from pg_attrdef where oid >= 16384
    union all select concat('constraints ', count(*), ' ', ${newestTransaction}) from pg_constraint where oid >= 16384
    union all select concat('triggers ', count(*), ' ', ${newestTransaction}) from pg_trigger where oid >= 16384
    union all select concat('functions ', count(*), ' ', ${newestTransaction}) from pg_proc where oid >= 16384
  ) as objects`;

async function readState(client: Client | Pool): Promise<CopyState> {
  // The query is prepared once for each connection, because its plan takes longer than its run.
  const { rows } = await client.query<Record<string, unknown>>({ name: 'state', text: stateQuery });
  const [state] = rows;
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
