import { graceDaysOfCode } from '@basics/licensing/licence.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { days } from '#server/platform/clock.ts';
import { expiryMarginMs } from './calendar.ts';

/**
 * Returns the licences that a tool must no longer accept: those that were revoked, and those of suspended accounts, even if a newer licence
 * replaced them. Licences whose grace period is over are left out, because the tool refuses them anyway. `now` is in Unix milliseconds.
 */
export const selectEndedLicenses = (db: Db, { toolId, now }: { toolId: string; now: number }) =>
  selectLicensesOfTool(db, toolId, now)
    .where('licenses.revokedAt', 'is not', null)
    .unionAll(
      selectLicensesOfTool(db, toolId, now)
        .innerJoin('users', 'users.id', 'licenses.userId')
        .where('users.status', '=', 'suspended')
        .where('licenses.revokedAt', 'is', null),
    );

const selectLicensesOfTool = (db: Db, toolId: string, now: number) =>
  db
    .selectFrom('licenses')
    .select(['licenses.id', 'licenses.userId', 'licenses.licenceUid'])
    .select(sql<number>`coalesce(licenses.revoked_at, licenses.issued_at)`.as('endedAt'))
    .where('licenses.toolId', '=', toolId)
    .where(gracePeriodEnd, '>', now);

/**
 * The time at which tools stop accepting a licence, in Unix milliseconds. A licence file and a licence code have different grace periods,
 * and the longer grace period counts.
 */
export const gracePeriodEnd = sql<number>`licenses.expires_at + ${sql.lit(expiryMarginMs)}
  + cast(case when licenses.grace_days < ${sql.lit(graceDaysOfCode)} then ${sql.lit(graceDaysOfCode)} else licenses.grace_days end as bigint) * ${sql.lit(days(1))}`;
