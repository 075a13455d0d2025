import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { absentSalesmenOf } from './absences.repository.ts';
import { inScope, isCustomer, listScopeReasons } from './scope.repository.ts';

/** An account that may sign in. */
export const findActiveAccount = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select(['id', 'profileId'])
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst();

type Choice = { userId: number; profileID: number | null; viewer?: number; most: number; now: number };

/**
 * The active accounts of a profile (or the one with the id `viewer`), and for each one whether it sees the user: those that do come first.
 * `sees` is the condition of every list and `reasons` are its parts, for the id of the account in the same statement.
 */
export async function findViewers(db: Db, { userId, profileID, viewer, most, now }: Choice) {
  const viewerId = sql.ref<number>('viewers.id');
  const asking = { userId: viewerId, profileID, absentSalesmen: absentSalesmenOf(viewerId, now) };
  const reasons = listScopeReasons(asking);
  let accounts = db
    .selectFrom('users as viewers')
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
    .select(['viewers.id', 'viewers.firstName', 'viewers.lastName', 'viewers.login', 'viewers.profileId'])
    .select([toBit(inScope(asking)).as('sees'), toBit(isCustomer).as('isCustomer')])
    .select(reasons.map(({ reason, condition }) => toBit(condition).as(reason)))
    .where('viewers.status', '=', 'active')
    .orderBy('sees', 'desc')
    .orderBy('viewers.lastName')
    .orderBy('viewers.id')
    .limit(most);
  accounts =
    viewer === undefined
      ? accounts.where('viewers.profileId', '=', profileID)
      : accounts.where('viewers.id', '=', viewer);
  const rows = await accounts.execute();
  return rows.map((row) => ({
    ...row,
    sees: row.sees === 1,
    isCustomer: row.isCustomer === 1,
    reasons: reasons.map(({ reason }) => reason).filter((reason) => row[reason] === 1),
  }));
}

export type ViewerRow = Awaited<ReturnType<typeof findViewers>>[number];

/** SQLite answers a condition as a number and PostgreSQL as a boolean; this is a number on both. */
const toBit = (condition: RawBuilder<SqlBool>) => sql<number>`case when ${condition} then 1 else 0 end`;
