import type { Db, Trx } from '#server/database/database.ts';
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

const heldKey = 'mail.held';

/** Whether no mail may go out from this database, as from a restored copy until somebody releases it. */
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
 * Takes the letter that has been due for longest and keeps it until `until`, for this process alone; what another one took and did not
 * settle in its time is due again. Undefined when nothing is.
 */
export async function leaseLetter(trx: Trx, now: number, until: number) {
  const due = await trx
    .selectFrom('outbox')
    .select('id')
    .where('state', 'in', ['queued', 'sending'])
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!due) return undefined;
  return trx
    .updateTable('outbox')
    .set(({ eb }) => ({
      state: 'sending',
      leased_until: until,
      next_attempt_at: until,
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', due.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type LeasedLetter = NonNullable<Awaited<ReturnType<typeof leaseLetter>>>;

/** All brands; the default one first. */
export const findBrandsDefaultFirst = (db: Db) =>
  db.selectFrom('brands').selectAll().orderBy('is_default', 'desc').orderBy('code').execute();

export const findSender = (db: Db, brandId: string) =>
  db
    .selectFrom('brands')
    .select(['name', 'sender_address', 'support_email'])
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow();

type Settled =
  | { state: 'sent'; sent_at: number }
  | { state: 'failed'; error: string }
  | { state: 'queued'; error: string; next_attempt_at: number };

/** Writes what became of a leased letter, unless the lease ran out and somebody else has it now. */
export async function settleLetter(trx: Trx, letter: LeasedLetter, settled: Settled): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set({ next_attempt_at: null, error: null, ...settled, leased_until: null })
    .where('id', '=', letter.id)
    .where('state', '=', 'sending')
    .where('leased_until', '=', letter.leased_until)
    .executeTakeFirst();
  if (numUpdatedRows === 1n && letter.license_id !== null) await markLicense(trx, letter.license_id, settled.state);
}
