import type { DatabaseLocation } from '@basics/server/database/database.ts';
import { openStoredPostgres } from '@basics/server/testing/database/stored-postgres.ts';
import { join } from 'node:path';
import type { DatabaseKind } from './open-bench.ts';

/** A database that is kept for the next run. `serverPid` is the process of a PostgreSQL server that this process has not started. */
type StoredDatabase = { where: DatabaseLocation; serverPid?: number };

/** Opens the stored database with this number of customers: a file in the folder `store`, or a database on the PostgreSQL server at the URL `store`. */
export async function openStoredDatabase(
  kind: DatabaseKind,
  store: string,
  customers: string,
): Promise<StoredDatabase> {
  if (kind === 'SQLite') return { where: { file: join(store, `${customers}.db`) } };
  const { url, serverPid } = await openStoredPostgres(store, `bench_${customers}`);
  return { where: { url }, serverPid };
}
