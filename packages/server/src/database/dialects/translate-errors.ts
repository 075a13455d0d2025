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
    await connection.end();
    await runTranslated(this.#translate, () => this.#inner.commitTransaction(connection.innerConnection));
  }

  async rollbackTransaction(connection: TranslatingConnection): Promise<void> {
    const hasBegun = await connection.end().then(
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
  #hasEnded = false;
  #firstFailure: unknown;

  constructor(innerConnection: DatabaseConnection, translateError: TranslateError) {
    this.innerConnection = innerConnection;
    this.#translate = translateError;
  }

  /** Sends BEGIN. Its failure is thrown by the next statement or by the end of the transaction. */
  begin(sendBegin: () => Promise<void>): void {
    this.#hasEnded = false;
    this.#firstFailure = undefined;
    this.#begin = runTranslated(this.#translate, sendBegin);
    // The code that waits for it gets the failure; without this line, Node would end the process before.
    this.#begin.catch(() => undefined);
  }

  /** Refuses further statements: after the end of the transaction, they would be stored alone or in the next transaction of the connection. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#begin;
  }

  /** A select is sent with the BEGIN before it. A write waits for it: without a transaction, it could not be rolled back. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!SelectQueryNode.is(query.query)) await this.#begin;
    if (this.#hasEnded) throw new Error('The transaction of this statement has ended.');
    const [result] = await Promise.all([this.#execute<R>(query), this.#begin]);
    return result;
  }

  /** After a failure, PostgreSQL refuses the other statements of the transaction. They fail with the reason of the first failure. */
  async #execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.innerConnection.executeQuery<R>(query);
    } catch (error) {
      if (isAborted(error) && this.#firstFailure !== undefined) throw this.#firstFailure;
      const failure = this.#translate(error);
      this.#firstFailure ??= failure;
      throw failure;
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.innerConnection.streamQuery<R>(query, chunkSize);
  }
}

/** Whether PostgreSQL has refused a statement only because another one of its transaction had failed. */
const isAborted = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '25P02';

async function runTranslated<T>(translateError: TranslateError, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw translateError(error);
  }
}
