import type { Db } from '#server/database/database.ts';
import type { NewRow } from '#server/database/schema.ts';

/** Adds to the history of a PC the parts that its newest code names. */
export async function insertParts(trx: Db, parts: NewRow<'machineParts'>): Promise<void> {
  await trx.insertInto('machineParts').values(parts).execute();
}
