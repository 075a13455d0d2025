import { openDatabase } from '#server/database/database.ts';
import type { Database } from '#server/database/database.ts';

/** Opens an SQLite file, calls `run` with the database, and closes the database. */
export async function withDatabaseFile<Result>(
  file: string,
  run: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ file });
  try {
    return await run(database);
  } finally {
    await database.close();
  }
}
