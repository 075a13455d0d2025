import type { Body } from '@basics/contract/endpoint.ts';
import type { licenseAdmin } from '@basics/contract/license-admin.ts';
import { findRole } from '@basics/contract/permissions.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { statusIs } from '#server/features/licenses/status-condition.repository.ts';
import { inScope } from '#server/features/users/scope.repository.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { days } from '#server/platform/clock.ts';
import { splitKeyword } from '#server/platform/search/search-text.ts';
import { contains } from '#server/platform/search/contains.repository.ts';
import { readUidInKeyword } from '#server/platform/search/uid-in-keyword.ts';

/** The filters of a list of licences; the same for the page and the export. */
export type LicenseFilters = Omit<Body<typeof licenseAdmin.search>, 'pageNumber' | 'pageSize' | 'sort'>;

/** The licences of the users in scope that match the filters at this time (Unix milliseconds). */
export function selectMatchingLicenses(
  db: Db,
  viewer: Viewer,
  { wanted, now }: { wanted: LicenseFilters; now: number },
) {
  const { tool, brand, endsFrom, endsTo } = wanted;
  const holds: RawBuilder<boolean>[] = [matchesOwner(viewer, wanted), matchesKeyword(wanted.keyword)].filter(isNotNull);
  if (wanted.status !== undefined) holds.push(statusIs[wanted.status](now));
  if (tool !== undefined) holds.push(sql`licenses.tool_id = ${tool}`);
  if (brand !== undefined) holds.push(sql`licenses.brand_id = ${brand}`);
  if (endsFrom !== undefined) holds.push(sql`licenses.expires_at >= ${Date.parse(endsFrom)}`);
  if (endsTo !== undefined) holds.push(sql`licenses.expires_at < ${Date.parse(endsTo) + days(1)}`);
  return holds.reduce((query, condition) => query.where(condition), db.selectFrom('licenses'));
}

/** Whether most licences may match: no scope, keyword or filter selects few users or PCs. The query planner cannot know this. */
export const isWide = (viewer: Viewer, { keyword, country, userId }: LicenseFilters): boolean =>
  findRole(viewer.profileID) === 'Administrator' &&
  splitKeyword(keyword).length === 0 &&
  country === undefined &&
  userId === undefined;

const isNotNull = (condition: RawBuilder<boolean> | null): condition is RawBuilder<boolean> => condition !== null;

/** Evaluated once for all licences if the owners in scope are few; else a test of one row, which neither database turns into a join. */
function matchesOwner(viewer: Viewer, wanted: LicenseFilters): RawBuilder<boolean> {
  const { country, userId } = wanted;
  if (isWide(viewer, wanted))
    return sql`(select 1 from users where users.id = licenses.user_id and ${inScope(viewer)}) is not null`;
  const lives = country === undefined ? sql`` : sql`and users.country = ${country}`;
  const isHe = userId === undefined ? sql`` : sql`and users.id = ${userId}`;
  return sql`licenses.user_id in (select users.id from users where ${inScope(viewer)} ${lives} ${isHe})`;
}

/**
 * Each word of the keyword occurs in the owner's names, login or company or in the name of the PC, or the keyword is
 * the licence's id or code.
 */
function matchesKeyword(keyword: string): RawBuilder<boolean> | null {
  const words = splitKeyword(keyword).map(
    (
      word,
    ) => sql<boolean>`(licenses.user_id in (select user_search.user_id from user_search where ${contains(sql.ref('userSearch.fold'), word)})
      or licenses.machine_id in (select machines.id from machines where ${contains(sql.ref('machines.nameFold'), word)}))`,
  );
  if (words.length === 0) return null;
  const named = sql<boolean>`(${sql.join(words, sql` and `)})`;
  const uid = readUidInKeyword(keyword);
  // "g" sorts after every hexadecimal digit.
  return uid === null
    ? named
    : sql`(${named} or (licenses.licence_uid >= ${uid} and licenses.licence_uid < ${`${uid}g`}))`;
}
