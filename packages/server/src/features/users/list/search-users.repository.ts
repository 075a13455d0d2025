import { limits } from '@basics/contract/calls/limits.ts';
import type { listCounts } from '@basics/contract/saved-views/list-counts.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { type users, type User } from '@basics/contract/users/users.ts';
import { userListFields, type userSelection } from '@basics/contract/users/user-lists.ts';
import type { SelectedUser } from '@basics/contract/mass-acts/selections.ts';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import { sql, type RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import { dialectOf, type Db, type Trx } from '#server/database/foundation.ts';
import {
  countGroupedLists,
  findFew,
  joinConditions,
  openGroupedList,
  type GroupedList,
  type ListTables,
  type RowCondition,
} from '#server/platform/lists/grouped-list.repository.ts';
import { createFieldConditions } from '#server/platform/lists/list-fields.repository.ts';
import { createConditions, equals } from '#server/platform/lists/list-filter.repository.ts';
import { toAsciiAddress } from '#server/platform/email-addresses.ts';
import {
  readBatchesAtPositions,
  readRowsOfPage,
  readSelectedIds,
  type CursorList,
  type CursorRequest,
  type KeyKind,
} from '#server/platform/lists/list-page.repository.ts';
import { together, type Database } from '#server/database/database.ts';
import { repeatUntilDone } from '#server/platform/background/batches.ts';
import { completeIndex, type SearchIndex } from '#server/platform/search/search-index.repository.ts';
import {
  foldText,
  groupSearchWords,
  splitUserKeyword,
  readUidInKeyword,
  listSpellings,
  listWordStarts,
  listSearchedDigits,
} from '#server/platform/search/search-text.ts';
import { inScope, groupInScope, type Viewer } from '../scope.repository.ts';
import { readUsers, type UserRow } from '../users.repository.ts';
import { searchedNames, type SearchedName } from '../user-fields.ts';
import { companyIs, createUserReaders } from './user-list-fields.repository.ts';

/** Returns the users in the viewer's scope who match the filters, sorted by last name unless another order is requested. */
export const findMatchingUsers = (
  db: Db,
  viewer: Viewer,
  query: Body<typeof users.export>,
  now: number,
): Promise<UserListPage> => listUsers(db, viewer, createUserFilter(query, now));

export const countUsers = (db: Db, viewer: Viewer, searches: Body<typeof listCounts.users>['searches'], now: number) =>
  countPeople(
    db,
    viewer,
    searches.map((query) => createUserFilter(query, now)),
  );

function createUserFilter(query: Body<typeof users.export>, now: number): PeopleFilter {
  const { tool, company, keyword, sort } = query;
  const readers = createUserReaders('listedUsers', now);
  const { groups, where } = createFieldConditions({ fields: userListFields, readers, now }, query.filters);
  return {
    list: 'users',
    groups: [
      ...createConditions(query, {
        status: equals('g.status'),
        profileID: equals('g.profileId'),
        brand: equals('g.brandId'),
        country: equals('g.country'),
        tool: null,
        company: null,
        // `createFieldConditions` reads these.
        filters: null,
      }),
      ...groups,
    ],
    tag: tool,
    where: [...(company === undefined ? [] : [companyIs('listedUsers', company)]), ...where],
    keyword,
    sort: sort ?? defaultSorts.users,
    isRanked: sort === undefined,
  };
}

/** Reads one page of the list of users; `readRows` returns the rows of the page by their ids, in any order. */
export async function searchUsers<Row extends { id: number } = UserRow>(
  db: Db,
  viewer: Viewer,
  query: Body<typeof users.search>,
  { now, readRows }: { now: number; readRows: (db: Db, ids: readonly number[]) => Promise<readonly Row[]> },
) {
  const readPage = async () =>
    readRowsOfPage(await findMatchingUsers(db, viewer, query, now), query, (ids) => readRows(db, ids));
  const [page, company] = await together(readPage(), findCompanyOfKeyword(db, viewer, query));
  return { ...page, ...company };
}

/** Finds the ids of the users in the viewer's scope whom a selection contains, in the order of the list. */
export async function findSelectedUsers(
  db: Db,
  viewer: Viewer,
  { except, ...query }: z.infer<typeof userSelection>,
  now: number,
): Promise<number[]> {
  return readSelectedIds((await findMatchingUsers(db, viewer, query, now)).readSlice, except);
}

/** Reads what an act on many users or requests shows of each of them. */
export const readSelectedUsers = async (db: Db, ids: readonly number[]): Promise<SelectedUser[]> =>
  (await readUsers(db, ids)).map(({ id, login, firstName, lastName, company, country, profileId }) => ({
    userId: id,
    login,
    firstName,
    lastName,
    company,
    country,
    profileID: profileId,
  }));

/**
 * Finds all users in the scope of a viewer with a limited scope, if they are few; else null. A search then reads only what belongs to them: if
 * it read the index of all texts, its time would tell how common a word is elsewhere.
 */
export async function findFewInScope(db: Db, viewer: Viewer): Promise<number[] | null> {
  const scope = groupInScope(viewer);
  if (scope === null) return null;
  const statements = Object.values(listTables).map(
    (list) => sql`select r.user_id as id from ${sql.table(list.rows)} as r
      where r.group_id in (select g.id from ${sql.table(list.groups)} as g where g.n > 0 and ${scope})`,
  );
  const found = await findFew(db, sql`select id from (${sql.join(statements, sql` union all `)}) as own`);
  return found && [...found, ...(viewer.machine ? [] : [viewer.userId])];
}

/**
 * Finds the company in the viewer's scope whose whole name is the keyword, or else the only company whose name begins with the keyword.
 * Without a keyword, or if the list shows one company, there is none.
 */
export async function findCompanyOfKeyword(
  db: Db,
  viewer: Viewer,
  { keyword, company }: { keyword: string; company?: string | undefined },
): Promise<{ companyOfKeyword?: string }> {
  const fold = foldText(keyword.trim());
  if (fold === '' || company !== undefined) return {};
  const [first, ...others] = await findCompaniesByBeginning(db, viewer, { fold, most: 2 });
  const isOnlyOne = others.length === 0 && fold.length >= minBeginning;
  return first && (first.fold === fold || isOnlyOne) ? { companyOfKeyword: first.company } : {};
}

/** The fewest letters for which the only company whose name begins with these letters is offered. */
const minBeginning = 3;

/** Lists the companies in the viewer's scope whose name begins with the text; a company with the text as its whole name is the first. */
export async function listCompanies(db: Db, viewer: Viewer, text: string): Promise<{ items: string[] }> {
  const companies = await findCompaniesByBeginning(db, viewer, {
    fold: foldText(text.trim()),
    most: limits.page.companies,
  });
  return { items: companies.map(({ company }) => company) };
}

/**
 * Finds the first companies, in alphabetical order, whose normalised name begins with `fold`. Each name is the next entry of an index after the
 * name before. A viewer with a limited scope reads the index of the own groups only, so the time does not tell which companies others have.
 */
async function findCompaniesByBeginning(db: Db, viewer: Viewer, { fold, most }: { fold: string; most: number }) {
  const scope = groupInScope(viewer);
  const lists = Object.values(listTables);
  const groups = lists.map(
    (list) => sql`${sql.table(`${list.groups}InScope`)} as materialized (
      select g.id from ${sql.table(list.groups)} as g where g.n > 0 and ${scope ?? sql`1 = 0`})`,
  );
  /** The lowest value of the column among the rows `r` in scope that meet the condition. */
  const findLowest = (column: 'company' | 'userId', condition: RawBuilder<unknown>) => {
    const firstOf = (rows: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
      sql`select ${sql.ref(`r.${column}`)} from ${rows} as r where ${where} and ${condition} order by r.company, r.user_id limit 1`;
    const parts = lists.map((list) =>
      scope === null
        ? sql`select (${firstOf(sql.table(list.rows), sql`1 = 1`)}) as found`
        : sql`select (${firstOf(sql.table(list.rows), sql`r.group_id = g.id`)}) as found from ${sql.table(`${list.groups}InScope`)} as g`,
    );
    // The limit makes the database look up the own row by its id, and not by the company.
    const ownRow = sql`(select * from user_search where user_id = ${viewer.userId} limit 1)`;
    const own = sql`select (${firstOf(ownRow, sql`1 = 1`)}) as found`;
    const hasOwn = scope !== null && !viewer.machine;
    return sql`(select min(lowest.found) from (${sql.join([...parts, ...(hasOwn ? [own] : [])], sql` union all `)}) as lowest)`;
  };
  // Texts are compared byte by byte, so the last character of Unicode is after every letter that follows the beginning.
  const isBefore = sql`r.company < ${`${fold}\u{10ffff}`}`;
  const { rows } = await sql<{ fold: string; company: string }>`with recursive ${sql.join(groups)}, names (fold, n) as (
      select ${findLowest('company', sql`r.company >= ${fold} and r.company <> '' and ${isBefore}`)}, 1
      union all
      select ${findLowest('company', sql`r.company > names.fold and ${isBefore}`)}, names.n + 1
      from names where names.fold is not null and names.n < ${sql.lit(most)}
    )
    select names.fold, (select users.company from users where users.id = ${findLowest('userId', sql`r.company = names.fold`)}) as company
    from names where names.fold is not null order by names.fold`.execute(db);
  return rows;
}

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
const groupKeys: Partial<Record<keyof typeof sortKeys, RawBuilder<unknown>>> = {
  country: sql`coalesce((select rank from country_ranks where code = g.country), 9999)`,
  status: sql`g.status`,
};

type Sort = { field: keyof typeof sortKeys; direction: 'asc' | 'desc' };

/** The filters of a list of users or requests: conditions on the group, a tool, other conditions, and a keyword. */
export type PeopleFilter = {
  list: keyof typeof listTables;
  groups: readonly RawBuilder<boolean>[];
  tag?: string | undefined;
  where?: readonly RowCondition[];
  keyword: string;
  sort: Sort;
  /** Whether a search sorts by how well the rows match, because the caller has chosen no order. */
  isRanked?: boolean;
};

/** A list of users: functions that count its rows, read one page, and read all rows in batches. */
export type UserListPage = CursorList & {
  batches: () => AsyncIterable<readonly UserRow[]>;
};

/** Lists the users or requests in the viewer's scope that match the filters. */
export async function listUsers(db: Db, viewer: Viewer, filter: PeopleFilter): Promise<UserListPage> {
  const { sort } = filter;
  const list = await createGroupedList(db, viewer, filter);
  const kinds = list.keys.map((key) => keyKinds[key] ?? 'text');
  const { countTotal, readSlice } = openGroupedList(list);
  return {
    cursorOrder:
      list.search?.phrase === undefined
        ? { name: `${sort.field} ${sort.direction}`, kinds }
        : { name: 'rank', kinds: ['rank', ...kinds] },
    countTotal,
    readSlice,
    batches: () => readBatchesAtPositions(readSlice, (ids) => readUsers(db, ids)),
  };
}

/** Counts for each filter the users or requests in the viewer's scope that match. */
export const countPeople = async (db: Db, viewer: Viewer, filters: readonly PeopleFilter[]) => ({
  counts: await countGroupedLists(await together(...filters.map((filter) => createGroupedList(db, viewer, filter)))),
});

async function createGroupedList(db: Db, viewer: Viewer, filter: PeopleFilter): Promise<GroupedList> {
  const { keyword, sort, groups, tag, where = [] } = filter;
  const keys = sortKeys[sort.field];
  const keywordParts = splitUserKeyword(keyword);
  const scope = groupInScope(viewer);
  const matchesFilters = joinConditions(groups);
  const isUnlimited = scope === null && groups.length === 0;
  return {
    db,
    tables: listTables[filter.list],
    keys,
    direction: sort.direction,
    groupKey: groupKeys[sort.field],
    groups: isUnlimited ? null : scope === null ? matchesFilters : sql`${matchesFilters} and ${scope}`,
    isScoped: scope !== null,
    ownRow: scope === null || viewer.machine ? undefined : { id: viewer.userId, groups: matchesFilters },
    tag,
    where,
    search:
      keywordParts.length === 0
        ? undefined
        : {
            index: userSearchIndex,
            phrase: filter.isRanked === true ? keywordParts.join(' ') : undefined,
            words: { ...groupSearchWords(keywordParts), row: await findLicenseOwner(db, viewer, keyword) },
          },
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

/** Reads one page of a list with its total; rows with equal sort values are sorted by id. */
export const readPageByCursor = (db: Db, list: UserListPage, request: CursorRequest) =>
  readRowsOfPage(list, request, (ids) => readUsers(db, ids));

type SearchedFields = { login: string } & Pick<User, SearchedName>;

/** Stores the search text of a user. Call this function in the transaction that locks the user and writes the login or a searched field. */
export const writeSearchText = (trx: Trx, userId: number, user: SearchedFields): Promise<void> =>
  writeSearchTexts(trx, [{ ...user, id: userId }]);

/** Stores the search texts of several users. The list `people` may contain each user only once. */
export async function writeSearchTexts(trx: Trx, people: readonly (SearchedFields & { id: number })[]): Promise<void> {
  await trx
    .insertInto('userSearch')
    .values(people.map((user) => ({ userId: user.id, ...createSearchText(user) })))
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet((statement) => ({
        fold: statement.ref('excluded.fold'),
        starts: statement.ref('excluded.starts'),
        firstName: statement.ref('excluded.firstName'),
        lastName: statement.ref('excluded.lastName'),
        company: statement.ref('excluded.company'),
      })),
    )
    .execute();
}

/**
 * Writes the search texts of the given users again, with the names of their PCs. Otherwise triggers write the names of
 * PCs. Deleted users have no search text.
 */
export async function rewriteSearchTexts(trx: Trx, ids: readonly number[]): Promise<void> {
  const people = ids.length > 0 ? await lockSearchedUsers(trx, ids) : [];
  if (people.length === 0) return;
  await writeSearchTexts(trx, people);
  const joinedNames =
    dialectOf(trx) === 'sqlite' ? sql`group_concat(name_fold, char(10))` : sql`string_agg(name_fold, chr(10))`;
  await trx
    .updateTable('userSearch')
    .set({
      machines: sql<string>`coalesce((select ${joinedNames} from (select name_fold from machines
        where machines.user_id = user_search.user_id order by id desc limit ${sql.lit(maxMachineNames)}) as newest), '')`,
    })
    .where('userId', 'in', ids)
    .execute();
}

/**
 * Writes the search texts of all users again, a batch in each transaction, after a new version has changed what they contain. The row
 * `spellings` of `search_indexes` says how far the last run came. When the signal is aborted, it throws the reason of the signal.
 */
export const renewSearchTexts = ({ transact }: Database, signal: AbortSignal): Promise<void> =>
  repeatUntilDone(
    (limit) =>
      transact(async (trx) => {
        const { rows } = await sql<{ indexedTo: number }>`
          update search_indexes set indexed_to = indexed_to where name = 'spellings' returning indexed_to`.execute(trx);
        const from = rows[0]?.indexedTo ?? completeIndex;
        if (from === completeIndex) return 0;
        const people = await trx
          .selectFrom('userSearch')
          .select('userId')
          .where('userId', '>', from)
          .orderBy('userId')
          .limit(limit)
          .execute();
        const ids = people.map(({ userId }) => userId);
        await rewriteSearchTexts(trx, ids);
        const to = ids.length < limit ? completeIndex : (ids.at(-1) ?? completeIndex);
        await trx.updateTable('searchIndexes').set({ indexedTo: to }).where('name', '=', 'spellings').execute();
        return ids.length;
      }),
    signal,
  );

/** The maximum number of PCs whose names are in a search text. The triggers on `machines` use the same number. */
const maxMachineNames = 50;

function createSearchText({ login, ...fields }: SearchedFields) {
  const { firstName, lastName, company } = fields;
  // A keyword can contain the whole name, in both orders.
  const otherTexts = searchedNames
    .filter((name) => name !== 'firstName' && name !== 'lastName')
    .map((name) => fields[name] ?? '');
  // A login with a domain such as müller.example is also found by the domain in ASCII.
  const logins = new Set([login, toAsciiAddress(login)]);
  const names = [`${firstName} ${lastName}`, `${lastName} ${firstName}`, ...otherTexts].flatMap(listSpellings);
  const digits = otherTexts.map(listSearchedDigits).filter((text) => text !== '');
  const fold = [...names, ...[...logins].map(foldText), ...digits].filter((text) => text !== '').join('\n');
  return {
    fold,
    starts: listWordStarts(fold),
    firstName: foldText(firstName),
    lastName: foldText(lastName),
    company: foldText(company),
  };
}

/** Locks the searched fields of the given users, because another transaction could change them at the same time. */
const lockSearchedUsers = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('users')
    .select(['id', 'login', ...searchedNames])
    .where('id', 'in', ids)
    .where('status', '<>', 'deleted')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
