import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { selectAbsentSalesmenOf } from '../absence/absences.repository.ts';
import { inScope, isCustomer, listScopeReasons } from '../scope.repository.ts';

/** Finds an active account, which can sign in. */
export const findActiveAccount = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select(['id', 'profileId'])
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst();

type ViewerQuery = { userId: number; profileID: number | null; viewerId?: number; limit: number; now: number };

/**
 * Finds the active accounts of a profile, or only the account with the id `viewerId`, and whether each account sees the
 * user. Accounts that see the user come first. `sees` is the scope condition of every list, and `reasons` are its
 * parts.
 */
export async function findViewers(db: Db, { userId, profileID, viewerId, limit, now }: ViewerQuery) {
  const idColumn = sql.ref<number>('viewers.id');
  const viewer = { userId: idColumn, profileID, absentSalesmen: selectAbsentSalesmenOf(idColumn, now) };
  const reasons = listScopeReasons(viewer);
  let accounts = db
    .selectFrom('users as viewers')
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
    .select(['viewers.id', 'viewers.firstName', 'viewers.lastName', 'viewers.login', 'viewers.profileId'])
    .select([toBit(inScope(viewer)).as('sees'), toBit(isCustomer).as('isCustomer')])
    .select(reasons.map(({ reason, condition }) => toBit(condition).as(reason)))
    .where('viewers.status', '=', 'active')
    .orderBy('sees', 'desc')
    .orderBy('viewers.lastName')
    .orderBy('viewers.id')
    .limit(limit);
  accounts =
    viewerId === undefined
      ? accounts.where('viewers.profileId', '=', profileID)
      : accounts.where('viewers.id', '=', viewerId);
  const rows = await accounts.execute();
  return rows.map((row) => ({
    ...row,
    sees: row.sees === 1,
    isCustomer: row.isCustomer === 1,
    reasons: reasons.map(({ reason }) => reason).filter((reason) => row[reason] === 1),
  }));
}

export type ViewerRow = Awaited<ReturnType<typeof findViewers>>[number];

/** Converts a condition to 1 or 0, because SQLite returns a condition as a number and PostgreSQL as a boolean. */
const toBit = (condition: RawBuilder<SqlBool>) => sql<number>`case when ${condition} then 1 else 0 end`;
