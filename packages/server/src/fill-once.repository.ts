import type { Database } from './database/database.ts';

/**
 * Fills columns that a migration cannot compute, in batches. After an interruption, the fill continues with the rows whose columns are
 * empty.
 */
export type ColumnFill = (database: Database) => Promise<void>;

/**
 * Runs each fill until it is complete. Afterwards it never runs again in this database. A later start reads only three rows, whatever the
 * number of customers. New rows get the filled columns in the transaction that writes them.
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
