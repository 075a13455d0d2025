import type { Body } from '@basics/contract/endpoint.ts';
import { requestStatuses } from '@basics/contract/requests.ts';
import type { requests } from '@basics/contract/requests.ts';
import type { Db } from '#server/database/database.ts';
import { listPeople, numberedPageOf } from '#server/features/users/people-list.repository.ts';
import type { PeopleList } from '#server/features/users/people-list.repository.ts';
import { inScope } from '#server/features/users/scope.repository.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { isIn, searchable } from '#server/features/users/search-users.repository.ts';
import { days } from '#server/platform/clock.ts';

/** The requests in scope that the filters leave, the oldest first unless asked otherwise. */
export function matchingRequests(db: Db, viewer: Viewer, asked: Body<typeof requests.export>, now: number): PeopleList {
  const { status = 'pending', country, brand, tool, olderThanDays } = asked;
  const statuses = status === 'all' ? requestStatuses : [status];
  let matching = searchable(db, viewer, asked.keyword).where('users.status', 'in', [...statuses]);
  // Whom staff have made an account for has never asked for one.
  if (statuses.includes('approved'))
    matching = matching.where((eb) =>
      eb.or([eb('users.status', '!=', 'approved'), eb('users.requestDate', 'is not', null)]),
    );
  if (country !== undefined) matching = matching.where('users.country', '=', country);
  if (brand !== undefined) matching = matching.where('users.brandId', '=', brand);
  if (tool !== undefined) matching = matching.where(isIn('requestedTools', tool));
  if (olderThanDays !== undefined) matching = matching.where('users.requestDate', '<=', now - days(olderThanDays));
  return listPeople(db, matching, asked.sort ?? { field: 'requestDate', direction: 'asc' });
}

/** A page of the requests in scope. */
export const findRequests = (db: Db, viewer: Viewer, asked: Body<typeof requests.search>, now: number) =>
  numberedPageOf(db, matchingRequests(db, viewer, asked, now), asked);

/** The newest decision about each of these users, with its reason. */
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

/** The active salesmen of these countries, by name. */
export const findSalesmenOf = (db: Db, countries: readonly string[]) =>
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

/** The countries from which the viewer has requests, whatever became of them. */
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

/** The reasons that somebody gave for his newest rejections, newest first. */
export async function findReasonsOf(db: Db, actorId: number): Promise<string[]> {
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
