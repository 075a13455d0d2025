import type { Body } from '@basics/contract/endpoint.ts';
import type { mail } from '@basics/contract/mail.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/database.ts';
import { contains, wordsOf } from '#server/platform/search-text.ts';

const columns = [
  'id',
  'to_address',
  'subject',
  'kind',
  'brand_id',
  'state',
  'attempts',
  'created_at',
  'sent_at',
  'next_attempt_at',
  'error',
] as const;

const sortColumns = { createdAt: 'created_at', to: 'to_address', state: 'state' } as const;

/** A page of the outbox, newest first unless asked otherwise; the keyword is looked for in address, subject and kind. */
export async function findLetters(db: Db, page: Body<typeof mail.search>) {
  let matching = db.selectFrom('outbox');
  if (page.state !== undefined) matching = matching.where('state', '=', page.state);
  for (const word of wordsOf(page.keyword))
    matching = matching.where(contains(sql<string>`lower(to_address || ' ' || subject || ' ' || kind)`, word));
  const { field, direction } = page.sort ?? { field: 'createdAt', direction: 'desc' };
  const items = await matching
    .select(columns)
    .orderBy(sortColumns[field], direction)
    .orderBy('id', 'desc')
    .limit(page.pageSize)
    .offset((page.pageNumber - 1) * page.pageSize)
    .execute();
  const counted = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { items, total: counted.total };
}

export type LetterRow = Awaited<ReturnType<typeof findLetters>>['items'][number];

export const findLetter = (db: Db, mailId: number) =>
  db
    .selectFrom('outbox')
    .select([...columns, 'text', 'html', 'sealed', 'license_id'])
    .where('id', '=', mailId)
    .executeTakeFirst();

/**
 * Queues a letter again as if for the first time, unless it is just being sent. One that has arrived before goes out under a new
 * Message-ID, because mail programs hide a second mail with the same one.
 */
export async function queueAgain(trx: Trx, mailId: number, { now, messageId }: { now: number; messageId: string }) {
  return trx
    .updateTable('outbox')
    .set({
      state: 'queued',
      attempts: 0,
      next_attempt_at: now,
      error: null,
      message_id: sql<string>`case when state = 'sent' then ${messageId} else message_id end`,
    })
    .where('id', '=', mailId)
    .where('state', '!=', 'sending')
    .returning(columns)
    .executeTakeFirst();
}
