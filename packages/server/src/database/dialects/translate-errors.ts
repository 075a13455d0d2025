import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from 'kysely';

type TranslateError = (error: unknown) => unknown;

/** Wraps a dialect so that each error of its driver is translated. */
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

  async beginTransaction({ innerConnection }: TranslatingConnection, settings: TransactionSettings): Promise<void> {
    await runTranslated(this.#translate, () => this.#inner.beginTransaction(innerConnection, settings));
  }

  async commitTransaction({ innerConnection }: TranslatingConnection): Promise<void> {
    await runTranslated(this.#translate, () => this.#inner.commitTransaction(innerConnection));
  }

  async rollbackTransaction({ innerConnection }: TranslatingConnection): Promise<void> {
    await runTranslated(this.#translate, () => this.#inner.rollbackTransaction(innerConnection));
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

  constructor(innerConnection: DatabaseConnection, translateError: TranslateError) {
    this.innerConnection = innerConnection;
    this.#translate = translateError;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return runTranslated(this.#translate, () => this.innerConnection.executeQuery<R>(query));
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
