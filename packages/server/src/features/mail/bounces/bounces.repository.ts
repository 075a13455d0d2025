import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/database.ts';
import { days } from '#server/platform/clock.ts';
import type { Bounce } from './read-bounce.ts';

const columns = ['id', 'licenseId', 'userId', 'state', 'sentAt'] as const;

/**
 * Finds the sent e-mail of a bounce: by its Message-ID, else the last e-mail to the address in the last seven days; undefined if no e-mail
 * is found. If the e-mail with the Message-ID has already failed, the bounce is a repeated one, and no other e-mail is returned.
 */
export async function findBouncedLetter(db: Db, { messageId, recipient }: Bounce, now: number) {
  const letters = db.selectFrom('outbox').select(columns);
  if (messageId !== null) {
    const namedLetter = await letters.where('messageId', '=', messageId).executeTakeFirst();
    if (namedLetter) return namedLetter.state === 'sent' ? namedLetter : undefined;
  }
  if (recipient === null) return undefined;
  return (
    letters
      .where('state', '=', 'sent')
      .where(sql<boolean>`lower(to_address) = lower(${recipient})`)
      .where('sentAt', '>', now - days(7))
      // Addresses in lower case have no index, so the index by creation time limits the rows that are read.
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
 * Finds the licences of a bounced e-mail, those in its file or its files, that no newer e-mail contains. An e-mail that waits is newer,
 * because it is sent later.
 */
export async function findLicensesWithoutNewerLetter(db: Db, letter: BouncedLetter): Promise<readonly number[]> {
  const files = await db.selectFrom('letterFiles').select('licenseId').where('letterId', '=', letter.id).execute();
  const licenseIds = [letter.licenseId, ...files.map(({ licenseId }) => licenseId)].filter((id) => id !== null);
  if (licenseIds.length === 0) return [];
  const newerLetters = db
    .selectFrom('outbox')
    .where((where) =>
      where.or([
        where('outbox.state', 'in', ['queued', 'sending']),
        where.and([where('outbox.state', '=', 'sent'), where('outbox.sentAt', '>', letter.sentAt ?? 0)]),
      ]),
    );
  const singleRows = await newerLetters
    .select('outbox.licenseId')
    .where('outbox.licenseId', 'in', licenseIds)
    .execute();
  const packRows = await newerLetters
    .innerJoin('letterFiles', 'letterFiles.letterId', 'outbox.id')
    .select('letterFiles.licenseId')
    .where('letterFiles.licenseId', 'in', licenseIds)
    .execute();
  const newerLicenseIds = new Set([...singleRows, ...packRows].map(({ licenseId }) => licenseId));
  return licenseIds.filter((id) => !newerLicenseIds.has(id));
}
