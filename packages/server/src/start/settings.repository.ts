import type { Db, Trx } from '../database/foundation.ts';

/** Reads whether the portal or the demo was installed in this database; null before the first start. */
export async function findInstallation(db: Db): Promise<'portal' | 'demo' | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'installation').executeTakeFirst();
  if (!row) return null;
  return row.value === 'demo' ? 'demo' : 'portal';
}

/**
 * Stores what is installed in this database. Returns false if another process has already installed the portal or the
 * demo.
 */
export async function claimInstallation(trx: Trx, value: 'portal' | 'demo'): Promise<boolean> {
  const claimResult = await trx
    .insertInto('settings')
    .values({ key: 'installation', value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  return claimResult !== undefined;
}
