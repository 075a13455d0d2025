import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from 'kysely';

type Translate = (error: unknown) => unknown;

/** Wraps a dialect so that each error of its driver is translated. */
export function translateErrors(dialect: Dialect, translate: Translate): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new TranslatingDriver(dialect.createDriver(), translate),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

class TranslatingDriver implements Driver {
  readonly #inner: Driver;
  readonly #translate: Translate;

  constructor(inner: Driver, translate: Translate) {
    this.#inner = inner;
    this.#translate = translate;
  }

  async init(): Promise<void> {
    await this.#inner.init();
  }

  async acquireConnection(): Promise<TranslatingConnection> {
    const inner = await runTranslated(this.#translate, () => this.#inner.acquireConnection());
    return new TranslatingConnection(inner, this.#translate);
  }

  async beginTransaction({ inner }: TranslatingConnection, settings: TransactionSettings): Promise<void> {
    await runTranslated(this.#translate, () => this.#inner.beginTransaction(inner, settings));
  }

  async commitTransaction({ inner }: TranslatingConnection): Promise<void> {
    await runTranslated(this.#translate, () => this.#inner.commitTransaction(inner));
  }

  async rollbackTransaction({ inner }: TranslatingConnection): Promise<void> {
    await runTranslated(this.#translate, () => this.#inner.rollbackTransaction(inner));
  }

  async releaseConnection({ inner }: TranslatingConnection): Promise<void> {
    await this.#inner.releaseConnection(inner);
  }

  async destroy(): Promise<void> {
    await this.#inner.destroy();
  }
}

class TranslatingConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #translate: Translate;

  constructor(inner: DatabaseConnection, translate: Translate) {
    this.inner = inner;
    this.#translate = translate;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return runTranslated(this.#translate, () => this.inner.executeQuery<R>(query));
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }
}

async function runTranslated<T>(translate: Translate, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translate(error);
  }
}
