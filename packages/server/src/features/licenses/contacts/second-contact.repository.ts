import { createHash } from 'node:crypto';
import type { Db, Trx } from '#server/database/foundation.ts';
import { clockSkewMs, days } from '#server/platform/clock/clock.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';
import type { NewRow } from '#server/database/schema.ts';
import { secondContactLetterKinds } from '@basics/contract/mail/mail.ts';

/** Finds the address of the second contact of a user; null if there is no second contact. */
export async function findReminderContact(db: Db, userId: number): Promise<string | null> {
  const row = await db.selectFrom('reminderContacts').select('address').where('userId', '=', userId).executeTakeFirst();
  return row?.address ?? null;
}

/**
 * Replaces the second contact of a user. The links with which the previous contact could end the reminders no longer
 * work.
 */
export async function storeReminderContact(trx: Trx, userId: number, emailAddress: string | null): Promise<void> {
  await trx.deleteFrom('reminderContacts').where('userId', '=', userId).execute();
  await trx.deleteFrom('reminderStops').where('userId', '=', userId).execute();
  if (emailAddress !== null)
    await trx.insertInto('reminderContacts').values({ userId, address: emailAddress }).execute();
}

/** Deletes the reminders to the second contact of a user that were not sent. */
export async function deleteLettersToContact(trx: Trx, userId: number): Promise<void> {
  await trx
    .deleteFrom('outbox')
    .where('userId', '=', userId)
    .where('kind', 'in', secondContactLetterKinds)
    .where('state', '!=', 'sent')
    .execute();
}

export async function insertReminderStop(trx: Trx, stop: NewRow<'reminderStops'>): Promise<void> {
  await trx.insertInto('reminderStops').values(stop).execute();
}

/** Finds the user whose reminders a link ends; returns undefined if the link is unknown or has expired. */
export const findReminderStop = (db: Db, hash: string, now: number) =>
  db
    .selectFrom('reminderStops')
    .select('userId')
    .where('hash', '=', hash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();

/** An address is stored as its hash, because the portal only has to recognise it. Upper and lower case are treated as equal. */
const hashAddress = (emailAddress: string): string =>
  createHash('sha256').update(foldLogin(emailAddress)).digest('hex');

/** How long an address is refused after its owner ended the reminders. */
const refusalMs = days(365);

/** Stores that the owner of an address ended the reminders of the given user's licences at `stoppedAt` (Unix milliseconds). */
export async function storeStoppedContact(
  trx: Trx,
  { userId, emailAddress, stoppedAt }: StoppedContact,
): Promise<void> {
  const refusedUntil = stoppedAt + refusalMs;
  await trx
    .insertInto('stoppedContacts')
    .values({ userId, addressHash: hashAddress(emailAddress), refusedUntil })
    .onConflict((conflict) => conflict.columns(['userId', 'addressHash']).doUpdateSet({ refusedUntil }))
    .execute();
}

type StoppedContact = { userId: number; emailAddress: string; stoppedAt: number };

/** Returns whether the owner of an address ended the reminders of the given user's licences, so that the address is refused now. */
export async function isStoppedContact(db: Db, userId: number, emailAddress: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('stoppedContacts')
    .select('userId')
    .where('userId', '=', userId)
    .where('addressHash', '=', hashAddress(emailAddress))
    .where('refusedUntil', '>', now)
    // A time further in the future is ignored, because it was written while the clock of the server was wrong.
    .where('refusedUntil', '<=', now + refusalMs + clockSkewMs)
    .executeTakeFirst();
  return row !== undefined;
}
