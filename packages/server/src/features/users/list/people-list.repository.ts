import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { fragment, rawSql } from '#server/database/queries/fragment.ts';
import type { Fragment } from '#server/database/queries/fragment.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import { readBatchesAtPositions, readRowsOfPage } from '#server/platform/lists/list-page.repository.ts';
import { findMatchingGroups, joinWithAnd } from '#server/platform/lists/list-filter.repository.ts';
import type { UnresolvedFilter, ListQuery, ListTables } from '#server/platform/lists/list-filter.repository.ts';
import { readFarPage, countTestedRows, readListPositions } from '#server/platform/lists/read-list.repository.ts';
import type { KeyKind, CursorRequest, CursorList } from '#server/platform/lists/list-page.repository.ts';
import { searchPositions } from '#server/platform/lists/search-list.repository.ts';
import type { SearchIndex } from '#server/platform/search/search-index.repository.ts';
import { groupSearchWords, splitUserKeyword, readUidInKeyword } from '#server/platform/search/search-text.ts';
import { groupInScope, inScope } from '../scope.repository.ts';
import type { Viewer } from '../scope.repository.ts';
import { readUsers } from '../users.repository.ts';
import type { UserRow } from '../users.repository.ts';

/**
 * The tables of the list of users and of the list of requests. The tags of a user are the granted tools. The tags of a
 * request are the requested tools.
 */
const listTables: Readonly<Record<'users' | 'requests', ListTables>> = {
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

export const userSearchIndex: SearchIndex = {
  name: 'users',
  texts: 'userSearch',
  id: 'userId',
  trigrams: 'userSearchTrigrams',
  sortKeys: ['lastName', 'firstName', 'company'],
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

/**
 * In these sort orders, all rows of a group `g` have the same first sort key. The SQL computes this key in the same way
 * as the triggers that write the rows.
 */
const groupKeys: Partial<Record<keyof typeof sortKeys, Fragment>> = {
  country: rawSql('coalesce((select rank from country_ranks where code = g.country), 9999)'),
  status: rawSql('g.status'),
};

type Sort = { field: keyof typeof sortKeys; direction: 'asc' | 'desc' };

/** The filters of a list of users or requests: conditions on the group, a tool, other conditions, and a keyword. */
export type PeopleFilter = {
  list: keyof typeof listTables;
  groups: readonly RawBuilder<boolean>[];
  tag?: string | undefined;
  where?: readonly RawBuilder<boolean>[];
  keyword: string;
  sort: Sort;
};

/** A list of users: functions that count its rows, read one page, and read all rows in batches. */
export type UserListPage = CursorList & {
  batches: () => AsyncIterable<readonly UserRow[]>;
};

/**
 * The highest number of rows that the main thread skips to find a page, which takes about 2 ms on SQLite. If more rows must be skipped, a
 * reader thread reads the page.
 */
const maxSkippedOnMainThread = 5000;

/** Lists the users or requests in the viewer's scope that match the filters. */
export async function listUsers(db: Db, viewer: Viewer, filter: PeopleFilter): Promise<UserListPage> {
  const { keyword, sort, where = [] } = filter;
  const keys = sortKeys[sort.field];
  const tables = listTables[filter.list];
  const order = { keys, direction: sort.direction, groupKey: groupKeys[sort.field] };
  const { rowFilter, counts } = await findMatchingGroups({ db, tables, order }, toGroupFilter(viewer, filter));
  const listQuery: ListQuery = { db, tables, filter: rowFilter, order };
  const keywordParts = splitUserKeyword(keyword);
  const searchTerms = { ...groupSearchWords(keywordParts), row: await findLicenseOwner(db, viewer, keyword) };
  const isSearch = keywordParts.length > 0;
  const readSlice: CursorList['readSlice'] = isSearch
    ? (slice) => searchPositions({ ...listQuery, index: userSearchIndex, searchWords: searchTerms, counts }, slice)
    : async (slice) => ({
        positions:
          slice.skip > maxSkippedOnMainThread
            ? await readFarPage({ ...listQuery, db: dbForLongReads(db) }, counts, slice)
            : await readListPositions(listQuery, counts, slice),
      });
  return {
    cursorOrder: { name: `${sort.field} ${sort.direction}`, kinds: keys.map((key) => keyKinds[key] ?? 'text') },
    countTotal: async () => (isSearch ? null : where.length > 0 ? countTestedRows(listQuery) : { total: counts.total }),
    readSlice,
    batches: () => readBatchesAtPositions(readSlice, (ids) => readUsers(db, ids)),
  };
}

/**
 * Finds the owner of the licence whose id or code is the keyword, if this owner is in the viewer's scope. The licence may have expired or
 * been replaced.
 */
async function findLicenseOwner(db: Db, viewer: Viewer, keyword: string): Promise<number | undefined> {
  const uid = readUidInKeyword(keyword);
  if (uid?.length !== 16) return undefined;
  const row = await db
    .selectFrom('licenses')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .select('licenses.userId')
    .where('licenceUid', '=', uid)
    .where(inScope(viewer))
    .executeTakeFirst();
  return row?.userId;
}

function toGroupFilter(viewer: Viewer, { groups, tag, where }: PeopleFilter): UnresolvedFilter {
  const scope = groupInScope(viewer);
  if (scope === null && groups.length === 0) return { groups: null, tag, where };
  const matchesGroups = joinWithAnd(groups);
  return {
    groups: scope === null ? matchesGroups : fragment`${matchesGroups} and ${scope}`,
    extraRow: scope === null ? undefined : { id: viewer.userId, groups: matchesGroups },
    tag,
    where,
  };
}

/** Reads one page of a list with its total; rows with equal sort values are sorted by id. */
export const readPageByCursor = (db: Db, list: UserListPage, request: CursorRequest) =>
  readRowsOfPage(list, request, (ids) => readUsers(db, ids));
