import { sql, type RawBuilder } from 'kysely';
import { selectCompiled } from '#server/database/queries/compiled-queries.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';
import { toUtcDay } from '#server/platform/clock/clock.ts';
import { isCustomerOfSalesman } from '../scope.repository.ts';

/** The profiles of a deputy: administrators and salesmen. */
const deputyProfiles = [1, 2];

const nameColumns = ['absent.firstName', 'absent.lastName', 'absent.login'] as const;

/**
 * Selects the absences that are in effect today, each joined with the absent salesman as `absent`. The absence of a
 * suspended salesman does not count.
 */
const selectCurrentAbsences = (db: Db, today: string) =>
  db.selectFrom('absences').innerJoin('users as absent', 'absent.id', 'absences.salesmanId').where(isCurrent(today));

const isCurrent = (today: string) => sql<boolean>`(
  absences.first_day <= ${today} and absences.last_day >= ${today}
  and absent.status = 'active' and absent.profile_id = 2)`;

/** Returns a subquery: the ids of the absent salesmen whose deputy is now the account `deputyId`. */
export const selectAbsentSalesmenOf = (deputyId: RawBuilder<number>, now: number) => sql<number>`
  select absences.salesman_id from absences inner join users as absent on absent.id = absences.salesman_id
  where absences.deputy_id = ${deputyId} and ${isCurrent(toUtcDay(now))}`;

/**
 * Finds the ids of the absent salesmen whose deputy is now the given account; none if the account can no longer be a
 * deputy.
 */
export async function findAbsentSalesmen(db: Db, deputyId: number, now: number): Promise<number[]> {
  const rows = await selectCurrentAbsences(db, toUtcDay(now))
    .innerJoin('users as deputy', 'deputy.id', 'absences.deputyId')
    .where('deputy.status', '=', 'active')
    .where('deputy.profileId', 'in', deputyProfiles)
    .select('absences.salesmanId')
    .where('absences.deputyId', '=', deputyId)
    .orderBy('absences.salesmanId')
    .execute();
  return rows.map(({ salesmanId }) => salesmanId);
}

/**
 * Finds which of the users `userIds` are customers of an absent salesman whose deputy is now one of the accounts
 * `deputyIds`. `isOwn` is 1 if the user is also a customer of the deputy.
 */
export const findCustomersOfAbsentSalesmen = (
  db: Db,
  { deputyIds, userIds, now }: { deputyIds: readonly number[]; userIds: readonly number[]; now: number },
) =>
  selectCurrentAbsences(db, toUtcDay(now))
    .innerJoin('users', (join) => join.on('users.id', 'in', userIds))
    .select(['absences.deputyId', 'absences.lastDay', 'users.id as userId', ...nameColumns])
    .select(sql<number>`case when ${isCustomerOfSalesman(sql.ref('absences.deputyId'))} then 1 else 0 end`.as('isOwn'))
    .where('absences.deputyId', 'in', deputyIds)
    .where(isCustomerOfSalesman(sql.ref('absences.salesmanId')))
    .orderBy('absences.salesmanId')
    .execute();

/**
 * Finds the absences of today in which the given user is the absent salesman or the deputy, with the names of both
 * people.
 */
export const findCurrentAbsencesOf = (db: Db, userId: number, now: number) =>
  selectCurrentAbsencesOf(db, { userId, today: toUtcDay(now) });

const selectCurrentAbsencesOf = selectCompiled((db, { userId, today }: { userId: number; today: string }) =>
  selectCurrentAbsences(db, today)
    .innerJoin('users as deputy', 'deputy.id', 'absences.deputyId')
    .select(['absences.salesmanId', 'absences.lastDay', ...nameColumns])
    .select(['deputy.firstName as deputyFirstName', 'deputy.lastName as deputyLastName', 'deputy.login as deputyLogin'])
    .select(sql<number>`case when ${canBeDeputy(today)} then 1 else 0 end`.as('canDeputise'))
    .where((where) => where.or([where('absences.salesmanId', '=', userId), where('absences.deputyId', '=', userId)]))
    .orderBy('absences.salesmanId'),
);

/**
 * Finds the deputies who now get the e-mails of the given salesmen. A deputy who is absent too is left out, so the
 * salesman gets the e-mails.
 */
export async function findDeputies(db: Db, salesmanIds: readonly number[], now: number) {
  if (salesmanIds.length === 0) return [];
  return selectCurrentAbsences(db, toUtcDay(now))
    .innerJoin('users as deputy', 'deputy.id', 'absences.deputyId')
    .select(['deputy.id', 'deputy.firstName', 'deputy.lastName', 'deputy.login', 'deputy.brandId'])
    .select(['absences.salesmanId', 'absences.lastDay', 'deputy.canReceiveMail'])
    .select(['absent.firstName as absentFirstName', 'absent.lastName as absentLastName', 'absent.login as absentLogin'])
    .where('absences.salesmanId', 'in', salesmanIds)
    .where(canBeDeputy(toUtcDay(now)))
    .execute();
}

/** Returns the SQL condition that the user `deputy` is an active member of staff and is not absent today. */
const canBeDeputy = (today: string) => sql<boolean>`(
  deputy.status = 'active' and deputy.profile_id in (${sql.join(deputyProfiles)})
  and not exists (
    select 1 from absences as own where own.salesman_id = deputy.id
      and own.first_day <= ${today} and own.last_day >= ${today}))`;

/**
 * Locks the salesman and the deputy until the transaction ends, in the order of their ids, so that two simultaneous
 * changes cannot deadlock.
 */
export async function lockSalesmanAndDeputy(trx: Trx, salesmanId: number, deputyId: number): Promise<void> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [salesmanId, deputyId])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Finds the current or future absence of a salesman, with the deputy's name; undefined if there is none. */
export const findAbsence = (db: Db, salesmanId: number, now: number) =>
  db
    .selectFrom('absences')
    .innerJoin('users as deputy', 'deputy.id', 'absences.deputyId')
    .select(['absences.deputyId', 'absences.firstDay', 'absences.lastDay', 'absences.namedAt'])
    .select(['deputy.firstName', 'deputy.lastName', 'deputy.login'])
    .where('absences.salesmanId', '=', salesmanId)
    .where('absences.lastDay', '>=', toUtcDay(now))
    .executeTakeFirst();

/**
 * Finds the active administrators and salesmen, except the given salesman. With `deputyId`, finds only the one with
 * this id.
 */
export async function findPossibleDeputies(db: Db, salesmanId: number, deputyId?: number) {
  const query = db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'login'])
    .where('status', '=', 'active')
    .where('profileId', 'in', deputyProfiles)
    .where('id', '!=', salesmanId)
    .orderBy('lastName')
    .orderBy('id');
  return (deputyId === undefined ? query : query.where('id', '=', deputyId)).execute();
}

/** Returns whether a salesman is absent on a day from `from` through `until`. */
export async function isAbsentBetween(db: Db, salesmanId: number, { from, until }: { from: string; until: string }) {
  const row = await db
    .selectFrom('absences')
    .select('salesmanId')
    .where('salesmanId', '=', salesmanId)
    .where('firstDay', '<=', until)
    .where('lastDay', '>=', from)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the absence of a salesman, or replaces it. */
export async function storeAbsence(trx: Trx, absence: NewRow<'absences'>): Promise<void> {
  const { salesmanId: _, ...values } = absence;
  await trx
    .insertInto('absences')
    .values(absence)
    .onConflict((conflict) => conflict.column('salesmanId').doUpdateSet(values))
    .execute();
}

export async function deleteAbsence(trx: Trx, salesmanId: number): Promise<void> {
  await trx.deleteFrom('absences').where('salesmanId', '=', salesmanId).execute();
}

/** Deletes the absences in which a user is the salesman or the deputy, and returns them. */
export const deleteAbsencesOf = (trx: Trx, userId: number) =>
  trx
    .deleteFrom('absences')
    .where((where) => where.or([where('salesmanId', '=', userId), where('deputyId', '=', userId)]))
    .returning(['salesmanId', 'deputyId', 'firstDay', 'lastDay'])
    .execute();

/** Deletes the absences whose last day is over. */
export async function deleteEndedAbsences(db: Db, now: number): Promise<void> {
  await db.deleteFrom('absences').where('lastDay', '<', toUtcDay(now)).execute();
}
