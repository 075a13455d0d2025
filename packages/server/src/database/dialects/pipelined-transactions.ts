import { Transaction, type Dialect } from 'kysely';
import type { Trx } from '../foundation.ts';
import type { Tables } from '../schema.ts';

/**
 * Returns a function that lets the statements of a transaction be sent while others still run. They share one round trip to PostgreSQL, which
 * runs them in the order in which they were sent. Kysely alone sends a statement after the answer to the one before.
 */
export function createPipelining(dialect: Dialect): (trx: Trx) => Promise<Trx> {
  const driver = dialect.createDriver();
  return async (trx) => {
    const serialExecutor = trx.getExecutor();
    const connection = await serialExecutor.provideConnection((provided) => Promise.resolve(provided));
    const executor = serialExecutor.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) });
    return new Transaction<Tables>({ config: { dialect }, dialect, driver, executor });
  };
}
