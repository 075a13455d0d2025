import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseBusy } from '../failures.ts';

/** How long a read waits for the replica, and for how long reads leave a replica alone that was late or failed, in milliseconds. */
const patienceMs = 200;
const pauseMs = 1000;

/** How long a read waits before it asks the replica again what it has replayed, in milliseconds. */
const pollMs = 5;

/**
 * The database in which a connection is. The positions of two servers say nothing about each other if one is not a copy of the other, or if
 * the addresses name two databases of one server.
 */
const identity = `
  (select concat_ws(' ', system_identifier, (select oid from pg_database where datname = current_database())) from pg_control_system())`;

/**
 * The end of what the primary has stored for sure. If a commit does not wait for the disk, what it has written may be beyond that.
 * https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-ADMIN-BACKUP
 */
const positionQuery = CompiledQuery.raw(`
  select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end
    as "position", ${identity} as "identity"`);

type Position = { position: string; identity: string };

/** Whether the server is a replica of the primary that has replayed the log up to a position. */
const createReplayQuery = (at: Position | undefined) =>
  CompiledQuery.raw(
    `select case
      when pg_is_in_recovery() and pg_last_wal_replay_lsn() >= cast($1 as pg_lsn) and ${identity} = $2 then 1 else 0
    end as "isCurrent"`,
    [at?.position, at?.identity],
  );

/**
 * A Kysely driver that reads from a replica. Before each read, it asks the primary for its position in the write-ahead log, and uses the
 * replica only if the replica has replayed this position. So a read sees everything that was committed before it began, by any process. If the
 * replica is late, does not answer, is no replica of this database, or ends the read, the primary reads. The driver has no transactions.
 */
export class ReplicaDriver implements Driver {
  readonly #primary: Driver;
  readonly #replica: Driver;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(primary: Driver, replica: Driver) {
    this.#primary = primary;
    this.#replica = replica;
  }

  async init(): Promise<void> {
    await this.#primary.init();
    await this.#replica.init();
  }

  async acquireConnection(): Promise<ReadConnection> {
    if (performance.now() >= this.#pausedUntil) {
      const connection = await this.#connectInTime();
      if (connection !== null) return connection;
      this.#pausedUntil = performance.now() + pauseMs;
    }
    return new ReadConnection(this.#primary, await this.#primary.acquireConnection());
  }

  /** Connects to the replica; null if it is not as far as the primary in time. */
  async #connectInTime(): Promise<ReadConnection | null> {
    const { rows } = await this.#readOnPrimary<Position>(positionQuery);
    const state = { isLate: false };
    const connecting = this.#connect(rows[0], state);
    const connection = await Promise.race([connecting, wait(patienceMs, 'late' as const, { ref: false })]);
    if (connection !== 'late') return connection;
    state.isLate = true;
    // The connection comes later, or never. Nobody uses it then.
    void connecting.then((lateConnection) => lateConnection?.release());
    return null;
  }

  async #connect(position: Position | undefined, state: { isLate: boolean }): Promise<ReadConnection | null> {
    let connection: ReadConnection | null = null;
    try {
      const runElsewhere = async <R>(query: CompiledQuery) => {
        this.#pausedUntil = performance.now() + pauseMs;
        return this.#readOnPrimary<R>(query);
      };
      connection = new ReadConnection(this.#replica, await this.#replica.acquireConnection(), runElsewhere);
      while (!state.isLate) {
        // oxlint-disable-next-line no-await-in-loop -- one question after the other
        const { rows } = await connection.inner.executeQuery<{ isCurrent: number }>(createReplayQuery(position));
        if (rows[0]?.isCurrent === 1) return connection;
        // oxlint-disable-next-line no-await-in-loop -- as above
        await wait(pollMs);
      }
    } catch (error) {
      // A replica that fails is like one that is late: the primary reads.
      if (!(error instanceof Error)) throw error;
    }
    await connection?.release();
    return null;
  }

  async #readOnPrimary<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const connection = await this.#primary.acquireConnection();
    try {
      return await connection.executeQuery<R>(query);
    } finally {
      await this.#primary.releaseConnection(connection);
    }
  }

  beginTransaction(): Promise<void> {
    return Promise.reject(new Error('A replica has no transactions.'));
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(connection: ReadConnection): Promise<void> {
    await connection.release();
  }

  async destroy(): Promise<void> {
    await this.#replica.destroy();
  }
}

type RunElsewhere = <R>(query: CompiledQuery) => Promise<QueryResult<R>>;

class ReadConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #driver: Driver;
  readonly #runElsewhere: RunElsewhere | undefined;

  constructor(driver: Driver, inner: DatabaseConnection, runElsewhere?: RunElsewhere) {
    this.inner = inner;
    this.#driver = driver;
    this.#runElsewhere = runElsewhere;
  }

  /** A replica ends reads that would keep it from replaying what the primary has removed. A read can be run again. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.inner.executeQuery<R>(query);
    } catch (error) {
      if (!this.#runElsewhere || !(error instanceof DatabaseBusy)) throw error;
      return this.#runElsewhere<R>(query);
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }

  async release(): Promise<void> {
    await this.#driver.releaseConnection(this.inner);
  }
}
