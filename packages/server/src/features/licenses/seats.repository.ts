import type { Db } from '#server/database/database.ts';
import type { NewRow } from '#server/database/schema.ts';

/** Adds to the history of a PC the parts that its newest code names. */
export async function insertParts(trx: Db, parts: NewRow<'machineParts'>): Promise<void> {
  await trx.insertInto('machineParts').values(parts).execute();
}

/** The licences that an account got after a moment, of all tools and PCs. */
export const findIssuedSince = (db: Db, userId: number, since: number) =>
  db
    .selectFrom('licenses')
    .select(['machineId', 'issuedAt'])
    .where('userId', '=', userId)
    .where('issuedAt', '>', since)
    .execute();
