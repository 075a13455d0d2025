import { limits } from '@basics/contract/calls/limits.ts';
import { graceDaysOfCode } from '@basics/licensing/licence.ts';
import { sql, type Expression, type RawBuilder } from 'kysely';
import type { Db } from '#server/database/foundation.ts';
import { days, expiryMarginMs } from '#server/platform/clock/clock.ts';

/** Finds a tool by the number that verification codes and licence files contain. */
export const findToolByCode = (db: Db, code: number) =>
  db.selectFrom('tools').select(['id', 'name']).where('code', '=', code).executeTakeFirst();

/** Finds the ids of all licences that tools must no longer accept. */
export async function findEndedLicenseIds(db: Db, query: { toolId: string; now: number }): Promise<string[]> {
  const rows = await selectEndedLicenses(db, query).execute();
  return rows.map(({ licenceUid }) => licenceUid);
}

export async function findRevokedKeyIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('signingKeys').select('keyId').where('revokedAt', 'is not', null).execute();
  return rows.map(({ keyId }) => keyId);
}

/**
 * Returns the time of the latest of these events, in Unix milliseconds; 0 if there was none: a licence of the tool was revoked, any signing
 * key was revoked, or any account was suspended or reinstated. Times after `now` do not count, because they were written while the clock of the server was ahead.
 */
export async function findLatestRevocationTime(
  db: Db,
  { toolId, now }: { toolId: string; now: number },
): Promise<number> {
  const latestTimes = await db
    .selectFrom('licenses')
    .select(({ fn }) => fn.max('revokedAt').as('at'))
    .where('toolId', '=', toolId)
    .where('revokedAt', 'is not', null)
    .where('revokedAt', '<=', now)
    .unionAll(
      db
        .selectFrom('userHistory')
        .select(({ fn }) => fn.max('at').as('at'))
        .where((where) => where.or([where('toStatus', '=', 'suspended'), where('fromStatus', '=', 'suspended')]))
        .where('at', '<=', now),
    )
    .unionAll(
      db
        .selectFrom('signingKeys')
        .select(({ fn }) => fn.max('revokedAt').as('at'))
        .where('revokedAt', '<=', now),
    )
    .execute();
  return Math.max(0, ...latestTimes.map(({ at }) => at ?? 0));
}

/**
 * Returns the licences that a tool must no longer accept: those that were revoked, and those of suspended accounts, even if a newer licence
 * replaced them. Licences whose grace period is over are left out, because the tool refuses them anyway. `now` is in Unix milliseconds.
 */
const selectEndedLicenses = (db: Db, { toolId, now }: { toolId: string; now: number }) =>
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

type DenyListQuery = { userId: number; toolId: string; now: number };

/**
 * The maximum number of accounts of a company, of recent suspensions and of recent revocations that are read for one
 * deny list.
 */
const maxCandidates = 500;

/**
 * Finds the ids of licences that tools must refuse (see `selectEndedLicenses`), for the deny list in a new licence file of the
 * given user. Licences of the same user come first, because they are on that user's PCs, then those of the same company, then those that
 * were revoked or suspended last. Reads at most `maxCandidates` rows of each kind, so that the time does not depend on the number of users.
 */
export async function findDeniedLicenseIds(db: Db, query: DenyListQuery): Promise<string[]> {
  const deniedIds = new Set<string>();
  for (const findIds of [findIdsOfUser, findIdsOfCompany, findLatestEndedIds]) {
    if (deniedIds.size >= limits.licence.maxDenied) break;
    // The later queries are needed only if the list is not yet full.
    // oxlint-disable-next-line no-await-in-loop
    for (const { licenceUid } of await findIds(db, query)) deniedIds.add(licenceUid);
  }
  return [...deniedIds].slice(0, limits.licence.maxDenied);
}

const revocationOrIssueTime = sql<number>`coalesce(licenses.revoked_at, licenses.issued_at)`;

const findIdsOfUser = (db: Db, query: DenyListQuery) =>
  readLatestIds(
    db,
    selectEndedLicensesOfAccounts(db, query, {
      accounts: db
        .selectFrom('userSearch')
        .select(['userId', sql<number>`0`.as('at')])
        .where('userId', '=', query.userId),
      endedAt: revocationOrIssueTime,
    }),
  );

function findIdsOfCompany(db: Db, query: DenyListQuery) {
  const company = db.selectFrom('userSearch as own').select('own.company').where('own.userId', '=', query.userId);
  const accounts = db
    .selectFrom('userSearch')
    .select(['userId', sql<number>`0`.as('at')])
    .where('company', '=', company)
    .where('company', '<>', '')
    .orderBy('userId', 'desc')
    .limit(maxCandidates);
  return readLatestIds(db, selectEndedLicensesOfAccounts(db, query, { accounts, endedAt: revocationOrIssueTime }));
}

const findLatestEndedIds = (db: Db, query: DenyListQuery) =>
  readLatestIds(
    db,
    selectEndedLicensesOfAccounts(db, query, {
      accounts: selectRecentSuspensions(db),
      endedAt: sql<number>`account.at`,
    })
      .where('licenses.revokedAt', 'is', null)
      .unionAll(selectRecentRevocations(db, query)),
  );

type AccountsQuery = Expression<{ userId: number; at: number }>;

/**
 * Selects the licences of the given accounts that tools must refuse: the revoked licences, and all licences of suspended accounts. The
 * cross join makes SQLite begin with the accounts.
 */
const selectEndedLicensesOfAccounts = (
  db: Db,
  { toolId, now }: DenyListQuery,
  { accounts, endedAt }: { accounts: AccountsQuery; endedAt: RawBuilder<number> },
) =>
  db
    .selectFrom(sql<{ userId: number; at: number }>`(${accounts})`.as('account'))
    .crossJoin('users')
    .crossJoin('licenses')
    .select(['licenses.id', 'licenses.licenceUid', endedAt.as('endedAt')])
    .whereRef('users.id', '=', 'account.userId')
    .whereRef('licenses.userId', '=', 'users.id')
    .where('licenses.toolId', '=', toolId)
    .where(gracePeriodEnd, '>', now)
    .where((where) => where.or([where('licenses.revokedAt', 'is not', null), where('users.status', '=', 'suspended')]));

/** Selects the accounts of the latest suspensions, and the time of each suspension. An account may be active again. */
const selectRecentSuspensions = (db: Db) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('userHistory')
        .select(['userId', 'at'])
        .where('toStatus', '=', sql.lit('suspended'))
        .orderBy('at', 'desc')
        .limit(maxCandidates)
        .as('suspension'),
    )
    .select(({ fn }) => ['suspension.userId', fn.max('suspension.at').as('at')])
    .groupBy('suspension.userId');

/** Selects the latest revocations of a tool whose licences the tool would still accept. */
const selectRecentRevocations = (db: Db, { toolId, now }: DenyListQuery) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('licenses')
        .select(['id', 'licenceUid', sql<number>`revoked_at`.as('endedAt'), gracePeriodEnd.as('acceptedUntil')])
        .where('toolId', '=', toolId)
        .where('revokedAt', 'is not', null)
        .orderBy('revokedAt', 'desc')
        .limit(maxCandidates)
        .as('revoked'),
    )
    .select(['revoked.id', 'revoked.licenceUid', 'revoked.endedAt'])
    .where('revoked.acceptedUntil', '>', now);

type EndedLicenses = Expression<{ id: number; licenceUid: string; endedAt: number }>;

/** Reads as many licences as a deny list can contain, the licence that ended last first. */
const readLatestIds = (db: Db, endedLicenses: EndedLicenses) =>
  db
    .selectFrom(sql<{ id: number; licenceUid: string; endedAt: number }>`(${endedLicenses})`.as('ended'))
    .select('ended.licenceUid')
    .orderBy('ended.endedAt', 'desc')
    .orderBy('ended.id', 'desc')
    .limit(limits.licence.maxDenied)
    .execute();
