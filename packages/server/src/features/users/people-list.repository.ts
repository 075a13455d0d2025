import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { part, text } from '#server/database/fragment.ts';
import type { Fragment } from '#server/database/fragment.ts';
import { longReads } from '#server/database/long-reads.ts';
import { placesByBatch } from '#server/platform/csv/rows-in-order.repository.ts';
import { chooseGroups } from '#server/platform/lists/choose-groups.repository.ts';
import type { Wish } from '#server/platform/lists/choose-groups.repository.ts';
import { all } from '#server/platform/lists/chosen-rows.repository.ts';
import type { Chosen, ListTables } from '#server/platform/lists/chosen-rows.repository.ts';
import { countTested, placesOf } from '#server/platform/lists/grouped-list.repository.ts';
import { readRowsOfPage } from '#server/platform/lists/keyset-list.repository.ts';
import type { KeyKind, CursorRequest, CursorList } from '#server/platform/lists/place-page.ts';
import { searchPlaces } from '#server/platform/lists/search-list.repository.ts';
import type { SearchIndex } from '#server/platform/search/search-index.repository.ts';
import { soughtIn } from '#server/platform/search/search-terms.ts';
import { splitKeyword } from '#server/platform/search/search-text.ts';
import { readUidInKeyword } from '#server/platform/search/uid-in-keyword.ts';
import { groupInScope, inScope } from './scope.repository.ts';
import type { Viewer } from './scope.repository.ts';
import { rewriteSearchTexts } from './user-search.repository.ts';
import { readUsers } from './users.repository.ts';
import type { UserRow } from './users.repository.ts';

/** The tables of both lists. A tag of a user is a granted tool, a tag of a request a requested one. */
const tablesOf: Readonly<Record<'users' | 'requests', ListTables>> = {
  users: {
    rows: 'listedUsers',
    id: 'userId',
    groups: 'listedUserGroups',
    tags: 'listedUserTags',
    tagCounts: 'listedUserTagCounts',
  },
  requests: {
    rows: 'listedRequests',
    id: 'userId',
    groups: 'listedRequestGroups',
    tags: 'listedRequestTags',
    tagCounts: 'listedRequestTagCounts',
  },
};

export const userIndex: SearchIndex = {
  name: 'users',
  texts: 'userSearch',
  id: 'userId',
  trigrams: 'userSearchTrigrams',
  write: rewriteSearchTexts,
};

const sortKeys = {
  lastName: ['lastName', 'firstName', 'userId'],
  firstName: ['firstName', 'lastName', 'userId'],
  company: ['company', 'userId'],
  login: ['login', 'userId'],
  country: ['countryRank', 'userId'],
  status: ['status', 'userId'],
  createdAt: ['createdAt', 'userId'],
  requestDate: ['requestedAt', 'userId'],
} as const;

const keyKinds: Readonly<Record<string, KeyKind>> = {
  userId: 'id',
  countryRank: 'rank',
  createdAt: 'moment',
  requestedAt: 'moment',
};

/** What a group `g` has as the first key of these orders, as the triggers write it. */
const facts: Partial<Record<keyof typeof sortKeys, Fragment>> = {
  country: text('coalesce((select rank from country_ranks where code = g.country), 9999)'),
  status: text('g.status'),
};

type Sort = { field: keyof typeof sortKeys; direction: 'asc' | 'desc' };

/** What people are listed by: conditions on their group, a tool, and words. */
export type Wanted = {
  list: keyof typeof tablesOf;
  groups: readonly RawBuilder<boolean>[];
  tag?: string | undefined;
  where?: readonly RawBuilder<boolean>[];
  keyword: string;
  sort: Sort;
};

/** A list of users: the number of rows, the cursors of a page, and all rows in batches. */
export type UserListPage = CursorList & {
  batches: () => AsyncIterable<readonly UserRow[]>;
};

/** Rows that the main thread skips at most: some 2 ms on SQLite. */
const mostSkipped = 5000;

/** The people in scope who are wanted. */
export async function listUsers(db: Db, viewer: Viewer, wanted: Wanted): Promise<UserListPage> {
  const { keyword, sort, where = [] } = wanted;
  const keys = sortKeys[sort.field];
  const tables = tablesOf[wanted.list];
  const order = { keys, direction: sort.direction, fact: facts[sort.field] };
  const { choice, counted } = await chooseGroups({ db, tables, order }, wishOf(viewer, wanted));
  const chosen: Chosen = { db, tables, choice, order };
  const onThread = { ...chosen, db: longReads(db) };
  const words = splitKeyword(keyword);
  const sought = { ...soughtIn(words), row: await findLicenseOwner(db, viewer, keyword) };
  const isSearch = words.length > 0;
  const places: CursorList['places'] = isSearch
    ? (stretch) => searchPlaces({ ...chosen, index: userIndex, sought, counted }, stretch)
    : async (stretch) => ({ places: await placesOf(stretch.skip > mostSkipped ? onThread : chosen, counted, stretch) });
  return {
    placeOrder: { name: `${sort.field} ${sort.direction}`, kinds: keys.map((key) => keyKinds[key] ?? 'text') },
    total: async () => (isSearch ? null : where.length > 0 ? countTested(chosen) : { total: counted.total }),
    places,
    batches: () => placesByBatch(places, (ids) => readUsers(db, ids)),
  };
}

/** The owner in scope of the licence whose id or code the keyword is, also of one that has expired or was replaced. */
async function findLicenseOwner(db: Db, viewer: Viewer, keyword: string): Promise<number | undefined> {
  const uid = readUidInKeyword(keyword);
  if (uid?.length !== 16) return undefined;
  const found = await db
    .selectFrom('licenses')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .select('licenses.userId')
    .where('licenceUid', '=', uid)
    .where(inScope(viewer))
    .executeTakeFirst();
  return found?.userId;
}

function wishOf(viewer: Viewer, { groups, tag, where }: Wanted): Wish {
  const scope = groupInScope(viewer);
  if (scope === null && groups.length === 0) return { groups: null, tag, where };
  const fits = all(groups);
  return {
    groups: scope === null ? fits : part`${fits} and ${scope}`,
    also: scope === null ? undefined : { id: viewer.userId, groups: fits },
    tag,
    where,
  };
}

/** One page of a list and its total; equal rows are sorted by the time of creation. */
export const readPageByCursor = (db: Db, list: UserListPage, asked: CursorRequest) =>
  readRowsOfPage(list, asked, (ids) => readUsers(db, ids));
