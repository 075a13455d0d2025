import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { listCounts } from '@basics/contract/saved-views/list-counts.ts';
import { type requests } from '@basics/contract/requests/requests.ts';
import { requestListFields, requestStatuses, type requestSelection } from '@basics/contract/requests/request-lists.ts';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { readSelectedIds } from '#server/platform/lists/list-page.repository.ts';
import {
  countPeople,
  listUsers,
  readPageByCursor,
  findCompanyOfKeyword,
} from '#server/features/users/list/search-users.repository.ts';
import type { PeopleFilter, UserListPage } from '#server/features/users/list/search-users.repository.ts';
import { inScope, type Viewer } from '#server/features/users/scope.repository.ts';
import { days } from '#server/platform/clock/clock.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';
import { createConditions, equals } from '#server/platform/lists/list-filter.repository.ts';
import { createFieldConditions } from '#server/platform/lists/list-fields.repository.ts';
import {
  companyIs,
  createRequestReaders,
  isRequestedBefore,
} from '#server/features/users/list/user-list-fields.repository.ts';

/** Selects the requests in the viewer's scope that match the filters, the oldest first by default. */
export const selectMatchingRequests = (
  db: Db,
  viewer: Viewer,
  query: Body<typeof requests.export>,
  now: number,
): Promise<UserListPage> => listUsers(db, viewer, createRequestFilter(query, now));

export const countRequests = (
  db: Db,
  viewer: Viewer,
  searches: Body<typeof listCounts.requests>['searches'],
  now: number,
) =>
  countPeople(
    db,
    viewer,
    searches.map((query) => createRequestFilter(query, now)),
  );

function createRequestFilter(query: Body<typeof requests.export>, now: number): PeopleFilter {
  const { tool, company, olderThanDays } = query;
  const readers = createRequestReaders();
  const { groups, where } = createFieldConditions({ fields: requestListFields, readers, now }, query.filters);
  return {
    list: 'requests',
    groups: [
      ...createConditions(
        { ...query, status: query.status === 'all' ? undefined : (query.status ?? 'pending') },
        {
          status: equals('g.status'),
          olderThanDays: () => sql<boolean>`g.requested = 1`,
          country: equals('g.country'),
          brand: equals('g.brandId'),
          tool: null,
          company: null,
          filters: null,
        },
      ),
      ...groups,
    ],
    tag: tool,
    where: [
      ...(company === undefined ? [] : [companyIs('listedRequests', company)]),
      ...(olderThanDays === undefined ? [] : [isRequestedBefore(now - days(olderThanDays))]),
      ...where,
    ],
    keyword: query.keyword,
    sort: query.sort ?? defaultSorts.requests,
  };
}

/** Finds the ids of the requests in the viewer's scope that a selection contains, in the order of the list. */
export async function findSelectedRequests(
  db: Db,
  viewer: Viewer,
  { except, ...query }: z.infer<typeof requestSelection>,
  now: number,
): Promise<number[]> {
  return readSelectedIds((await selectMatchingRequests(db, viewer, query, now)).readSlice, except);
}

export async function findRequests(db: Db, viewer: Viewer, query: Body<typeof requests.search>, now: number) {
  const page = await readPageByCursor(db, await selectMatchingRequests(db, viewer, query, now), query);
  return { ...page, ...(await findCompanyOfKeyword(db, viewer, query)) };
}

/** Finds the decisions about the given users with their reasons, newest first. */
export const findDecisions = (db: Db, userIds: readonly number[]) =>
  db
    .selectFrom('userHistory')
    .leftJoin('users', 'users.id', 'userHistory.actorId')
    .select([
      'userHistory.userId',
      'userHistory.at',
      'userHistory.toStatus',
      'userHistory.reason',
      'userHistory.actorId',
      'users.firstName',
      'users.lastName',
    ])
    .where('userHistory.userId', 'in', userIds)
    .where('userHistory.toStatus', 'in', ['approved', 'rejected', 'expired', 'withdrawn'])
    .orderBy('userHistory.id', 'desc')
    .execute();

/** Finds the active salesmen of the given countries, sorted by name. */
export const findSalesmenOfCountries = (db: Db, countries: readonly string[]) =>
  db
    .selectFrom('countryBrandSalesmen as held')
    .innerJoin('users', 'users.id', 'held.salesmanId')
    .select(['held.country', 'held.brandId', 'users.id', 'users.firstName', 'users.lastName'])
    .where('held.country', 'in', countries)
    .where('users.status', '=', 'active')
    .where('users.profileId', '=', 2)
    .orderBy('users.lastName')
    .orderBy('users.id')
    .execute();

export async function findRequestCountries(db: Db, viewer: Viewer): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('users.country')
    .distinct()
    .where('users.status', 'in', [...requestStatuses])
    .where(inScope(viewer))
    .execute();
  return rows.flatMap(({ country }) => country ?? []);
}

/** Finds the reasons of the given user's latest rejections, newest first. */
export async function findRejectionReasons(db: Db, actorId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('userHistory')
    .select(({ fn }) => ['reason', fn.max('id').as('newest')])
    .where('actorId', '=', actorId)
    .where('toStatus', '=', 'rejected')
    .where('reason', 'is not', null)
    .groupBy('reason')
    .orderBy('newest', 'desc')
    .limit(10)
    .execute();
  return rows.flatMap(({ reason }) => reason ?? []);
}

/** Returns whether a closed request still has its login, which another registration or account with the same address takes. */
export async function keepsLogin(db: Db, userId: number, login: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('loginFold').where('id', '=', userId).executeTakeFirst();
  return row?.loginFold === foldLogin(login);
}

/** Deletes the e-mails of the given kinds to a user that were not sent yet. */
export async function dropUnsentLetters(trx: Trx, userId: number, kinds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('outbox')
    .where('userId', '=', userId)
    .where('kind', 'in', kinds)
    .where('state', '=', 'queued')
    .execute();
}
