import { findRole } from '@basics/contract/calls/permissions.ts';
import { timelineActions } from '@basics/contract/users/timeline.ts';
import type { Db } from '#server/database/database.ts';
import { securityLetterKinds } from '#server/mail/outbox.repository.ts';
import { parseObject } from '#server/database/columns.ts';
import { inScope } from '../scope.repository.ts';
import type { Viewer } from '../scope.repository.ts';
import { selectStatusChanges } from '../users.repository.ts';

/** Finds the newest status changes of a user's account. */
export const findNewestStatusChanges = (db: Db, userId: number, limit: number) =>
  selectStatusChanges(db, userId).limit(limit).execute();

/** Finds the newest licences of a user, with the names of the PC and of the issuer. */
export const findIssuedLicenses = (db: Db, userId: number, limit: number) =>
  selectLicenses(db, userId).orderBy('licenses.issuedAt', 'desc').orderBy('licenses.id', 'desc').limit(limit).execute();

/** Finds the licences of a user that were revoked most recently. */
export const findRevokedLicenses = (db: Db, userId: number, limit: number) =>
  selectLicenses(db, userId)
    .where('licenses.revokedAt', 'is not', null)
    .orderBy('licenses.revokedAt', 'desc')
    .orderBy('licenses.id', 'desc')
    .limit(limit)
    .execute();

const selectLicenses = (db: Db, userId: number) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
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
    ])
    .where('licenses.userId', '=', userId);

/** Finds the newest help requests of a user, with the names of the people who answered. */
export const findHelpRequests = (db: Db, userId: number, limit: number) =>
  db
    .selectFrom('helpRequests')
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
    ])
    .where('helpRequests.userId', '=', userId)
    .orderBy('helpRequests.askedAt', 'desc')
    .orderBy('helpRequests.id', 'desc')
    .limit(limit)
    .execute();

/** Finds the newest e-mails to a user, without the texts of the e-mails. */
export const findEmailsTo = (db: Db, viewer: Viewer, { userId, limit }: { userId: number; limit: number }) =>
  db
    .selectFrom('outbox')
    .select(['id', 'createdAt', 'subject', 'state'])
    .where('userId', '=', userId)
    .$if(findRole(viewer.profileID) !== 'Administrator', (query) => query.where('kind', 'not in', securityLetterKinds))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
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
  const machines = await selectLicenses(db, userId)
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
