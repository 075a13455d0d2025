import { profiles, findRole } from '@basics/contract/calls/permissions.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { Row } from '#server/database/schema.ts';
import { contactColumns } from '#server/features/users/user-fields.ts';
import { licenseColumns } from '../licenses.repository.ts';
import { inScope, isCustomer, type Viewer } from '#server/features/users/scope.repository.ts';
import { days } from '#server/platform/clock/clock.ts';
import { isPublicDomain } from '#server/platform/email-addresses.ts';

/** Finds a licence with the data for its renewal: the latest parts of its PC. */
export const findLicenseToRenew = (db: Db, userId: number, licenseId: number) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .select([...licenseColumns, 'licenses.licenceUid', 'machines.fingerprint', 'machines.anchorUuid'])
    .select(['licenses.machineId', 'machines.anchor', 'machines.anchoredAt', 'machines.releasedAt'])
    .where('licenses.id', '=', licenseId)
    .where('licenses.userId', '=', userId)
    .executeTakeFirst();

/** The profiles that have separate policies. All profiles that are not in this list share the policies of viewers, which have the number 0. */
const profileIds = Object.keys(profiles).map(Number);

/** Finds the data that decides whether licences can be renewed: the policy and the grant for the tool and brand of each licence. */
export async function findRenewalFacts(db: Db, licenseIds: readonly number[]) {
  if (licenseIds.length === 0) return [];
  return db
    .selectFrom('licenses')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .innerJoin('tools', 'tools.id', 'licenses.toolId')
    .innerJoin('brands', 'brands.id', 'licenses.brandId')
    .leftJoin('toolGrants', (join) =>
      join
        .onRef('toolGrants.userId', '=', 'licenses.userId')
        .onRef('toolGrants.toolId', '=', 'licenses.toolId')
        .onRef('toolGrants.brandId', '=', 'licenses.brandId'),
    )
    .leftJoin('companies', 'companies.id', 'users.companyId')
    .leftJoin('companyGrants', (join) =>
      join
        .onRef('companyGrants.companyId', '=', 'users.companyId')
        .onRef('companyGrants.toolId', '=', 'licenses.toolId')
        .onRef('companyGrants.brandId', '=', 'licenses.brandId'),
    )
    .leftJoin('licencePolicies', (join) =>
      join
        .onRef('licencePolicies.toolId', '=', 'licenses.toolId')
        .onRef('licencePolicies.brandId', '=', 'licenses.brandId')
        .on(
          'licencePolicies.profileId',
          '=',
          sql<number>`case when users.profile_id in (${sql.join(profileIds)}) then users.profile_id else 0 end`,
        ),
    )
    .select(['licenses.id', 'licenses.expiresAt', 'licenses.revokedAt', 'licenses.replacedAt', 'licenses.isBridge'])
    .select(['users.status as ownerStatus', 'tools.name as tool', 'brands.name as brand'])
    .select(['toolGrants.userId as grantedTo', 'toolGrants.validFrom', 'toolGrants.validTo'])
    .select(['licencePolicies.profileId as policyProfileId', 'licencePolicies.months', 'licencePolicies.days'])
    .select('licencePolicies.renewalDays')
    .select(['companies.name as company', 'companies.status as companyStatus', 'companyGrants.id as companyGrantId'])
    .select(['companyGrants.validFrom as companyValidFrom', 'companyGrants.validTo as companyValidTo'])
    .where('licenses.id', 'in', licenseIds)
    .execute();
}

export type RenewalFacts = Awaited<ReturnType<typeof findRenewalFacts>>[number];

export async function findOwnerId(db: Db, licenseId: number): Promise<number | undefined> {
  const row = await db.selectFrom('licenses').select('userId').where('id', '=', licenseId).executeTakeFirst();
  return row?.userId;
}

export async function findOwnerIds(db: Db, licenseIds: readonly number[]): Promise<number[]> {
  if (licenseIds.length === 0) return [];
  const rows = await db.selectFrom('licenses').select('userId').distinct().where('id', 'in', licenseIds).execute();
  return rows.map(({ userId }) => userId);
}

/** Locks a licence that is neither revoked nor replaced. */
export const findRenewalToUndo = (trx: Trx, { userId, licenseId }: { userId: number; licenseId: number }) =>
  trx
    .selectFrom('licenses')
    .select('id')
    .where('id', '=', licenseId)
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('replacedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Returns whether someone has downloaded a licence, or an e-mail with it was sent. */
export async function isReceived(trx: Trx, licenseId: number): Promise<boolean> {
  const download = await trx
    .selectFrom('audit')
    .select('id')
    .where('subjectKind', '=', 'license')
    .where('subjectId', '=', String(licenseId))
    .where('action', '=', 'license.download')
    .executeTakeFirst();
  const sentLetter = await trx
    .selectFrom('outbox')
    .select('id')
    .where('licenseId', '=', licenseId)
    .where('state', 'in', ['sending', 'sent'])
    .executeTakeFirst();
  return download !== undefined || sentLetter !== undefined;
}

type Renewal = {
  licenseId: number;
  machineId: number;
  machineFields: Pick<Row<'machines'>, 'anchor' | 'anchorUuid' | 'anchoredAt' | 'releasedAt'>;
};

/** Deletes a licence and the e-mails with it that wait. The licences that it replaced are current again, and its PC is as before. */
export async function deleteRenewal(trx: Trx, { licenseId, machineId, machineFields }: Renewal): Promise<void> {
  await trx
    .deleteFrom('outbox')
    .where('licenseId', '=', licenseId)
    .where('state', 'in', ['queued', 'failed'])
    .execute();
  await trx
    .updateTable('licenses')
    .set({ replacedAt: null, replacedBy: null })
    .where('replacedBy', '=', licenseId)
    .execute();
  await trx.deleteFrom('licenses').where('id', '=', licenseId).execute();
  await trx.updateTable('machines').set(machineFields).where('id', '=', machineId).execute();
}

/** Selects the licences in use: the newest licence of each PC that was not released and whose owner is active. */
export const selectLicensesInUse = (db: Db) =>
  db
    .selectFrom('licenses')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .where('licenses.revokedAt', 'is', null)
    .where('licenses.replacedAt', 'is', null)
    .where('machines.releasedAt', 'is', null)
    .where('users.status', '=', 'active');

export const findLicenseToRemind = (trx: Trx, id: number) =>
  selectLicensesInUse(trx)
    .innerJoin('tools', 'tools.id', 'licenses.toolId')
    .select([
      'licenses.userId',
      'licenses.expiresAt',
      'licenses.graceDays',
      'machines.name as machine',
      'tools.name as tool',
      ...contactColumns,
      'users.canReceiveMail',
    ])
    .where('licenses.id', '=', id)
    .executeTakeFirst();

export type LicenseToRemind = NonNullable<Awaited<ReturnType<typeof findLicenseToRemind>>>;

/** A span of time in Unix milliseconds: after `from`, up to and including `until`. */
type Span = { from: number; until: number };

// PostgreSQL treats an untyped number parameter as an integer, which is too small for times in milliseconds.
const toBigint = (at: number) => sql<number>`cast(${at} as bigint)`;

/**
 * Selects the licences in use of users in the viewer's scope that expire in a time span. Bridge licences (of a few days) are left out,
 * because they are not renewed.
 */
const selectEnding = (db: Db, viewer: Viewer, { from, until }: Span) =>
  selectLicensesInUse(db)
    .where('licenses.expiresAt', '>', from)
    .where('licenses.expiresAt', '<=', until)
    .where('licenses.isBridge', '=', 0)
    .where(inScope(viewer));

/** Counts the licences in use of users in the viewer's scope that expire in a time span, by week; week 0 begins at `start`. */
export const countExpiringLicensesByWeek = (db: Db, viewer: Viewer, { start, ...span }: Span & { start: number }) =>
  selectEnding(db, viewer, span)
    .select((select) => [
      sql<number>`cast(floor((licenses.expires_at - ${toBigint(start)}) / ${toBigint(days(7))}) as integer)`.as('week'),
      select.fn.countAll<number>().as('licenses'),
      select.fn.count<number>('licenses.userId').distinct().as('customers'),
    ])
    .groupBy('week')
    .execute();

type PeriodState = { period: number; state: 'renewed' | 'reminded' | 'waiting' | 'lost'; licenses: number };
type StatesQuery = { starts: readonly number[]; until: number; now: number; remindedSince: number };

/**
 * Counts the licences of users in the viewer's scope that expire from the first of `starts` until `until`, by period and by what became of
 * them; period n begins at `starts[n]`. A licence that was replaced by one that expires no later is left out, because the later one is counted.
 */
export async function countRenewalStates(
  db: Db,
  viewer: Viewer,
  { starts, until, now, remindedSince }: StatesQuery,
): Promise<PeriodState[]> {
  const periods = starts.map(
    (start, period) => sql`when licenses.expires_at >= ${toBigint(start)} then ${sql.lit(period)}`,
  );
  const isReminded = sql`exists (select 1 from audit where audit.at > ${toBigint(remindedSince)} and (
    (audit.subject_kind = 'license' and audit.subject_id = cast(licenses.id as text) and audit.action = 'license.remind')
    or (audit.subject_kind = 'user' and audit.subject_id = cast(users.id as text) and audit.action = 'user.remind')))`;
  return db
    .selectFrom('licenses')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .leftJoin('licenses as later', 'later.id', 'licenses.replacedBy')
    .select((select) => [
      sql<number>`case ${sql.join(periods.toReversed(), sql` `)} end`.as('period'),
      sql<PeriodState['state']>`case when later.id is not null then 'renewed'
        when licenses.expires_at <= ${toBigint(now)} then 'lost'
        when ${isReminded} then 'reminded' else 'waiting' end`.as('state'),
      select.fn.countAll<number>().as('licenses'),
    ])
    .where('licenses.expiresAt', '>=', starts[0] ?? until)
    .where('licenses.expiresAt', '<', until)
    .where('licenses.revokedAt', 'is', null)
    .where('licenses.isTrial', '=', 0)
    .where('licenses.isBridge', '=', 0)
    .where('users.status', '=', 'active')
    .where((where) =>
      where.or([
        where('later.expiresAt', '>', where.ref('licenses.expiresAt')),
        where.and([where('licenses.replacedAt', 'is', null), where('machines.releasedAt', 'is', null)]),
      ]),
    )
    .where(inScope(viewer))
    .groupBy(['period', 'state'])
    .execute();
}

/** A page of licences in the order of their expiry: the licences after the licence `after`, or the first licences. */
type EndingPage = Span & { limit: number; after?: { expiresAt: number; id: number } | undefined };

/** Finds the licences in use of users in the viewer's scope that expire in a time span, with their owners, the next to expire first. */
export const findLicensesExpiringInSpan = (db: Db, viewer: Viewer, { limit, after, ...span }: EndingPage) =>
  selectEnding(db, viewer, span)
    .$if(after !== undefined, (query) =>
      query.where((where) =>
        where(
          where.refTuple('licenses.expiresAt', 'licenses.id'),
          '>',
          where.tuple(after?.expiresAt ?? 0, after?.id ?? 0),
        ),
      ),
    )
    .innerJoin('tools', 'tools.id', 'licenses.toolId')
    .select([
      'licenses.id',
      'licenses.userId',
      'licenses.expiresAt',
      'machines.name as machineName',
      'tools.name as tool',
      'users.firstName',
      'users.lastName',
      'users.login',
      'users.company',
      'users.canReceiveMail',
    ])
    .orderBy('licenses.expiresAt')
    .orderBy('licenses.id')
    .limit(limit)
    .execute();

type RemindedQuery = { userIds: readonly number[]; licenseIds: readonly number[]; since: number };

/**
 * Finds the latest reminders after `since` (Unix milliseconds): of each given user about all licences, and about each given licence. Finds also
 * the users whose reminder waits to be sent.
 */
export async function findLatestReminders(db: Db, { userIds, licenseIds, since }: RemindedQuery) {
  const selectLatest = (kind: 'user' | 'license', ids: readonly number[]) =>
    db
      .selectFrom('audit')
      .select((select) => ['subjectId', select.fn.max('at').as('at')])
      .where('subjectKind', '=', kind)
      .where('subjectId', 'in', ids.length > 0 ? ids.map(String) : [''])
      .where('action', '=', `${kind}.remind`)
      .where('at', '>', since)
      .groupBy('subjectId')
      .execute();
  const waiting = await db
    .selectFrom('outbox')
    .select('userId')
    .distinct()
    .where('userId', 'in', userIds.length > 0 ? userIds : [0])
    .where('kind', 'in', ['licenseEnds', 'renewalsDue'])
    .where('state', 'in', ['queued', 'sending'])
    .execute();
  return {
    ofUsers: await selectLatest('user', userIds),
    ofLicenses: await selectLatest('license', licenseIds),
    waitingUserIds: waiting.map(({ userId }) => userId),
  };
}

/**
 * Counts for each salesman the licences of customers that expired in a time span, and how many of them were replaced by a newer licence.
 * Salesmen get only their own counts.
 */
export const countRenewalResults = (db: Db, viewer: Viewer, { from, until }: Span) =>
  db
    .selectFrom('licenses')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .innerJoin('countryBrandSalesmen as held', (join) =>
      join.onRef('held.country', '=', 'users.country').onRef('held.brandId', '=', 'users.brandId'),
    )
    .innerJoin('users as salesman', 'salesman.id', 'held.salesmanId')
    .select((select) => [
      'salesman.id as salesmanId',
      'salesman.firstName',
      'salesman.lastName',
      'salesman.login',
      select.fn.countAll<number>().as('ended'),
      // The licence of a removed PC is also marked as replaced, although no newer licence exists.
      select.fn.count<number>('licenses.replacedBy').as('renewed'),
    ])
    .where('licenses.expiresAt', '>', from)
    .where('licenses.expiresAt', '<=', until)
    .where('licenses.revokedAt', 'is', null)
    .where('licenses.isTrial', '=', 0)
    .where('licenses.isBridge', '=', 0)
    .where('users.status', '=', 'active')
    .where(isCustomer)
    .$if(findRole(viewer.profileID) !== 'Administrator', (query) => query.where('salesman.id', '=', viewer.userId))
    .groupBy(['salesman.id', 'salesman.firstName', 'salesman.lastName', 'salesman.login'])
    .orderBy('salesman.lastName')
    .orderBy('salesman.id')
    .execute();

/** Finds the recipient of a mail about several licences. */
export const findMailRecipient = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'firstName', 'lastName', 'brandId', 'company', 'userDomain', 'status', 'canReceiveMail'])
    .where('id', '=', userId)
    .executeTakeFirst();

export type MailRecipient = NonNullable<Awaited<ReturnType<typeof findMailRecipient>>>;

/**
 * Finds the licences in use of the company of a user, within the viewer's scope. Applicants write their company themselves, so colleagues
 * must also have the same e-mail domain, which must be a domain that only their company uses.
 */
export const findLicensesOfCompany = (
  db: Db,
  viewer: Viewer,
  { user, now, limit }: { user: MailRecipient; now: number; limit: number },
) =>
  selectLicensesInUse(db)
    .leftJoin('userSearch', 'userSearch.userId', 'users.id')
    .select(['licenses.id', 'licenses.userId', 'machines.name as machineName'])
    .select(['users.firstName', 'users.lastName', 'users.login'])
    .where('licenses.expiresAt', '>', now)
    .where(inScope(viewer))
    .where((where) => {
      const isOwn = where('users.id', '=', user.id);
      const { company, userDomain } = user;
      if (company.trim() === '' || userDomain === null || isPublicDomain(userDomain)) return isOwn;
      const isSameCompany = sql<boolean>`user_search.company = (select own.company from user_search as own where own.user_id = ${user.id})`;
      return where.or([isOwn, where.and([where('users.userDomain', '=', userDomain), isSameCompany])]);
    })
    .orderBy('users.id')
    .orderBy('machines.name')
    .orderBy('licenses.id')
    .limit(limit)
    .execute();
