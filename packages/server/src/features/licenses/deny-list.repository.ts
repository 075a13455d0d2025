import { limits } from '@basics/contract/limits.ts';
import { graceDaysOfCode } from '@basics/licensing/licence.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { days } from '#server/platform/clock.ts';

/**
 * The ids of revoked licences of a tool that tools would still accept; a new licence file contains them. Those of the
 * same user come first, because they are on the same PCs, then the newest.
 */
export async function findDenied(db: Db, key: { userId: number; toolId: string; now: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('licenses')
    .select('licenceUid')
    .where('toolId', '=', key.toolId)
    .where('revokedAt', 'is not', null)
    .where(graceEnds, '>', key.now)
    .orderBy(sql`case when user_id = ${key.userId} then 0 else 1 end`)
    .orderBy('revokedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.licence.denyMost)
    .execute();
  return rows.map(({ licenceUid: uid }) => uid);
}

/** A tool accepts a licence until its grace period ends: the longer one of its file and its code. */
const graceEnds = sql<number>`expires_at
  + cast(case when grace_days < ${sql.lit(graceDaysOfCode)} then ${sql.lit(graceDaysOfCode)} else grace_days end as bigint) * ${sql.lit(days(1))}`;
