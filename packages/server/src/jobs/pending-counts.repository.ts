import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { readPage } from '#server/database/read-page.ts';
import type { PageAsked } from '#server/database/read-page.ts';
import { dayOf, endOfDay } from '#server/features/licenses/calendar.ts';
import { inScope } from '#server/features/users/scope.repository.ts';
import { days } from '#server/platform/clock.ts';
import { licensesInUse } from './licenses-in-use.repository.ts';

/** The licences that end within so many days are told. */
const endsWithinDays = 30;

/** What is told by name of one matter. */
const first: PageAsked = { pageNumber: 1, pageSize: 5 };

/** What waits for a salesman among those in his scope; of each matter what waits longest, or ends first, by name. */
export async function waitingFor(db: Db, salesmanId: number, now: number) {
  return {
    requests: await requestsFor(db, salesmanId, now),
    helpRequests: await helpRequestsFor(db, salesmanId, now),
    invitations: await invitationsFor(db, salesmanId, now),
    licenses: await licensesFor(db, salesmanId, now),
  };
}

async function requestsFor(db: Db, salesmanId: number, now: number) {
  const open = customersOf(db, salesmanId)
    .where('users.status', '=', 'pending')
    .select([...names, 'users.request_date as since'])
    .orderBy('users.request_date')
    .orderBy('users.id');
  const { total, items } = await readPage(open, first);
  return { total, rows: items.map((row) => waiting(row, now)) };
}

/** Accounts that were granted, and whose owner has set no password yet. */
async function invitationsFor(db: Db, salesmanId: number, now: number) {
  const invited = customersOf(db, salesmanId)
    .where('users.status', '=', 'approved')
    .select(({ fn }) => [...names, fn.coalesce('users.decided_at', 'users.created_at').as('since')])
    .orderBy('since')
    .orderBy('users.id');
  const { total, items } = await readPage(invited, first);
  return { total, rows: items.map((row) => waiting(row, now)) };
}

async function helpRequestsFor(db: Db, salesmanId: number, now: number) {
  const open = customersOf(db, salesmanId)
    .innerJoin('help_requests', 'help_requests.user_id', 'users.id')
    .where('help_requests.state', '=', 'open')
    .select([...names, 'help_requests.asked_at as since', 'help_requests.machine_name'])
    .orderBy('help_requests.asked_at')
    .orderBy('help_requests.id');
  const { total, items } = await readPage(open, first);
  return { total, rows: items.map((row) => ({ ...waiting(row, now), machineName: row.machine_name })) };
}

async function licensesFor(db: Db, salesmanId: number, now: number) {
  const ending = licensesInUse(db)
    .where(isCustomerOf(salesmanId))
    .where('licenses.expires_at', '>', now)
    .where('licenses.expires_at', '<=', endOfDay(now + days(endsWithinDays)))
    .select([...names, 'machines.name as machine_name', 'licenses.expires_at'])
    .orderBy('licenses.expires_at')
    .orderBy('licenses.id');
  const { total, items } = await readPage(ending, first);
  const rows = items.map((row) => ({
    ...nameOf(row),
    machineName: row.machine_name,
    expiryDate: dayOf(row.expires_at),
  }));
  return { total, rows };
}

const customersOf = (db: Db, salesmanId: number) => db.selectFrom('users').where(isCustomerOf(salesmanId));

const isCustomerOf = (salesmanId: number) =>
  sql<boolean>`(${inScope({ userId: salesmanId, profileID: 2 })} and users.id != ${salesmanId})`;

const names = ['users.first_name', 'users.last_name', 'users.login', 'users.company'] as const;

type Names = { first_name: string; last_name: string; login: string; company: string };

const nameOf = (row: Names) => ({
  name: `${row.first_name} ${row.last_name}`.trim() || row.login,
  company: row.company,
});

const waiting = (row: Names & { since: number | null }, now: number) => ({
  ...nameOf(row),
  days: Math.max(0, Math.floor((now - (row.since ?? now)) / days(1))),
});
