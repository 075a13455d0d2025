import { findRole } from '@basics/contract/calls/permissions.ts';
import { companyTimelineActions, timelineActions } from '@basics/contract/users/timeline.ts';
import type { Db } from '#server/database/foundation.ts';
import { securityLetterKinds } from '@basics/contract/mail/mail.ts';
import { parseObject } from '#server/database/columns.ts';
import {
  companyInScope,
  inScope,
  isCustomer,
  listScopeReasons,
  type UserOrCompany,
  type Viewer,
} from '../scope.repository.ts';
import { selectStatusChanges } from '../users.repository.ts';
import { clockSkewMs, minutes } from '#server/platform/clock/clock.ts';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { selectAbsentSalesmenOf } from '../absence/absences.repository.ts';

/** Finds the newest status changes of a user's account. */
export const findNewestStatusChanges = (db: Db, userId: number, limit: number) =>
  selectStatusChanges(db, userId).limit(limit).execute();

/** Whose events are read, for whom, and how many at most. */
type EventQuery = { viewer: Viewer; subject: UserOrCompany; limit: number };

/** Whether a row is about the user, or about a member of the company in the viewer's scope. */
const isAbout = (column: string, { viewer, subject }: Pick<EventQuery, 'viewer' | 'subject'>) =>
  'userId' in subject
    ? sql<boolean>`${sql.ref(column)} = ${subject.userId}`
    : sql<boolean>`${sql.ref(column)} in (
        select users.id from users where users.company_id = ${subject.companyId} and ${inScope(viewer)})`;

const ownerColumns = [
  'owners.id as ownerId',
  'owners.firstName as ownerFirstName',
  'owners.lastName as ownerLastName',
  'owners.login as ownerLogin',
] as const;

/** Finds the newest licences, with the names of the PC, of its owner and of the issuer. */
export const findIssuedLicenses = (db: Db, query: EventQuery) =>
  selectLicenses(db, query)
    .orderBy('licenses.issuedAt', 'desc')
    .orderBy('licenses.id', 'desc')
    .limit(query.limit)
    .execute();

/** Finds the licences that were revoked most recently. */
export const findRevokedLicenses = (db: Db, query: EventQuery) =>
  selectLicenses(db, query)
    .where('licenses.revokedAt', 'is not', null)
    .orderBy('licenses.revokedAt', 'desc')
    .orderBy('licenses.id', 'desc')
    .limit(query.limit)
    .execute();

const selectLicenses = (db: Db, query: Pick<EventQuery, 'viewer' | 'subject'>) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .innerJoin('users as owners', 'owners.id', 'licenses.userId')
    .leftJoin('users', 'users.id', 'licenses.issuedBy')
    .select([
      'licenses.id',
      'licenses.toolId',
      'licenses.issuedAt',
      'licenses.expiresAt',
      'licenses.verificationReason',
      'licenses.revokedAt',
      'licenses.revokedReason',
      'machines.name as machineName',
      'users.firstName',
      'users.lastName',
      ...ownerColumns,
    ])
    .where(isAbout('licenses.userId', query));

/**
 * Finds the PCs that were removed most recently, each time once for all its tools: by a person, or by the tool on the PC with a return code. The
 * name is that of the person who removed the PC.
 */
export const findRemovedPcs = (db: Db, query: EventQuery) =>
  db
    .selectFrom('machineReleases')
    .innerJoin('machines', 'machines.id', 'machineReleases.machineId')
    .innerJoin('users as owners', 'owners.id', 'machineReleases.userId')
    .leftJoin('users', 'users.id', 'machineReleases.releasedBy')
    .select(['machineReleases.at', 'machines.id', 'machines.name as machineName', 'users.firstName', 'users.lastName'])
    .select(sql<number>`case when machine_releases.license_id is null then 0 else 1 end`.as('isReturn'))
    .select(ownerColumns)
    .distinct()
    .where(isAbout('machineReleases.userId', query))
    .orderBy('machineReleases.at', 'desc')
    .orderBy('machines.id')
    .limit(query.limit)
    .execute();

/** Finds the newest help requests, with the names of the people who asked and answered. */
export const findHelpRequests = (db: Db, query: EventQuery) =>
  db
    .selectFrom('helpRequests')
    .innerJoin('users as owners', 'owners.id', 'helpRequests.userId')
    .leftJoin('users', 'users.id', 'helpRequests.closedBy')
    .select([
      'helpRequests.id',
      'helpRequests.askedAt',
      'helpRequests.machineName',
      'helpRequests.problemMessage',
      'helpRequests.comment',
      'helpRequests.state',
      'helpRequests.closedAt',
      'helpRequests.closingWords',
      'users.firstName',
      'users.lastName',
      ...ownerColumns,
    ])
    .where(isAbout('helpRequests.userId', query))
    .orderBy('helpRequests.askedAt', 'desc')
    .orderBy('helpRequests.id', 'desc')
    .limit(query.limit)
    .execute();

/** Finds the newest e-mails, without their texts, with the names of the recipients. */
export const findEmailsTo = (db: Db, query: EventQuery) =>
  db
    .selectFrom('outbox')
    .innerJoin('users as owners', 'owners.id', 'outbox.userId')
    .select(['outbox.id', 'outbox.createdAt', 'outbox.subject', 'outbox.state', 'outbox.error', ...ownerColumns])
    .where(isAbout('outbox.userId', query))
    .$if(findRole(query.viewer.profileID) !== 'Administrator', (letters) =>
      letters.where('outbox.kind', 'not in', securityLetterKinds),
    )
    .orderBy('outbox.createdAt', 'desc')
    .orderBy('outbox.id', 'desc')
    .limit(query.limit)
    .execute();

/** Finds the newest changes of a company in the audit log, with the name of the person who made the change. */
export const findCompanyChanges = (db: Db, companyId: number, limit: number) =>
  db
    .selectFrom('audit')
    .innerJoin('auditValues', 'auditValues.auditId', 'audit.id')
    .leftJoin('users', 'users.id', 'audit.actorId')
    .select(['audit.at', 'audit.action', 'auditValues.before', 'auditValues.after'])
    .select(['users.firstName', 'users.lastName'])
    .where('audit.subjectKind', '=', 'company')
    .where('audit.subjectId', '=', String(companyId))
    .where('audit.action', 'in', companyTimelineActions)
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .execute();

/**
 * Finds the newest changes of a user in the audit log, with the name of the PC and of the person who made the change.
 * When a person is deleted, the values of the changes of this person are deleted too, and the changes are no longer
 * found.
 */
export async function findRecordedChanges(db: Db, userId: number, limit: number) {
  const changes = await db
    .selectFrom('auditValues')
    .innerJoin('audit', 'audit.id', 'auditValues.auditId')
    .leftJoin('users', 'users.id', 'audit.actorId')
    .select(['audit.at', 'audit.action', 'audit.subjectKind', 'audit.subjectId', 'auditValues.after'])
    .select(['users.firstName', 'users.lastName'])
    .where('auditValues.personId', '=', userId)
    .where('audit.action', 'in', timelineActions)
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .execute();
  const machineIds = changes.filter(({ subjectKind }) => subjectKind === 'machine').map(({ subjectId }) => subjectId);
  const machines =
    machineIds.length === 0
      ? []
      : await db
          .selectFrom('machines')
          .select(['id', 'name'])
          .where('userId', '=', userId)
          .where('id', 'in', machineIds.map(Number))
          .execute();
  return changes.map(({ after, ...change }) => ({
    ...change,
    fields: Object.keys(parseObject(after ?? '{}')),
    machineName: machines.find(({ id }) => change.subjectKind === 'machine' && id === Number(change.subjectId))?.name,
  }));
}

/**
 * Finds the newest licence files of a user that were sent to a colleague in a renewal pack, with the names of the PC,
 * of the sender, and of a recipient in the viewer's scope.
 */
export async function findSentPacks(db: Db, viewer: Viewer, { userId, limit }: { userId: number; limit: number }) {
  const entries = await db
    .selectFrom('auditValues')
    .innerJoin('audit', 'audit.id', 'auditValues.auditId')
    .leftJoin('users', 'users.id', 'audit.actorId')
    .select(['audit.at', 'audit.subjectId', 'auditValues.after', 'users.firstName', 'users.lastName'])
    .where('auditValues.personId', '=', userId)
    .where('audit.action', '=', 'license.send')
    .where('auditValues.after', 'like', '%"recipientId"%')
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .execute();
  const sentLetters = entries.map((entry) => ({
    ...entry,
    licenseId: Number(entry.subjectId),
    recipientId: Number(parseObject(entry.after ?? '{}')['recipientId']),
  }));
  if (sentLetters.length === 0) return [];
  const machines = await selectLicenses(db, { viewer, subject: { userId } })
    .where(
      'licenses.id',
      'in',
      sentLetters.map(({ licenseId }) => licenseId),
    )
    .execute();
  const recipients = await db
    .selectFrom('users')
    .select(['users.id', 'users.login'])
    .where(
      'users.id',
      'in',
      sentLetters.map(({ recipientId }) => recipientId),
    )
    .where(inScope(viewer))
    .execute();
  return sentLetters.map((entry) => ({
    ...entry,
    machineName: machines.find(({ id }) => id === entry.licenseId)?.machineName ?? '',
    to: recipients.find(({ id }) => id === entry.recipientId)?.login ?? null,
  }));
}

/**
 * A record that a member of staff has open. The kind `user` is for an account and also for the request from which it
 * was created.
 */
export type OpenRecord = { kind: 'user' | 'helpRequest'; recordId: number };

type Presence = OpenRecord & { userId: number; now: number };

/**
 * A record counts as open for this time after a report. The browser reports every 25 seconds, so one report may be
 * lost.
 */
const presenceMs = minutes(1);

/** Records that a member of staff has a record open now. */
export async function recordPresence(db: Db, { now, ...presence }: Presence): Promise<void> {
  await db
    .insertInto('presences')
    .values({ ...presence, seenAt: now })
    .onConflict((conflict) => conflict.columns(['kind', 'recordId', 'userId']).doUpdateSet({ seenAt: now }))
    .execute();
}

/**
 * Finds the other active accounts that have the record open now. A report with a time in the future is ignored, because
 * a wrong clock wrote it.
 */
export const findOthersPresent = (db: Db, { kind, recordId, userId, now }: Presence) =>
  db
    .selectFrom('presences')
    .innerJoin('users', 'users.id', 'presences.userId')
    .select(['users.firstName', 'users.lastName', 'users.login'])
    .where('presences.kind', '=', kind)
    .where('presences.recordId', '=', recordId)
    .where('presences.userId', '!=', userId)
    .where('presences.seenAt', '>', now - presenceMs)
    .where('presences.seenAt', '<=', now + clockSkewMs)
    .where('users.status', '=', 'active')
    .orderBy('users.lastName')
    .orderBy('users.id')
    .execute();

/** Deletes the reports that are too old to count. */
export async function deleteEndedPresences(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('presences')
    .where('seenAt', '<=', now - presenceMs)
    .execute();
}

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

/** Finds the active accounts of a profile, or only the account `viewerId`, and whether each sees the company; those that do come first. */
export async function findCompanyViewers(
  db: Db,
  { companyId, profileID, viewerId, limit, now }: Omit<ViewerQuery, 'userId'> & { companyId: number },
) {
  const idColumn = sql.ref<number>('viewers.id');
  const viewer = { userId: idColumn, profileID, absentSalesmen: selectAbsentSalesmenOf(idColumn, now) };
  let accounts = db
    .selectFrom('users as viewers')
    .innerJoin('companies', (join) => join.on('companies.id', '=', companyId))
    .select(['viewers.id', 'viewers.firstName', 'viewers.lastName', 'viewers.login', 'viewers.profileId'])
    .select(toBit(companyInScope(viewer)).as('sees'))
    .where('viewers.status', '=', 'active')
    .where('viewers.profileId', '=', profileID)
    .orderBy('sees', 'desc')
    .orderBy('viewers.lastName')
    .orderBy('viewers.id')
    .limit(limit);
  if (viewerId !== undefined) accounts = accounts.where('viewers.id', '=', viewerId);
  return (await accounts.execute()).map((row) => ({ ...row, sees: row.sees === 1 }));
}

export type ViewerRow = Awaited<ReturnType<typeof findViewers>>[number];

/** Converts a condition to 1 or 0, because SQLite returns a condition as a number and PostgreSQL as a boolean. */
const toBit = (condition: RawBuilder<SqlBool>) => sql<number>`case when ${condition} then 1 else 0 end`;
