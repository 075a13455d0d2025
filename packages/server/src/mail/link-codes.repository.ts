import type { Db } from '#server/database/database.ts';
import type { NewRow } from '#server/database/schema.ts';

export async function insertLinkCode(trx: Db, row: NewRow<'linkCodes'>): Promise<void> {
  await trx.insertInto('linkCodes').values(row).execute();
}

/** Finds the sealed link of a code that has not expired. */
export const findSealedLink = (db: Db, hash: string, now: number) =>
  db.selectFrom('linkCodes').select('sealed').where('hash', '=', hash).where('expiresAt', '>', now).executeTakeFirst();
