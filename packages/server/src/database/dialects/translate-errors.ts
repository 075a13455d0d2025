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
    const innerDriver = await runTranslated(this.#translate, () => this.#inner.acquireConnection());
    return new TranslatingConnection(innerDriver, this.#translate);
  }

  async beginTransaction({ innerDriver }: TranslatingConnection, settings: TransactionSettings): Promise<void> {
    await runTranslated(this.#translate, () => this.#inner.beginTransaction(innerDriver, settings));
  }

  async commitTransaction({ innerDriver }: TranslatingConnection): Promise<void> {
    await runTranslated(this.#translate, () => this.#inner.commitTransaction(innerDriver));
  }

  async rollbackTransaction({ innerDriver }: TranslatingConnection): Promise<void> {
    await runTranslated(this.#translate, () => this.#inner.rollbackTransaction(innerDriver));
  }

  async releaseConnection({ innerDriver }: TranslatingConnection): Promise<void> {
    await this.#inner.releaseConnection(innerDriver);
  }

  async destroy(): Promise<void> {
    await this.#inner.destroy();
  }
}

class TranslatingConnection implements DatabaseConnection {
  readonly innerDriver: DatabaseConnection;
  readonly #translate: TranslateError;

  constructor(innerDriver: DatabaseConnection, translateError: TranslateError) {
    this.innerDriver = innerDriver;
    this.#translate = translateError;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return runTranslated(this.#translate, () => this.innerDriver.executeQuery<R>(query));
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.innerDriver.streamQuery<R>(query, chunkSize);
  }
}

async function runTranslated<T>(translateError: TranslateError, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw translateError(error);
  }
}
