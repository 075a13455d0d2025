import type { Db, Trx } from '#server/database/foundation.ts';
import type { Bounce } from './read-bounce.ts';

/** Finds the sent e-mail that a bounce reports. Returns undefined if there is none, or if it has already failed: the bounce is a repetition. */
export const findBouncedLetter = (db: Db, { messageId }: Bounce) =>
  db
    .selectFrom('outbox')
    .select(['id', 'licenseId', 'userId', 'sentAt'])
    .where('messageId', '=', messageId)
    .where('state', '=', 'sent')
    .executeTakeFirst();

/** Marks a sent e-mail as failed; returns false if it is no longer marked as sent. */
export async function markBounced(trx: Trx, letterId: number, error: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set({ state: 'failed', error })
    .where('id', '=', letterId)
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

type BouncedLetter = NonNullable<Awaited<ReturnType<typeof findBouncedLetter>>>;

/**
 * Finds the licences that the bounced e-mail contains and no newer e-mail contains. An e-mail that still waits in the outbox counts as
 * newer, because it is sent later.
 */
export async function findLicensesWithoutNewerLetter(db: Db, letter: BouncedLetter): Promise<readonly number[]> {
  const fileRows = await db.selectFrom('letterFiles').select('licenseId').where('letterId', '=', letter.id).execute();
  const licenseIds = [letter.licenseId, ...fileRows.map(({ licenseId }) => licenseId)].filter((id) => id !== null);
  if (licenseIds.length === 0) return [];
  const newerLetterQuery = db
    .selectFrom('outbox')
    .where((where) =>
      where.or([
        where('outbox.state', 'in', ['queued', 'sending']),
        where.and([where('outbox.state', '=', 'sent'), where('outbox.sentAt', '>', letter.sentAt ?? 0)]),
      ]),
    );
  const rowsOfSingleLicences = await newerLetterQuery
    .select('outbox.licenseId')
    .where('outbox.licenseId', 'in', licenseIds)
    .execute();
  const rowsOfLicencePacks = await newerLetterQuery
    .innerJoin('letterFiles', 'letterFiles.letterId', 'outbox.id')
    .select('letterFiles.licenseId')
    .where('letterFiles.licenseId', 'in', licenseIds)
    .execute();
  const idsInNewerLetters = new Set([...rowsOfSingleLicences, ...rowsOfLicencePacks].map(({ licenseId }) => licenseId));
  return licenseIds.filter((id) => !idsInNewerLetters.has(id));
}
