import type { Body } from '@basics/contract/endpoint.ts';
import type { helpRequests } from '@basics/contract/help-requests.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/database.ts';
import { inOrder } from '#server/database/keyset.ts';
import type { SortOrder } from '#server/database/keyset.ts';
import { readPage } from '#server/database/read-page.ts';
import type { PageAsked } from '#server/database/read-page.ts';
import type { NewRow, Row } from '#server/database/schema.ts';
import { inScope } from '#server/features/users/scope.repository.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { wordsOf } from '#server/platform/search/search-text.ts';
import { contains } from '#server/platform/search/contains.repository.ts';

const columns = [
  'help_requests.id',
  'help_requests.user_id',
  'help_requests.state',
  'help_requests.asked_at',
  'help_requests.verification_code',
  'help_requests.brand_id as asked_brand_id',
  'help_requests.problem_code',
  'help_requests.problem_message',
  'help_requests.comment',
  'help_requests.machine_name',
  'help_requests.closed_by',
  'help_requests.closed_at',
  'help_requests.closing_words',
  'help_requests.license_id',
  'users.login',
  'users.first_name',
  'users.last_name',
  'users.company',
  'users.country',
  'users.brand_id',
  'closers.first_name as closer_first_name',
  'closers.last_name as closer_last_name',
] as const;

const all = (db: Db) =>
  db
    .selectFrom('help_requests')
    .innerJoin('users', 'users.id', 'help_requests.user_id')
    .leftJoin('users as closers', 'closers.id', 'help_requests.closed_by');

export const findHelpRequest = (db: Db, id: number) =>
  all(db).select(columns).where('help_requests.id', '=', id).executeTakeFirst();

export type HelpRow = NonNullable<Awaited<ReturnType<typeof findHelpRequest>>>;

const inScopeOf = (db: Db, viewer: Viewer, id: number) =>
  all(db).select(columns).where('help_requests.id', '=', id).where(inScope(viewer));

export const findHelpRequestInScope = (db: Db, viewer: Viewer, id: number) =>
  inScopeOf(db, viewer, id).executeTakeFirst();

/** The same, and its asker stays as he is until this transaction has ended. */
export const holdHelpRequestInScope = (trx: Trx, viewer: Viewer, id: number) =>
  inScopeOf(trx, viewer, id).forNoKeyUpdate('users').executeTakeFirst();

type ListAsked = Body<typeof helpRequests.export>;

// Sorted by the database, where nothing would stand at another end on each: what is not there is an empty text.
const nameKeys = [sql`coalesce(user_search.last_name, '')`, sql`coalesce(user_search.first_name, '')`];

const sortKeys = {
  askedAt: [sql.ref('help_requests.asked_at')],
  lastName: nameKeys,
  company: [sql`coalesce(user_search.company, '')`],
  machineName: [sql.ref('help_requests.machine_fold')],
};

/** Those whose owner is in scope, who waits longest first unless asked otherwise; words are sought in people and PCs. */
export function matchingHelpRequests(db: Db, viewer: Viewer, asked: ListAsked) {
  const { field, direction } = asked.sort ?? { field: 'askedAt', direction: 'asc' };
  const matching = wordsOf(asked.keyword).reduce(
    (query, word) =>
      query.where(contains(sql`coalesce(user_search.fold, '') || ' ' || help_requests.machine_fold`, word)),
    all(db)
      .leftJoin('user_search', 'user_search.user_id', 'users.id')
      .where('help_requests.state', '=', asked.state ?? 'open')
      .where(inScope(viewer)),
  );
  const order: SortOrder = { keys: [...sortKeys[field], sql.ref('help_requests.id')], direction };
  return { matching, order };
}

/** A page of them. */
export async function findHelpRequests(db: Db, viewer: Viewer, asked: Body<typeof helpRequests.search>) {
  const { matching, order } = matchingHelpRequests(db, viewer, asked);
  return readPage(inOrder(matching, order).select(columns), asked);
}

/** Help requests by their ids, in no particular order. */
export const readHelpRequests = (db: Db, ids: readonly number[]) =>
  all(db).select(columns).where('help_requests.id', 'in', ids).execute();

/** A page of one user's, the open ones first, then the newest. */
export async function findHelpRequestsOf(db: Db, userId: number, page: PageAsked) {
  const found = all(db)
    .select(columns)
    .where('help_requests.user_id', '=', userId)
    .orderBy((order) => order.case().when('help_requests.state', '=', 'open').then(0).else(1).end())
    .orderBy('help_requests.asked_at', 'desc')
    .orderBy('help_requests.id', 'desc');
  return readPage(found, page);
}

export const findOpenOf = (db: Db, userId: number) =>
  db
    .selectFrom('help_requests')
    .select(['id', 'code_hash', 'problem_code'])
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .execute();

export async function insertHelpRequest(trx: Trx, row: NewRow<'help_requests'>): Promise<number> {
  const { id } = await trx.insertInto('help_requests').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

type Closing = { state: Exclude<Row<'help_requests'>['state'], 'open'>; by: number; at: number; words: string };

/** Closes one that is still open, in one statement; false when somebody was faster, and then nothing has been written. */
export async function closeHelpRequest(trx: Trx, id: number, { state, by, at, words }: Closing): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('help_requests')
    .set({ state, closed_by: by, closed_at: at, closing_words: words })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function nameLicense(trx: Trx, id: number, licenseId: number): Promise<void> {
  await trx.updateTable('help_requests').set({ license_id: licenseId }).where('id', '=', id).execute();
}

/** What a user is called, where he is, and how he is written to. */
export const findAsker = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'first_name', 'last_name', 'company', 'country', 'brand_id'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

export const findNames = async (db: Db, { tool, brand }: { tool: string; brand: string }) => ({
  tool: (await db.selectFrom('tools').select('name').where('id', '=', tool).executeTakeFirst())?.name ?? tool,
  brand: (await db.selectFrom('brands').select('name').where('id', '=', brand).executeTakeFirst())?.name ?? brand,
});
