import type { Db, Trx } from '#server/database/database.ts';

/** Finds the second address for the reminders of a user; null if there is none. */
export async function findReminderContact(db: Db, userId: number): Promise<string | null> {
  const row = await db.selectFrom('reminderContacts').select('address').where('userId', '=', userId).executeTakeFirst();
  return row?.address ?? null;
}

export async function storeReminderContact(trx: Trx, userId: number, emailAddress: string | null): Promise<void> {
  await trx.deleteFrom('reminderContacts').where('userId', '=', userId).execute();
  if (emailAddress !== null)
    await trx.insertInto('reminderContacts').values({ userId, address: emailAddress }).execute();
}

/** Deletes the reminders to the second contact of a user that were not sent. */
export async function deleteLettersToContact(trx: Trx, userId: number): Promise<void> {
  await trx
    .deleteFrom('outbox')
    .where('userId', '=', userId)
    .where('kind', '=', 'secondContactLicenseEnds')
    .where('state', '!=', 'sent')
    .execute();
}
