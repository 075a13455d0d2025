import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/foundation.ts';
import { statusConditions } from '#server/features/licenses/licenses.repository.ts';
import { inScope } from '#server/features/users/scope.repository.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { days } from '#server/platform/clock/clock.ts';
import { createConditions, equals, contains, equalsFolded } from '#server/platform/lists/list-filter.repository.ts';
import { splitUserKeyword, readUidInKeyword } from '#server/platform/search/search-text.ts';

/** The filters of a list of licences, which the page and the export share. */
export type LicenseFilters = Omit<Body<typeof licenseAdmin.search>, 'pageNumber' | 'pageSize' | 'sort'>;

/**
 * Selects the licences of the users in the viewer's scope that match the filters at the given time (Unix milliseconds).
 */
export function selectMatchingLicenses(
  db: Db,
  viewer: Viewer,
  { filters, now }: { filters: LicenseFilters; now: number },
) {
  const conditions = [
    createOwnerCondition(viewer, filters),
    createKeywordCondition(filters.keyword),
    ...createConditions(filters, {
      status: (status) => statusConditions[status](now),
      tool: equals('licenses.toolId'),
      brand: equals('licenses.brandId'),
      endsFrom: (day) => sql<boolean>`licenses.expires_at >= ${Date.parse(day)}`,
      endsTo: (day) => sql<boolean>`licenses.expires_at < ${Date.parse(day) + days(1)}`,
      // `createOwnerCondition` applies these three.
      country: null,
      company: null,
      userId: null,
    }),
  ].filter(isNotNull);
  return conditions.reduce((query, condition) => query.where(condition), db.selectFrom('licenses'));
}

/**
 * Returns whether most licences may match, because no scope, keyword or filter selects few users or PCs. The query planner cannot know
 * whether most licences match.
 */
export const matchesMostLicenses = (viewer: Viewer, { keyword, country, company, userId }: LicenseFilters): boolean =>
  findRole(viewer.profileID) === 'Administrator' &&
  splitUserKeyword(keyword).length === 0 &&
  country === undefined &&
  company === undefined &&
  userId === undefined;

const isNotNull = (condition: RawBuilder<boolean> | null): condition is RawBuilder<boolean> => condition !== null;

/**
 * Returns the SQL condition on the owner of a licence. If few owners can match, the condition is a list that is read
 * once. Otherwise the condition is a subquery for each licence, in a form that neither SQLite nor PostgreSQL turns into
 * a join.
 */
function createOwnerCondition(viewer: Viewer, filters: LicenseFilters): RawBuilder<boolean> {
  const { country, company, userId } = filters;
  if (matchesMostLicenses(viewer, filters))
    return sql`(select 1 from users where users.id = licenses.user_id and ${inScope(viewer)}) is not null`;
  const countryCondition = country === undefined ? sql`` : sql`and users.country = ${country}`;
  const companyCondition =
    company === undefined
      ? sql``
      : sql`and users.id in (select user_search.user_id from user_search where ${equalsFolded('userSearch.company')(company)})`;
  const userCondition = userId === undefined ? sql`` : sql`and users.id = ${userId}`;
  return sql`licenses.user_id in (select users.id from users where ${inScope(viewer)} ${countryCondition} ${companyCondition} ${userCondition})`;
}

/**
 * Returns the SQL condition for a keyword: each word occurs in the names, login or company of the owner or in the name
 * of the PC, or the keyword is the id or the code of the licence.
 */
function createKeywordCondition(keyword: string): RawBuilder<boolean> | null {
  const wordConditions = splitUserKeyword(keyword).map(
    (
      word,
    ) => sql<boolean>`(licenses.user_id in (select user_search.user_id from user_search where ${contains(sql.ref('userSearch.fold'), word)})
      or licenses.machine_id in (select machines.id from machines where ${contains(sql.ref('machines.nameFold'), word)}))`,
  );
  if (wordConditions.length === 0) return null;
  const wordsCondition = sql<boolean>`(${sql.join(wordConditions, sql` and `)})`;
  const uid = readUidInKeyword(keyword);
  // The letter "g" is sorted after every hexadecimal digit, so the range contains every id that begins with `uid`.
  return uid === null
    ? wordsCondition
    : sql`(${wordsCondition} or (licenses.licence_uid >= ${uid} and licenses.licence_uid < ${`${uid}g`}))`;
}
