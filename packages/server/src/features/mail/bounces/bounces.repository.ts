import type { Db, Trx } from '#server/database/database.ts';
import { days } from '#server/platform/clock.ts';
import type { Bounce } from './read-bounce.ts';

const columns = ['id', 'licenseId', 'userId', 'state'] as const;

/**
 * The sent letter of a bounce: by its Message-ID, else the last one to the address in the last seven days; undefined if there is none. A
 * Message-ID of a letter that is no longer sent is that of a repeated bounce, and fits no other letter.
 */
export async function findBouncedLetter(db: Db, { messageId, recipient }: Bounce, now: number) {
  const letters = db.selectFrom('outbox').select(columns);
  if (messageId !== null) {
    const named = await letters.where('messageId', '=', messageId).executeTakeFirst();
    if (named) return named.state === 'sent' ? named : undefined;
  }
  if (recipient === null) return undefined;
  return letters
    .where('state', '=', 'sent')
    .where('toAddress', '=', recipient)
    .where('sentAt', '>', now - days(7))
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** Returns false if the letter is no longer marked as sent. */
export async function markBounced(trx: Trx, letterId: number, error: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set({ state: 'failed', error })
    .where('id', '=', letterId)
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
