import { graceDaysOfCode } from '@basics/licensing/licence.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { days } from '#server/platform/clock.ts';
import { afterLastDay } from './calendar.ts';

/**
 * The licences of a tool that tools must no longer accept: those that were revoked, and those of suspended accounts, also where a newer
 * licence replaced them. Only while some tool would accept them: until their grace period is over. `now` is Unix milliseconds.
 */
export const endedLicenses = (db: Db, { toolId, now }: { toolId: string; now: number }) =>
  ofTool(db, toolId, now)
    .where('licenses.revokedAt', 'is not', null)
    .unionAll(
      ofTool(db, toolId, now)
        .innerJoin('users', 'users.id', 'licenses.userId')
        .where('users.status', '=', 'suspended')
        .where('licenses.revokedAt', 'is', null),
    );

const ofTool = (db: Db, toolId: string, now: number) =>
  db
    .selectFrom('licenses')
    .select(['licenses.id', 'licenses.userId', 'licenses.licenceUid'])
    .select(sql<number>`coalesce(licenses.revoked_at, licenses.issued_at)`.as('endedAt'))
    .where('licenses.toolId', '=', toolId)
    .where(graceEnds, '>', now);

/** When tools stop to accept a licence, in Unix milliseconds. Its grace period is that of its file or of its code, whichever is longer. */
export const graceEnds = sql<number>`licenses.expires_at + ${sql.lit(afterLastDay)}
  + cast(case when licenses.grace_days < ${sql.lit(graceDaysOfCode)} then ${sql.lit(graceDaysOfCode)} else licenses.grace_days end as bigint) * ${sql.lit(days(1))}`;
