import { SelectQueryNode } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from 'kysely';

type TranslateError = (error: unknown) => unknown;

/** Wraps a dialect so that each error of its driver is translated, and so that a transaction does not wait for its BEGIN. */
export function translateErrors(dialect: Dialect, translateError: TranslateError): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new TranslatingDriver(dialect.createDriver(), translateError),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

class TranslatingDriver implements Driver {
  readonly #inner: Driver;
  readonly #translate: TranslateError;

  constructor(innerDriver: Driver, translateError: TranslateError) {
    this.#inner = innerDriver;
    this.#translate = translateError;
  }

  async init(): Promise<void> {
    await this.#inner.init();
  }

  async acquireConnection(): Promise<TranslatingConnection> {
    const innerConnection = await runTranslated(this.#translate, () => this.#inner.acquireConnection());
    return new TranslatingConnection(innerConnection, this.#translate);
  }

  async beginTransaction(connection: TranslatingConnection, settings: TransactionSettings): Promise<void> {
    connection.begin(() => this.#inner.beginTransaction(connection.innerConnection, settings));
  }

  async commitTransaction(connection: TranslatingConnection): Promise<void> {
    await connection.waitForBegin();
    await runTranslated(this.#translate, () => this.#inner.commitTransaction(connection.innerConnection));
  }

  async rollbackTransaction(connection: TranslatingConnection): Promise<void> {
    const hasBegun = await connection.waitForBegin().then(
      () => true,
      () => false,
    );
    if (hasBegun)
      await runTranslated(this.#translate, () => this.#inner.rollbackTransaction(connection.innerConnection));
  }

  async releaseConnection({ innerConnection }: TranslatingConnection): Promise<void> {
    await this.#inner.releaseConnection(innerConnection);
  }

  async destroy(): Promise<void> {
    await this.#inner.destroy();
  }
}

class TranslatingConnection implements DatabaseConnection {
  readonly innerConnection: DatabaseConnection;
  readonly #translate: TranslateError;
  #begin: Promise<void> | undefined;

  constructor(innerConnection: DatabaseConnection, translateError: TranslateError) {
    this.innerConnection = innerConnection;
    this.#translate = translateError;
  }

  /** Sends BEGIN. Its failure is thrown by the next statement or by the end of the transaction. */
  begin(sendBegin: () => Promise<void>): void {
    this.#begin = runTranslated(this.#translate, sendBegin);
    // Whoever waits for it gets the failure; without this, Node would end the process before.
    this.#begin.catch(() => undefined);
  }

  waitForBegin(): Promise<void> {
    return this.#begin ?? Promise.resolve();
  }

  /** A select is sent with the BEGIN before it. A write waits for it: without a transaction, it could not be rolled back. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!SelectQueryNode.is(query.query)) await this.#begin;
    const execute = () => this.innerConnection.executeQuery<R>(query);
    const [result] = await Promise.all([runTranslated(this.#translate, execute), this.#begin]);
    return result;
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.innerConnection.streamQuery<R>(query, chunkSize);
  }
}

async function runTranslated<T>(translateError: TranslateError, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw translateError(error);
  }
}
