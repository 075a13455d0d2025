import type { Db } from '#server/database/database.ts';
import type { NewRow, Row } from '#server/database/schema.ts';

export async function insertLetter(trx: Db, letter: NewRow<'outbox'>): Promise<void> {
  await trx.insertInto('outbox').values(letter).execute();
}

/** What the owner of a licence sees about its mail: that of the letter which carries it. */
export async function markLicense(trx: Db, licenseId: number, state: Row<'licenses'>['mail_state']): Promise<void> {
  await trx.updateTable('licenses').set({ mail_state: state }).where('id', '=', licenseId).execute();
}

/** Whether somebody wants letters that he could do without. */
export async function mayBeWritten(db: Db, userId: number | null): Promise<boolean> {
  if (userId === null) return false;
  const user = await db.selectFrom('users').select('can_receive_mail').where('id', '=', userId).executeTakeFirst();
  return user?.can_receive_mail === 1;
}
