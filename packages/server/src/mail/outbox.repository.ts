import { limits } from '@basics/contract/calls/limits.ts';
import { sql } from 'kysely';
import { clockSkewMs, minutes } from '#server/platform/clock/clock.ts';
import type { Db, Trx } from '../database/foundation.ts';
import { computeMaxWaitMs, maxAttempts } from './delivery/mail-fault.ts';
import type { NewRow, Row } from '#server/database/schema.ts';
import { repeatableLetterKinds } from '@basics/contract/mail/mail.ts';

// PostgreSQL treats an untyped number parameter as an integer, which is too small for times in milliseconds.
const toMomentParameter = (at: number) => sql<number>`cast(${at} as bigint)`;

/**
 * Returns the SQL condition, on `outbox` joined with `users`, that staff may send a failed e-mail again. The kind of
 * the e-mail must be in `repeatableLetterKinds`, and its address must be the current login of the user. The status of the
 * account must still fit the e-mail, and no new request may have the same login. A licence in the e-mail must still be
 * valid. `now` is in Unix milliseconds. The caller must check the scope.
 */
export const isRepeatable = (now: number) => sql<boolean>`(outbox.state = 'failed'
  and outbox.kind in (${sql.join([...repeatableLetterKinds])}) and lower(outbox.to_address) = lower(users.login)
  and users.status = case when outbox.kind = 'requestRejected' then 'rejected' else 'active' end
  and users.login_fold <> users.status || ':' || cast(users.id as text)
  and (outbox.file_name is null or exists (select 1 from licenses where licenses.id = outbox.license_id
    and licenses.revoked_at is null and licenses.replaced_at is null and licenses.expires_at > ${toMomentParameter(now)})))`;

/** Inserts an e-mail, and returns its id. */
export async function insertLetter(trx: Db, letter: NewRow<'outbox'>): Promise<number> {
  const { id } = await trx.insertInto('outbox').values(letter).returning('id').executeTakeFirstOrThrow();
  return id;
}

/**
 * Stores the users that an e-mail names in addition to its recipient, so that the e-mail is deleted when one of these
 * users is deleted.
 */
export async function insertLetterPeople(trx: Db, letterId: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  await trx
    .insertInto('letterPeople')
    .values(userIds.map((userId) => ({ letterId, userId })))
    .execute();
}

/** Stores the files of an e-mail that has several files. */
export async function insertLetterFiles(trx: Db, files: readonly NewRow<'letterFiles'>[]): Promise<void> {
  if (files.length > 0) await trx.insertInto('letterFiles').values(files).execute();
}

/** Finds the files of an e-mail that has several files, sorted by name. */
export const findFilesOfLetter = (db: Db, letterId: number) =>
  db.selectFrom('letterFiles').select(['name', 'content']).where('letterId', '=', letterId).orderBy('name').execute();

/** Stores with a licence the state of the e-mail that contains it. The owner of the licence sees this state. */
export async function setLicenseMailState(
  trx: Db,
  licenseId: number,
  state: Row<'licenses'>['mailState'],
): Promise<void> {
  await trx.updateTable('licenses').set({ mailState: state }).where('id', '=', licenseId).execute();
}

/** Stores the state of an e-mail with all licences that it contains. */
async function setMailStateOfLicenses(
  trx: Db,
  letter: { id: number; licenseId: number | null },
  state: Row<'licenses'>['mailState'],
): Promise<void> {
  if (letter.licenseId !== null) await setLicenseMailState(trx, letter.licenseId, state);
  await trx
    .updateTable('licenses')
    .set({ mailState: state })
    .where('id', 'in', (files) => files.selectFrom('letterFiles').select('licenseId').where('letterId', '=', letter.id))
    .execute();
}

/**
 * Finds whether a user can receive mail, and the language and the country of the user; undefined if there is no user with this id. No
 * user has the id 0.
 */
export const findRecipient = (db: Db, userId: number | null) =>
  db
    .selectFrom('users')
    .select(['canReceiveMail', 'language', 'country'])
    .where('id', '=', userId ?? 0)
    .executeTakeFirst();

/** Returns whether the given address is now the address of the user's second contact. No user has the id 0. */
export async function isSecondContact(db: Db, userId: number | null, emailAddress: string): Promise<boolean> {
  const row = await db
    .selectFrom('reminderContacts')
    .select('userId')
    .where('userId', '=', userId ?? 0)
    .where('address', '=', emailAddress)
    .executeTakeFirst();
  return row !== undefined;
}

const heldKey = 'mail.held';

/**
 * Returns whether e-mails are held, so that none is sent: for example in a restored copy, until an administrator
 * releases the e-mails.
 */
export async function isMailHeld(db: Db): Promise<boolean> {
  return (await db.selectFrom('settings').select('key').where('key', '=', heldKey).executeTakeFirst()) !== undefined;
}

export async function holdMail(trx: Db, since: number): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ key: heldKey, value: String(since) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

export async function releaseMail(trx: Db): Promise<void> {
  await trx.deleteFrom('settings').where('key', '=', heldKey).execute();
}

/**
 * Reserves the e-mail that has been due for the longest time for this process (a lease), until `until`, and returns it.
 * Returns undefined if no e-mail is due. An e-mail is due again if another process leased it and its lease has expired.
 * An e-mail is also due if its next attempt is later than any attempt can be, because a wrong clock wrote this time.
 */
export async function leaseLetter(trx: Trx, now: number, until: number) {
  const dueLetter = await trx
    .selectFrom('outbox')
    .select('id')
    .where('state', 'in', ['queued', 'sending'])
    .where((where) =>
      where.or([where('nextAttemptAt', '<=', now), where('nextAttemptAt', '>', latestAttemptTime(now))]),
    )
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!dueLetter) return undefined;
  return trx
    .updateTable('outbox')
    .set(({ eb }) => ({
      state: 'sending',
      leasedUntil: until,
      nextAttemptAt: until,
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', dueLetter.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Returns the SQL expression for the latest possible time of the next attempt of an e-mail, which depends on its number
 * of attempts.
 */
function latestAttemptTime(now: number) {
  const caseBranches = Array.from({ length: maxAttempts + 1 }, (_, attempts) => {
    const latestMs =
      now + (attempts === 0 ? minutes(limits.undo.massMinutes) : computeMaxWaitMs(attempts)) + clockSkewMs;
    return sql`when attempts <= ${attempts} then ${toMomentParameter(latestMs)}`;
  });
  return sql<number>`case ${sql.join(caseBranches, sql` `)} else ${toMomentParameter(now + computeMaxWaitMs(maxAttempts) + clockSkewMs)} end`;
}

export type LeasedLetter = NonNullable<Awaited<ReturnType<typeof leaseLetter>>>;

/** Deletes an e-mail, unless its lease has expired and another process has leased the e-mail. */
export async function deleteLeasedLetter(trx: Trx, letter: LeasedLetter): Promise<void> {
  await trx.deleteFrom('outbox').where('id', '=', letter.id).where('leasedUntil', '=', letter.leasedUntil).execute();
}

export const findBrandsDefaultFirst = (db: Db) =>
  db.selectFrom('brands').selectAll().orderBy('isDefault', 'desc').orderBy('code').execute();

export const findSender = (db: Db, brandId: string) =>
  db
    .selectFrom('brands')
    .select(['name', 'senderAddress', 'supportEmail', 'markSvg'])
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow();

type LetterResult =
  | { state: 'sent'; sentAt: number }
  | { state: 'failed'; error: string }
  | { state: 'queued'; error: string; nextAttemptAt: number };

/** Stores the result of a delivery, unless the lease has expired and another process has leased the e-mail. */
export async function storeResult(trx: Trx, letter: LeasedLetter, result: LetterResult): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set({ nextAttemptAt: null, error: null, ...result, leasedUntil: null })
    .where('id', '=', letter.id)
    .where('state', '=', 'sending')
    .where('leasedUntil', '=', letter.leasedUntil)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await setMailStateOfLicenses(trx, letter, result.state);
}

export async function insertLinkCode(trx: Db, row: NewRow<'linkCodes'>): Promise<void> {
  await trx.insertInto('linkCodes').values(row).execute();
}

/** Finds the sealed link of a code that has not expired. */
export const findSealedLink = (db: Db, hash: string, now: number) =>
  db.selectFrom('linkCodes').select('sealed').where('hash', '=', hash).where('expiresAt', '>', now).executeTakeFirst();
