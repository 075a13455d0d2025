import { openDatabase } from '@basics/server/database/database.ts';
import { migrate } from '@basics/server/database/migrate.ts';
import { addCustomers, countAdded } from '@basics/server/testing/many-customers.ts';
import { join } from 'node:path';

/** Adds customers to the database of a stopped portal on SQLite. */
export async function addToDatabase(
  folder: string,
  customers: number,
  onBatch?: (done: number) => void,
): Promise<void> {
  const database = await openDatabase({ file: join(folder, 'portal.db') }, { isDurable: false });
  try {
    await migrate(database, Date.now);
    const from = await countAdded(database.kysely);
    await addCustomers(database, { from, to: from + customers, onBatch: (at) => onBatch?.(at - from) });
  } finally {
    await database.close();
  }
}
