import type { Body } from '@basics/contract/calls/endpoint.ts';
import { helpListFields, type helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import { dbForSearch } from '#server/database/queries/long-reads.ts';
import { readPage, type PageRequest } from '#server/database/queries/read-page.ts';
import type { NewRow, Row } from '#server/database/schema.ts';
import { findCompanyOfKeyword } from '#server/features/users/list/search-users.repository.ts';
import { inScope, isJoinedUserOfSalesmen, type Viewer } from '#server/features/users/scope.repository.ts';
import { readKeysetPage, createCursorOrder, type SortKeys } from '#server/platform/lists/list-page.repository.ts';
import { applyOperator, matchesFields, type FieldReaders } from '#server/platform/lists/list-fields.repository.ts';
import { createConditions, equals, contains, equalsFolded } from '#server/platform/lists/list-filter.repository.ts';
import { splitUserKeyword } from '#server/platform/search/search-text.ts';
import { contactColumns } from '#server/features/users/user-fields.ts';

const columns = [
  'helpRequests.id',
  'helpRequests.userId',
  'helpRequests.state',
  'helpRequests.askedAt',
  'helpRequests.verificationCode',
  'helpRequests.brandId as askedBrandId',
  'helpRequests.toolId as askedToolId',
  'helpRequests.problemCode',
  'helpRequests.problemMessage',
  'helpRequests.comment',
  'helpRequests.machineName',
  'helpRequests.closedBy',
  'helpRequests.closedAt',
  'helpRequests.closingWords',
  'helpRequests.licenseId',
  ...contactColumns,
  'closers.firstName as closerFirstName',
  'closers.lastName as closerLastName',
] as const;

const selectHelpRequests = (db: Db) =>
  db
    .selectFrom('helpRequests')
    .innerJoin('users', 'users.id', 'helpRequests.userId')
    .leftJoin('users as closers', 'closers.id', 'helpRequests.closedBy');

export const findHelpRequest = (db: Db, id: number) =>
  selectHelpRequests(db).select(columns).where('helpRequests.id', '=', id).executeTakeFirst();

export type HelpRow = NonNullable<Awaited<ReturnType<typeof findHelpRequest>>>;

const selectInScope = (db: Db, viewer: Viewer, id: number) =>
  selectHelpRequests(db).select(columns).where('helpRequests.id', '=', id).where(inScope(viewer));

export const findHelpRequestInScope = (db: Db, viewer: Viewer, id: number) =>
  selectInScope(db, viewer, id).executeTakeFirst();

/** Finds a help request in the viewer's scope, and locks the owner of the request until the transaction ends. */
export const lockHelpRequestInScope = (trx: Trx, viewer: Viewer, id: number) =>
  selectInScope(trx, viewer, id).forNoKeyUpdate('users').executeTakeFirst();

type ListQuery = Body<typeof helpRequests.export>;

// The columns to sort by. A missing value is read as an empty text, because SQLite and PostgreSQL sort null at opposite
// ends.
const sortKeys: Record<NonNullable<ListQuery['sort']>['field'], SortKeys> = {
  askedAt: [[sql.ref('helpRequests.askedAt'), 'moment']],
  lastName: [
    [sql`coalesce(user_search.last_name, '')`, 'text'],
    [sql`coalesce(user_search.first_name, '')`, 'text'],
  ],
  company: [[sql`coalesce(user_search.company, '')`, 'text']],
  machineName: [[sql.ref('helpRequests.machineFold'), 'text']],
};

/** How the server reads the fields by which the list of help requests is filtered. */
const readers: FieldReaders<typeof helpListFields> = {
  country: { row: sql`coalesce(users.country, '')` },
  company: { row: sql`coalesce(user_search.company, '')` },
  salesman: {
    matches: (filter) => ({
      test: applyOperator(filter, isJoinedUserOfSalesmen(filter.values)),
      candidates: null,
    }),
  },
  machineName: { row: sql.ref('helpRequests.machineFold') },
  askedAt: { row: sql.ref('helpRequests.askedAt') },
};

/**
 * Selects help requests whose owner is in the viewer's scope, the oldest first by default. The keyword is searched in the owner's data and
 * the name of the PC.
 */
export function selectMatchingHelpRequests(db: Db, viewer: Viewer, query: ListQuery, now: number) {
  const sort = query.sort ?? defaultSorts.helpRequests;
  const conditions = [
    ...createConditions(
      { ...query, state: query.state === 'all' ? undefined : (query.state ?? 'open') },
      {
        filters: matchesFields({ fields: helpListFields, readers, now }),
        state: equals('helpRequests.state'),
        company: equalsFolded('userSearch.company'),
      },
    ),
    ...splitUserKeyword(query.keyword).map((word) =>
      contains(sql`coalesce(user_search.fold, '') || ' ' || help_requests.machine_fold`, word),
    ),
  ];
  const matchingRows = conditions.reduce(
    (filtered, condition) => filtered.where(condition),
    selectHelpRequests(db).leftJoin('userSearch', 'userSearch.userId', 'users.id').where(inScope(viewer)),
  );
  return { matchingRows, order: createCursorOrder(sort, sortKeys[sort.field], sql.ref('helpRequests.id')) };
}

export async function findHelpRequests(db: Db, viewer: Viewer, query: Body<typeof helpRequests.search>, now: number) {
  const readDatabase = dbForSearch(db, query);
  const matchingRequests = selectMatchingHelpRequests(readDatabase, viewer, query, now);
  const page = await readKeysetPage(readDatabase, matchingRequests, {
    pageRequest: query,
    readRowsByIds: (ids) => readHelpRequests(db, ids),
  });
  return { ...page, ...(await findCompanyOfKeyword(db, viewer, query)) };
}

/** Reads help requests by their ids, in no particular order. */
export const readHelpRequests = (db: Db, ids: readonly number[]) =>
  selectHelpRequests(db).select(columns).where('helpRequests.id', 'in', ids).execute();

/** Finds a page of one user's help requests, the open ones first, then the newest. */
export async function findHelpRequestsOfUser(db: Db, userId: number, page: PageRequest) {
  const requests = selectHelpRequests(db)
    .select(columns)
    .where('helpRequests.userId', '=', userId)
    .orderBy((order) => order.case().when('helpRequests.state', '=', 'open').then(0).else(1).end())
    .orderBy('helpRequests.askedAt', 'desc')
    .orderBy('helpRequests.id', 'desc');
  return readPage(requests, page);
}

export const findOpenHelpRequests = (db: Db, userId: number) =>
  db
    .selectFrom('helpRequests')
    .select(['id', 'codeHash', 'problemCode'])
    .where('userId', '=', userId)
    .where('state', '=', 'open')
    .execute();

/** Finds the times at which a user sent help requests after `since` (Unix milliseconds), including withdrawn requests. */
export async function findRequestTimesSince(db: Db, userId: number, since: number): Promise<number[]> {
  const rows = await db
    .selectFrom('helpRequests')
    .select('askedAt')
    .where('userId', '=', userId)
    .where('askedAt', '>', since)
    .execute();
  return rows.map(({ askedAt }) => askedAt);
}

export async function insertHelpRequest(trx: Trx, row: NewRow<'helpRequests'>): Promise<number> {
  const { id } = await trx.insertInto('helpRequests').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

type ClosingFields = { state: Exclude<Row<'helpRequests'>['state'], 'open'>; by: number; at: number; words: string };

/** Closes a request that is still open, in one statement; returns false and changes nothing if it was closed before. */
export async function closeHelpRequest(
  trx: Trx,
  id: number,
  { state, by, at, words }: ClosingFields,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('helpRequests')
    .set({ state, closedBy: by, closedAt: at, closingWords: words })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function setIssuedLicense(trx: Trx, id: number, licenseId: number): Promise<void> {
  await trx.updateTable('helpRequests').set({ licenseId }).where('id', '=', id).execute();
}

export const findRequester = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'firstName', 'lastName', 'company', 'country', 'brandId'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

/**
 * Finds the names of a tool and a brand; undefined if the tool or the brand does not exist, or if `tool` is the id of
 * an add-on.
 */
export const findToolAndBrandNames = (db: Db, { tool, brand }: { tool: string; brand: string }) =>
  db
    .selectFrom('tools')
    .innerJoin('brands', (join) => join.on('brands.id', '=', brand))
    .select(['tools.name as tool', 'brands.name as brand'])
    .where('tools.id', '=', tool)
    .where('tools.code', 'is not', null)
    .executeTakeFirst();
