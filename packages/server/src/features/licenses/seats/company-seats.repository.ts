import { isStaffProfile } from '@basics/contract/calls/permissions.ts';
import { sql } from 'kysely';
import { lockUser } from '#server/database/database.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { inScope, seesAddress, type Viewer } from '#server/features/users/scope.repository.ts';
import { clockSkewMs } from '#server/platform/clock/clock.ts';
import type { SeatHolder } from '../license.ts';

/**
 * Locks the rows whose seats and moves are counted until the transaction ends: the user, then the user's company. Every change of seats
 * takes these locks in this order.
 */
export async function lockSeats(trx: Trx, userId: number): Promise<void> {
  await lockUser(trx, userId);
  const user = await trx.selectFrom('users').select('companyId').where('id', '=', userId).executeTakeFirst();
  if (user?.companyId != null) await lockCompany(trx, user.companyId);
}

/** Locks the row of a company until the transaction ends; returns false if there is no such company. */
export async function lockCompany(trx: Trx, companyId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

type HoldersQuery = ({ companyId: number } | { userId: number }) & {
  toolId?: string;
  brandId?: string;
  viewer?: Viewer | undefined;
  now: number;
};

/**
 * Finds the PCs of all members of a company, or of a user, that use a seat: those with a valid licence that is no bridge. Staff get the names only of PCs in
 * their scope.
 */
export async function findSeatHolders(
  db: Db,
  { toolId, brandId, viewer, now, ...owner }: HoldersQuery,
): Promise<(SeatHolder & { machineId: number; toolId: string; brandId: string })[]> {
  const isVisible = viewer && isStaffProfile(viewer.profileID) ? inScope(viewer, 'licences') : sql<boolean>`1 = 1`;
  const rows = await db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .select(['licenses.machineId', 'licenses.userId', 'licenses.toolId', 'licenses.brandId', 'licenses.expiresAt'])
    .select(['machines.name', 'users.firstName', 'users.lastName'])
    .select(
      sql<string>`case when ${viewer ? seesAddress(viewer) : sql`1 = 1`} then users.login else '' end`.as('login'),
    )
    .select(sql<number>`case when ${isVisible} then 1 else 0 end`.as('isVisible'))
    .where((where) =>
      'companyId' in owner ? where('users.companyId', '=', owner.companyId) : where('users.id', '=', owner.userId),
    )
    .$if(toolId !== undefined, (query) => query.where('licenses.toolId', '=', toolId ?? ''))
    .$if(brandId !== undefined, (query) => query.where('licenses.brandId', '=', brandId ?? ''))
    .where('licenses.revokedAt', 'is', null)
    .where('licenses.replacedAt', 'is', null)
    .where('licenses.isBridge', '=', 0)
    .where('licenses.expiresAt', '>', now)
    .orderBy('licenses.expiresAt')
    .orderBy('licenses.id')
    .execute();
  return rows.map((row) => ({
    machineId: row.machineId,
    userId: row.userId,
    toolId: row.toolId,
    brandId: row.brandId,
    expiresAt: row.expiresAt,
    name: row.isVisible === 1 ? row.name : '',
    owner: row.isVisible === 1 ? `${row.firstName} ${row.lastName}`.trim() || row.login : null,
  }));
}

type CompanyMovesQuery = { companyId: number; toolId: string; since: number; now: number };

/**
 * Finds the times at which members of a company moved to another PC or declared one gone, the oldest first. A PC that was returned with a
 * return code is no move of a company, because its seat was bought.
 */
export async function findCompanyMoves(db: Db, query: CompanyMovesQuery): Promise<number[]> {
  const select = (table: 'moves' | 'machineReleases') =>
    db
      .selectFrom(table)
      .innerJoin('users', 'users.id', `${table}.userId`)
      .select(`${table}.at`)
      .where('users.companyId', '=', query.companyId)
      .where(`${table}.toolId`, '=', query.toolId)
      .where(`${table}.at`, '>', query.since)
      .where(`${table}.at`, '<=', query.now + clockSkewMs)
      .where(`${table}.overrideReason`, 'is', null);
  const rows = await select('moves')
    .unionAll(select('machineReleases').where('machineReleases.licenseId', 'is', null))
    .orderBy('at')
    .execute();
  return rows.map(({ at }) => at);
}
