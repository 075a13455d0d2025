import { findRole, staffProfiles } from '@basics/contract/calls/permissions.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/foundation.ts';
import { listUsers, readPageByCursor, searchUsers } from '#server/features/users/list/search-users.repository.ts';
import { secondContactLetterKinds, securityLetterKinds } from '@basics/contract/mail/mail.ts';
import { isRepeatable } from '#server/mail/outbox.repository.ts';
import { readUsers } from '#server/features/users/users.repository.ts';
import { groupInScope, inScope, type Viewer } from '#server/features/users/scope.repository.ts';
import { equals } from '#server/platform/lists/list-filter.repository.ts';

/** The inbox reads at most this many rows of each kind, which is enough to know whether there are more than 99. */
export const maxRowsRead = 100;

/** The inbox shows at most this many rows of each kind. After each decision it is loaded again, and shows the next rows. */
export const maxRowsShown = 20;

const ownerColumns = [
  'users.id as userId',
  'users.firstName',
  'users.lastName',
  'users.login',
  'users.company',
] as const;
const firstPage = { keyword: '', pageNumber: 1, pageSize: maxRowsShown };

/** Finds PCs of users in the viewer's scope that were reported lost and have sent a code since, the latest first. */
export const findSeenLostPcs = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('lostMachines')
    .innerJoin('machines', 'machines.id', 'lostMachines.machineId')
    .innerJoin('users', 'users.id', 'machines.userId')
    .select([...ownerColumns, 'machines.id', 'machines.name as machineName', 'lostMachines.seenAt'])
    .where('lostMachines.seenAt', 'is not', null)
    .where(inScope(viewer))
    .orderBy('lostMachines.seenAt', 'desc')
    .orderBy('machines.id')
    .limit(maxRowsRead)
    .execute();

/** Finds open help requests of users in the viewer's scope, the oldest first. */
export const findOpenHelpRequests = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('helpRequests')
    .innerJoin('users', 'users.id', 'helpRequests.userId')
    .select([...ownerColumns, 'helpRequests.id', 'helpRequests.machineName', 'helpRequests.askedAt'])
    .where('helpRequests.state', '=', 'open')
    .where(inScope(viewer))
    .orderBy('helpRequests.askedAt')
    .orderBy('helpRequests.id')
    .limit(maxRowsRead)
    .execute();

type FailedEmailOptions = { now: number; invitationKinds: readonly string[] };

/**
 * Finds e-mails to users in the viewer's scope that could not be sent or came back, the newest first. Does not return e-mails to the second
 * contact of a user or to a former address; e-mails that staff removed from the inbox; e-mails whose licence or invitation was sent again
 * later; and invitations to users whose accounts are in use. `now` is in Unix milliseconds, `invitationKinds` are the kinds of invitations.
 */
export const findFailedEmails = (db: Db, viewer: Viewer, { now, invitationKinds }: FailedEmailOptions) =>
  db
    .selectFrom('outbox')
    .innerJoin('users', 'users.id', 'outbox.userId')
    .select([...ownerColumns, 'outbox.id', 'outbox.kind', 'outbox.subject', 'outbox.createdAt'])
    .select(sql<number>`case when ${isRepeatable(now)} then 1 else 0 end`.as('isRepeatable'))
    .select((query) =>
      query
        .selectFrom('sessions')
        .select((session) => session.fn.max('sessions.lastSeenAt').as('at'))
        .whereRef('sessions.userId', '=', 'users.id')
        .as('lastSeenAt'),
    )
    .where('outbox.state', '=', 'failed')
    .where('outbox.dismissedAt', 'is', null)
    .where('outbox.kind', 'not in', secondContactLetterKinds)
    .where(sql<boolean>`lower(outbox.to_address) = lower(users.login)`)
    .where(
      sql<boolean>`(outbox.kind not in (${sql.join([...invitationKinds])}) or users.status = 'approved') and not exists (
        select 1 from outbox as later where later.user_id = outbox.user_id and later.id > outbox.id
          and (later.license_id = outbox.license_id
            or (later.kind in (${sql.join([...invitationKinds])}) and outbox.kind in (${sql.join([...invitationKinds])}))))`,
    )
    .where(inScope(viewer))
    .$if(findRole(viewer.profileID) !== 'Administrator', (query) =>
      query.where('outbox.kind', 'not in', securityLetterKinds),
    )
    .orderBy('outbox.createdAt', 'desc')
    .orderBy('outbox.id', 'desc')
    .limit(maxRowsRead)
    .execute();

/**
 * Finds current licences of active users in the viewer's scope that expire before `until`, the earliest first. Bridge licences (of a few
 * days) are left out.
 */
export const findSoonExpiringLicenses = (db: Db, viewer: Viewer, { now, until }: { now: number; until: number }) =>
  db
    .selectFrom('licenses')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .select([...ownerColumns, 'licenses.id', 'machines.name as machineName', 'licenses.expiresAt'])
    .where('licenses.expiresAt', '>', now)
    .where('licenses.expiresAt', '<=', until)
    .where('licenses.revokedAt', 'is', null)
    .where('licenses.replacedAt', 'is', null)
    .where('licenses.isBridge', '=', 0)
    .where('machines.releasedAt', 'is', null)
    .where('users.status', '=', 'active')
    .where(inScope(viewer))
    .orderBy('licenses.expiresAt')
    .orderBy('licenses.id')
    .limit(maxRowsRead)
    .execute();

/** Finds the oldest open requests in the viewer's scope, and reads their total from the stored counters. */
export const findOpenRequests = async (db: Db, viewer: Viewer) =>
  readPageByCursor(
    db,
    await listUsers(db, viewer, {
      list: 'requests',
      groups: [equals('g.status')('pending')],
      keyword: '',
      sort: { field: 'requestDate', direction: 'asc' },
    }),
    firstPage,
  );

/** Finds the oldest accounts in the viewer's scope whose owner has not set a password, and reads their total from the stored counters. */
export const findNeverActivatedAccounts = (db: Db, viewer: Viewer, now: number) =>
  searchUsers(
    db,
    viewer,
    { ...firstPage, status: 'approved', sort: { field: 'createdAt', direction: 'asc' } },
    { now, readRows: readUsers },
  );

type CoverageGap = { country: string; brand: string; people: number };

/**
 * Finds the pairs of country and brand with customers or open requests in the viewer's scope but without an active salesman, those with the
 * most people first. The query reads the stored numbers of customers and requests, not single users, so its cost does not depend on the
 * number of customers.
 */
export async function findCoverageGaps(db: Db, viewer: Viewer): Promise<CoverageGap[]> {
  const scope = groupInScope(viewer) ?? sql<boolean>`1 = 1`;
  const isCustomerGroup = sql`g.n > 0 and g.country <> '' and g.brand_id <> ''
    and g.profile_id not in (${sql.join([...staffProfiles])}) and ${scope}`;
  const { rows } = await sql<CoverageGap>`
    select waiting.country, waiting.brand_id as brand, cast(sum(waiting.n) as integer) as people from (
      select g.country, g.brand_id, g.n from listed_user_groups as g where ${isCustomerGroup}
      union all
      select g.country, g.brand_id, g.n from listed_request_groups as g where ${isCustomerGroup} and g.status = 'pending'
    ) as waiting
    where not exists (
      select 1 from country_brand_salesmen as held inner join users as holder on holder.id = held.salesman_id
      where held.country = waiting.country and held.brand_id = waiting.brand_id
        and holder.profile_id = 2 and holder.status = 'active')
    group by waiting.country, waiting.brand_id
    order by people desc, waiting.country, waiting.brand_id
    limit ${maxRowsRead}`.execute(db);
  return rows;
}
