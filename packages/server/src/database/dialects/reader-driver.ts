import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { DatabaseBusy } from '../failures.ts';
import type { DiskWatch } from '../disk-watch.ts';
import type { ReaderThreads } from './reader-threads.ts';
import { isBusy, toDiskFault } from './sqlite-driver.ts';

/** A Kysely driver that runs selects on reader threads. The driver has no transactions. */
export class ReaderDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(threads: ReaderThreads, disk: DiskWatch) {
    this.#connection = new ReaderConnection(threads, disk);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  beginTransaction(): Promise<void> {
    return Promise.reject(new Error('A reader thread has no transactions.'));
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

class ReaderConnection implements DatabaseConnection {
  readonly #threads: ReaderThreads;
  readonly #disk: DiskWatch;

  constructor(threads: ReaderThreads, disk: DiskWatch) {
    this.#threads = threads;
    this.#disk = disk;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      // The caller's row type, which Kysely has derived from the schema.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return { rows: (await this.#threads.readRows(sql, parameters)) as R[] };
    } catch (error) {
      if (isBusy(error)) throw new DatabaseBusy('Another process kept the database locked.', { cause: error });
      throw this.#disk.recordError(toDiskFault(error) ?? error);
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}
