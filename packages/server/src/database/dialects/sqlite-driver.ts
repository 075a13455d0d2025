import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { CompiledQuery as Compiled, SelectQueryNode } from 'kysely';
import type { DatabaseSync } from 'node:sqlite';
import type { DiskWatch } from '../disk-watch.ts';
import { DatabaseBusy, DiskFault } from '../failures.ts';
import { createStatements, type RunResult, type Statements } from './sqlite-statements.ts';
import { setImmediate } from 'node:timers';

/** How long a write waits: `milliseconds` for other writes of this process, and then as long again for other processes. */
export type WriteWait = { milliseconds: number; waitBriefly: () => Promise<void> };

type Connections = { writer: DatabaseSync; reader: DatabaseSync };

/**
 * A Kysely driver with two connections of node:sqlite, which is synchronous. Writes use the writer connection, one at a time. A select
 * outside a transaction uses the reader, so that no read waits for an open transaction. No call waits inside SQLite for another process,
 * because that would block the whole server: the driver retries after a pause.
 */
export class SqliteDriver implements Driver {
  readonly #shared: SharedState;

  constructor(connections: Connections, patience: WriteWait, disk: DiskWatch) {
    this.#shared = {
      writeStatements: createStatements(connections.writer),
      readStatements: createStatements(connections.reader),
      isInTransaction: () => connections.writer.isTransaction,
      writeQueue: createTurnQueue(patience.milliseconds),
      patience,
      disk,
    };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#shared);
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.executeQuery(Compiled.raw('commit'));
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    // After some errors, such as a full disk, SQLite has already rolled back by itself.
    if (this.#shared.isInTransaction()) await connection.executeQuery(Compiled.raw('rollback'));
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    connection.release();
  }

  /** The code that opened the connections closes them, because Kysely does not destroy a driver that it has not used yet. */
  async destroy(): Promise<void> {}
}

type SharedState = {
  writeStatements: Statements;
  readStatements: Statements;
  isInTransaction: () => boolean;
  writeQueue: TurnQueue;
  patience: WriteWait;
  disk: DiskWatch;
};

class SqliteConnection implements DatabaseConnection {
  readonly #shared: SharedState;
  #hasTurn = false;

  constructor(sharedState: SharedState) {
    this.#shared = sharedState;
  }

  async begin(): Promise<void> {
    await this.#shared.writeQueue.take();
    this.#hasTurn = true;
    // The transaction begins as "immediate", because a deferred transaction could fail at its first write if another process has written since
    // it began.
    await this.#retryWhileBusy(() => this.#shared.writeStatements.run('begin immediate', []));
  }

  /** Kysely releases the connection after a commit, a rollback, or a failure of either, so the writer becomes free here. */
  release(): void {
    if (!this.#hasTurn) return;
    this.#hasTurn = false;
    this.#shared.writeQueue.give();
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = await this.#run(query);
    // The caller's row type, which Kysely has derived from the schema.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { rows: rows as R[], ...(!isSelect(query) && { numAffectedRows: BigInt(changes) }) };
  }

  /**
   * Reads all rows at once: while a statement is open, the reader connection, and so every read, would see the state of the database at the
   * start of the statement.
   */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  async #run(query: CompiledQuery): Promise<RunResult> {
    const { writeStatements, readStatements, writeQueue } = this.#shared;
    const runQuery = (statements: Statements) => () => statements.run(query.sql, query.parameters);
    if (this.#hasTurn) return this.#retryWhileBusy(runQuery(writeStatements));
    if (readStatements.has(query.sql) || isSelect(query)) return this.#retryWhileBusy(runQuery(readStatements));
    await writeQueue.take();
    try {
      return await this.#retryWhileBusy(runQuery(writeStatements));
    } finally {
      writeQueue.give();
    }
  }

  async #retryWhileBusy(runStatement: () => RunResult): Promise<RunResult> {
    const { milliseconds, waitBriefly } = this.#shared.patience;
    const deadline = performance.now() + milliseconds;
    for (;;) {
      try {
        return runStatement();
      } catch (error) {
        if (isClosed(error)) throw new DatabaseBusy('The database is closed.', { cause: error });
        if (!isBusy(error)) throw this.#shared.disk.recordError(toDiskFault(error) ?? error);
        if (performance.now() >= deadline)
          throw new DatabaseBusy(`Another process kept the database locked for ${milliseconds / 1000} seconds.`, {
            cause: error,
          });
      }
      await waitBriefly();
    }
  }
}

const isSelect = (query: CompiledQuery): boolean =>
  SelectQueryNode.is(query.query) || (query.query.kind === 'RawNode' && isRead.test(query.sql));

/** A statement that begins with `with` can also write. */
const isRead = /^\s*(?:select\b|with\b(?!.*\b(?:insert|update|delete)\b))/is;

/** Returns whether `node:sqlite` refuses a statement because its database was closed. */
const isClosed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE';

/** Returns whether the error is SQLITE_BUSY, with any extended code. */
export const isBusy = (error: unknown): boolean => primaryCode(error) === 5;

/**
 * Returns a DiskFault for SQLITE_READONLY (the file system became read-only), SQLITE_IOERR and SQLITE_FULL, else null. After such an error
 * nothing was written, and a later write can succeed when the disk is repaired or has space.
 */
export const toDiskFault = (error: unknown): DiskFault | null =>
  [8, 10, 13].includes(primaryCode(error))
    ? new DiskFault('The disk of the database is full or failing.', { cause: error })
    : null;

/** Returns the primary result code of SQLite (https://sqlite.org/rescode.html); 0 for other errors. */
const primaryCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0;

/** Creates a queue that lets one caller proceed at a time, in order. A caller that has waited longer than `maxWaitMs` is rejected. */
export function createTurnQueue(maxWaitMs: number) {
  let isTaken = false;
  const waitingCallers = new Set<() => void>();

  function resumeNextCaller(): void {
    const nextCaller = waitingCallers.values().next().value;
    if (nextCaller === undefined) isTaken = false;
    else {
      waitingCallers.delete(nextCaller);
      nextCaller();
    }
  }

  return {
    async take(): Promise<void> {
      if (!isTaken) {
        isTaken = true;
        return;
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waitingCallers.add(resolve);
      const timeout = setTimeout(() => {
        waitingCallers.delete(resolve);
        reject(new DatabaseBusy(`The database was busy with other writes for ${maxWaitMs / 1000} seconds.`));
      }, maxWaitMs);
      try {
        await promise;
      } finally {
        clearTimeout(timeout);
      }
    },
    give(): void {
      if (waitingCallers.size === 0) isTaken = false;
      // The next caller continues after waiting events are handled. Otherwise a thousand waiting writes would run before the process reads
      // the next request.
      else setImmediate(resumeNextCaller);
    },
  };
}

type TurnQueue = ReturnType<typeof createTurnQueue>;
