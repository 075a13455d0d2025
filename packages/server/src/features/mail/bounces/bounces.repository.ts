import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/database.ts';
import { days } from '#server/platform/clock.ts';
import type { Bounce } from './read-bounce.ts';

const columns = ['id', 'licenseId', 'userId', 'state', 'sentAt'] as const;

/**
 * Finds the sent e-mail that a bounce reports, by its Message-ID, else the last e-mail that was sent to the address in the last seven days.
 * Returns undefined if no e-mail is found, or if the e-mail with the Message-ID has already failed, because the bounce is then a
 * repetition.
 */
export async function findBouncedLetter(db: Db, { messageId, recipient }: Bounce, now: number) {
  const letterQuery = db.selectFrom('outbox').select(columns);
  if (messageId !== null) {
    const letterWithId = await letterQuery.where('messageId', '=', messageId).executeTakeFirst();
    if (letterWithId) return letterWithId.state === 'sent' ? letterWithId : undefined;
  }
  if (recipient === null) return undefined;
  return (
    letterQuery
      .where('state', '=', 'sent')
      .where(sql<boolean>`lower(to_address) = lower(${recipient})`)
      .where('sentAt', '>', now - days(7))
      // No index contains the addresses in lower case, so the index by creation time limits the rows that are read.
      .where('createdAt', '>', now - days(30))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst()
  );
}

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
