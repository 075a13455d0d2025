import type { Database } from './database/database.ts';

/**
 * A function that fills columns whose values a migration cannot compute, in batches. After an interruption, it
 * continues with the rows whose columns are empty.
 */
export type ColumnFill = (database: Database) => Promise<void>;

/**
 * Runs each fill until it is complete, and then never again for this database. After that, a start of the portal reads
 * only one row for each fill. For new rows, the transaction that writes a row also writes these columns.
 */
export async function fillOnce(database: Database, fills: Readonly<Record<string, ColumnFill>>): Promise<void> {
  const { kysely } = database;
  const names = Object.keys(fills).map(fillKey);
  const finishedFills = await kysely.selectFrom('settings').select('key').where('key', 'in', names).execute();
  for (const [name, fill] of Object.entries(fills)) {
    if (finishedFills.some(({ key }) => key === fillKey(name))) continue;
    await fill(database);
    await kysely
      .insertInto('settings')
      .values({ key: fillKey(name), value: 'done' })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
  }
}

const fillKey = (name: string): string => `filled:${name}`;
