import { openDatabase } from '@basics/server/database/database.ts';
import { migrate } from '@basics/server/database/migrate.ts';
import { addCustomers, countAdded } from '@basics/server/testing/records/many-customers.ts';
import { join } from 'node:path';

/** Adds customers to the database of a stopped portal on SQLite. */
export async function addCustomersToDatabase(
  folder: string,
  customers: number,
  onBatch?: (addedCount: number) => void,
): Promise<void> {
  const database = await openDatabase({ file: join(folder, 'portal.db') }, { isDurable: false });
  try {
    await migrate(database, Date.now);
    const previousCount = await countAdded(database.kysely);
    await addCustomers(database, {
      from: previousCount,
      to: previousCount + customers,
      onBatch: (at) => onBatch?.(at - previousCount),
    });
  } finally {
    await database.close();
  }
}
