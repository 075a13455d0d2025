import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import { readPage, type PageRequest } from '#server/database/queries/read-page.ts';
import { endOfDay, days, toUtcDay } from '#server/platform/clock/clock.ts';
import { inScope } from '#server/features/users/scope.repository.ts';
import { selectLicensesInUse } from '#server/features/licenses/renew/renewals.repository.ts';

/** The digest (the weekly e-mail about open work) lists licences that expire within this number of days. */
const digestDays = 30;

/** The digest names at most this number of entries of each kind. */
const firstPage: PageRequest = { pageNumber: 1, pageSize: 5 };

/**
 * Counts the open work in the scope of a salesman. Also returns the first entries of each kind of work: the oldest
 * entries, or the licences that expire next.
 */
export async function findOpenWork(db: Db, salesmanId: number, now: number) {
  return {
    requests: await findRequests(db, salesmanId, now),
    helpRequests: await findHelpRequests(db, salesmanId, now),
    invitations: await findInvitations(db, salesmanId, now),
    licenses: await findExpiringLicenses(db, salesmanId, now),
  };
}

async function findRequests(db: Db, salesmanId: number, now: number) {
  const query = selectCustomers(db, salesmanId)
    .where('users.status', '=', 'pending')
    .select([...nameColumns, 'users.requestDate as since'])
    .orderBy('users.requestDate')
    .orderBy('users.id');
  const { total, items } = await readPage(query, firstPage);
  return { total, rows: items.map((row) => toNamedItem(row, now)) };
}

/** Finds approved accounts whose owner has not set a password yet. */
async function findInvitations(db: Db, salesmanId: number, now: number) {
  const query = selectCustomers(db, salesmanId)
    .where('users.status', '=', 'approved')
    .select(({ fn }) => [...nameColumns, fn.coalesce('users.decidedAt', 'users.createdAt').as('since')])
    .orderBy('since')
    .orderBy('users.id');
  const { total, items } = await readPage(query, firstPage);
  return { total, rows: items.map((row) => toNamedItem(row, now)) };
}

async function findHelpRequests(db: Db, salesmanId: number, now: number) {
  const query = selectCustomers(db, salesmanId)
    .innerJoin('helpRequests', 'helpRequests.userId', 'users.id')
    .where('helpRequests.state', '=', 'open')
    .select([...nameColumns, 'helpRequests.askedAt as since', 'helpRequests.machineName'])
    .orderBy('helpRequests.askedAt')
    .orderBy('helpRequests.id');
  const { total, items } = await readPage(query, firstPage);
  return { total, rows: items.map((row) => ({ ...toNamedItem(row, now), machineName: row.machineName })) };
}

async function findExpiringLicenses(db: Db, salesmanId: number, now: number) {
  const query = selectLicensesInUse(db)
    .where(isCustomerOf(salesmanId))
    .where('licenses.expiresAt', '>', now)
    .where('licenses.expiresAt', '<=', endOfDay(now + days(digestDays)))
    .select([...nameColumns, 'machines.name as machineName', 'licenses.expiresAt'])
    .orderBy('licenses.expiresAt')
    .orderBy('licenses.id');
  const { total, items } = await readPage(query, firstPage);
  const rows = items.map((row) => ({
    ...displayName(row),
    machineName: row.machineName,
    expiryDate: toUtcDay(row.expiresAt),
  }));
  return { total, rows };
}

const selectCustomers = (db: Db, salesmanId: number) => db.selectFrom('users').where(isCustomerOf(salesmanId));

const isCustomerOf = (salesmanId: number) =>
  sql<boolean>`(${inScope({ userId: salesmanId, profileID: 2 })} and users.id != ${salesmanId})`;

const nameColumns = ['users.id', 'users.firstName', 'users.lastName', 'users.login', 'users.company'] as const;

type NameColumns = { id: number; firstName: string; lastName: string; login: string; company: string };

const displayName = (row: NameColumns) => ({
  userId: row.id,
  name: `${row.firstName} ${row.lastName}`.trim() || row.login,
  company: row.company,
});

const toNamedItem = (row: NameColumns & { since: number | null }, now: number) => ({
  ...displayName(row),
  days: Math.max(0, Math.floor((now - (row.since ?? now)) / days(1))),
});

type BatchPosition = { after: { id: number } | null; limit: number };

/**
 * Finds the next salesmen, sorted by id, who have not received the digest (the weekly e-mail about open work) of the
 * given day.
 */
export const findSalesmenWithoutDigest = (db: Db, day: string, { after, limit }: BatchPosition) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.login', 'users.firstName', 'users.brandId'])
    .where('users.profileId', '=', 2)
    .where('users.status', '=', 'active')
    .where('users.canReceiveMail', '=', 1)
    .where('users.id', 'not in', (digests) =>
      digests.selectFrom('salesmanDigests').select('userId').where('day', '=', day),
    )
    .where('users.id', '>', after?.id ?? 0)
    .orderBy('users.id')
    .limit(limit)
    .execute();

/**
 * Records that this process sends the digest of the given day to the salesman; returns false if another process has
 * already recorded this.
 */
export async function claimDigest(trx: Trx, userId: number, day: string): Promise<boolean> {
  const claimResult = await trx
    .insertInto('salesmanDigests')
    .values({ userId, day })
    .onConflict((conflict) => conflict.columns(['userId', 'day']).doNothing())
    .executeTakeFirst();
  return claimResult.numInsertedOrUpdatedRows === 1n;
}
