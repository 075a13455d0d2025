import type { Database } from './database/database.ts';

/**
 * Columns that a migration cannot compute, filled in batches. After an interruption a fill continues with the rows that
 * lack them.
 */
export type Fill = (database: Database) => Promise<void>;

/**
 * Runs each fill until it has finished once in this database, and never again: a later start reads three rows here for
 * any number of customers. New rows get these columns in the transaction that writes them.
 */
export async function fillOnce(database: Database, fills: Readonly<Record<string, Fill>>): Promise<void> {
  const { kysely } = database;
  const names = Object.keys(fills).map(fillKey);
  const done = await kysely.selectFrom('settings').select('key').where('key', 'in', names).execute();
  for (const [name, fill] of Object.entries(fills)) {
    if (done.some(({ key }) => key === fillKey(name))) continue;
    await fill(database);
    await kysely
      .insertInto('settings')
      .values({ key: fillKey(name), value: 'done' })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
  }
}

const fillKey = (name: string): string => `filled:${name}`;
