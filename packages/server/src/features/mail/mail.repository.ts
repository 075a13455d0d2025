import type { Body } from '@basics/contract/calls/endpoint.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import { dbForSearch } from '#server/database/queries/long-reads.ts';
import { readKeysetPage, createCursorOrder, type SortKeys } from '#server/platform/lists/list-page.repository.ts';
import { matchesFields, type FieldReaders } from '#server/platform/lists/list-fields.repository.ts';
import { createConditions, equals, contains } from '#server/platform/lists/list-filter.repository.ts';
import { splitKeyword } from '#server/platform/search/search-text.ts';
import { inScope, namesNobodyElse, type Viewer } from '#server/features/users/scope.repository.ts';
import { letterListFields, securityLetterKinds, type mail } from '@basics/contract/mail/mail.ts';
import { isRepeatable } from '#server/mail/outbox.repository.ts';

const columns = [
  'id',
  'toAddress',
  'subject',
  'kind',
  'brandId',
  'state',
  'attempts',
  'createdAt',
  'sentAt',
  'nextAttemptAt',
  'error',
] as const;

const sortKeys: Record<'createdAt' | 'to' | 'state', SortKeys> = {
  createdAt: [[sql.ref('createdAt'), 'moment']],
  to: [[sql.ref('toAddress'), 'text']],
  state: [[sql.ref('state'), 'text']],
};

/** How the server reads the fields by which the outbox is filtered. */
const readers: FieldReaders<typeof letterListFields> = {
  state: { row: sql.ref('state') },
  kind: { row: sql.ref('kind') },
  brand: { row: sql`coalesce(brand_id, '')` },
  createdAt: { row: sql.ref('createdAt') },
  sentAt: { row: sql`coalesce(sent_at, 0)` },
};

/** Selects the e-mails that match the filters, newest first by default. The keyword is searched in address, subject and kind. */
export function selectMatchingLetters(db: Db, filters: Body<typeof mail.export>, now: number) {
  let letterQuery = db.selectFrom('outbox');
  const conditions = createConditions(filters, {
    filters: matchesFields({ fields: letterListFields, readers, now }),
    state: equals('state'),
  });
  for (const condition of conditions) letterQuery = letterQuery.where(condition);
  for (const word of splitKeyword(filters.keyword))
    letterQuery = letterQuery.where(contains(sql<string>`lower(to_address || ' ' || subject || ' ' || kind)`, word));
  const sort = filters.sort ?? defaultSorts.letters;
  return { matchingRows: letterQuery, order: createCursorOrder(sort, sortKeys[sort.field], sql.ref('id')) };
}

/** Returns a page of the outbox. */
export function findLetters(db: Db, query: Body<typeof mail.search>, now: number) {
  const readDatabase = dbForSearch(db, query);
  return readKeysetPage(readDatabase, selectMatchingLetters(readDatabase, query, now), {
    pageRequest: query,
    readRowsByIds: (ids) => readLetters(db, ids),
  });
}

export type LetterRow = Awaited<ReturnType<typeof readLetters>>[number];

/** Reads e-mails by their ids, in no particular order and without their texts. */
export const readLetters = (db: Db, ids: readonly number[]) =>
  db.selectFrom('outbox').select(columns).where('id', 'in', ids).execute();

export const findLetter = (db: Db, mailId: number) =>
  db
    .selectFrom('outbox')
    .select([...columns, 'text', 'html', 'sealed', 'licenseId', 'userId'])
    .where('id', '=', mailId)
    .executeTakeFirst();

/**
 * Finds an e-mail to a user for the history of the user. Only administrators see e-mails about the sign-in, and e-mails that name a customer
 * out of the viewer's scope, such as a colleague in another country. The caller checks that the user is in the viewer's scope.
 */
export const findLetterOfUser = (db: Db, viewer: Viewer, { userId, mailId }: { userId: number; mailId: number }) =>
  db
    .selectFrom('outbox')
    .select(['toAddress', 'subject', 'text'])
    .where('id', '=', mailId)
    .where('userId', '=', userId)
    .$if(findRole(viewer.profileID) !== 'Administrator', (letters) =>
      letters.where('kind', 'not in', securityLetterKinds).where(namesNobodyElse(viewer)),
    )
    .executeTakeFirst();

/** Locks an e-mail until the transaction ends, so that a simultaneous call reads the state that this transaction stores. */
export const lockLetter = (trx: Trx, mailId: number) =>
  trx.selectFrom('outbox').select('id').where('id', '=', mailId).forUpdate().executeTakeFirst();

/** Returns whether staff may again send the given failed e-mail to a customer in their scope (see `isRepeatable`). */
export async function canRepeatLetter(
  db: Db,
  viewer: Viewer,
  { userId, mailId, now }: FailedLetterOfUser,
): Promise<boolean> {
  const repeatableLetter = await db
    .selectFrom('outbox')
    .innerJoin('users', 'users.id', 'outbox.userId')
    .select('outbox.id')
    .where('outbox.id', '=', mailId)
    .where('users.id', '=', userId)
    .where(inScope(viewer))
    .where(isRepeatable(now))
    .executeTakeFirst();
  return repeatableLetter !== undefined;
}

/**
 * Removes a failed e-mail to a user from the inbox of staff, and returns the kind of the e-mail. The caller checks that the user is in the
 * viewer's scope. Returns undefined if the e-mail is not in the inbox: it was queued again or removed before. Only administrators can
 * remove e-mails about the sign-in, because only they see them in the inbox.
 */
export const markDismissed = (trx: Trx, viewer: Viewer, { userId, mailId, now }: FailedLetterOfUser) =>
  trx
    .updateTable('outbox')
    .set({ dismissedAt: now })
    .where('id', '=', mailId)
    .where('userId', '=', userId)
    .where('state', '=', 'failed')
    .where('dismissedAt', 'is', null)
    .$if(findRole(viewer.profileID) !== 'Administrator', (query) => query.where('kind', 'not in', securityLetterKinds))
    .returning('kind')
    .executeTakeFirst();

type FailedLetterOfUser = { userId: number; mailId: number; now: number };

/**
 * Queues an e-mail again, with the full number of attempts, unless it is being sent now. An e-mail that was already sent gets a new
 * Message-ID, because mail programs hide a second e-mail with the same Message-ID.
 */
export async function markQueued(trx: Trx, mailId: number, { now, messageId }: { now: number; messageId: string }) {
  return trx
    .updateTable('outbox')
    .set({
      state: 'queued',
      attempts: 0,
      nextAttemptAt: now,
      error: null,
      dismissedAt: null,
      messageId: sql<string>`case when state = 'sent' then ${messageId} else message_id end`,
    })
    .where('id', '=', mailId)
    .where('state', '!=', 'sending')
    .returning(columns)
    .executeTakeFirst();
}
