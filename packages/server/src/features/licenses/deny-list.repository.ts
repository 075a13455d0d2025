import { limits } from '@basics/contract/limits.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { endedLicenses } from './ended-licenses.repository.ts';

/**
 * Finds the ids of the licences that tools must refuse (see `endedLicenses`), for the deny list in a new licence file of the given user.
 * Licences of the same user come first, because they are on that user's PCs, then those of the same company, then the newest.
 */
export async function findDeniedLicenseIds(
  db: Db,
  key: { userId: number; toolId: string; now: number },
): Promise<string[]> {
  const company = db.selectFrom('userSearch').select('company').where('userId', '=', key.userId);
  const rows = await db
    .selectFrom(endedLicenses(db, key).as('ended'))
    .leftJoin('userSearch', 'userSearch.userId', 'ended.userId')
    .select('ended.licenceUid')
    .orderBy(
      sql`case when ended.user_id = ${key.userId} then 0
      when user_search.company <> '' and user_search.company = (${company}) then 1 else 2 end`,
    )
    .orderBy('ended.endedAt', 'desc')
    .orderBy('ended.id', 'desc')
    .limit(limits.licence.maxDenied)
    .execute();
  return rows.map(({ licenceUid }) => licenceUid);
}
