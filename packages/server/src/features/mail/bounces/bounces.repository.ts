import type { Db, Trx } from '#server/database/database.ts';
import { days } from '#server/platform/clock.ts';
import type { Bounce } from './read-bounce.ts';

const columns = ['id', 'licenseId', 'userId'] as const;

/** The sent letter of a bounce: by its Message-ID, else the last one to the address in the last seven days; undefined if there is none. */
export async function findBouncedLetter(db: Db, { messageIds, recipient }: Bounce, now: number) {
  const sent = db.selectFrom('outbox').select(columns).where('state', '=', 'sent');
  if (messageIds.length > 0) {
    const named = await sent.where('messageId', 'in', messageIds.slice(0, 20)).executeTakeFirst();
    if (named) return named;
  }
  if (recipient === null) return undefined;
  return sent
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
