import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { phrases } from '@basics/contract/texts/phrases.ts';
import {
  companyTimelineActions,
  timelineActions,
  type timeline,
  type TimelineEvent,
} from '@basics/contract/users/timeline.ts';
import { parseObject } from '#server/database/columns.ts';
import { requireCompany } from '#server/features/companies/company.ts';
import { describeMailError } from '#server/mail/delivery/mail-fault.ts';
import { toIsoTime, toUtcDay } from '#server/platform/clock/clock.ts';
import type { CallContext, Actor } from '#server/platform/http/call-context.ts';
import {
  findIssuedLicenses,
  findCompanyChanges,
  findEmailsTo,
  findNewestStatusChanges,
  findHelpRequests,
  findRecordedChanges,
  findRemovedPcs,
  findRevokedLicenses,
  findSentPacks,
  findActiveAccount,
  findViewers,
  findOthersPresent,
  recordPresence,
} from './timeline.repository.ts';
import { findNewestNotes, findNotesOnTop } from '../notes/notes.repository.ts';
import { seesNotes, toNote } from '../notes/notes.ts';
import { requireInScope, type UserOrCompany } from '../scope.repository.ts';
import { historyStatus, type StatusChange, type users } from '@basics/contract/users/users.ts';
import { findStatusChanges } from '../users.repository.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import type { UserViewer, viewers } from '@basics/contract/users/viewers.ts';
import type { Db } from '#server/database/foundation.ts';
import { problem } from '#server/platform/problem.ts';
import { findCustomersOfAbsentSalesmen } from '../absence/absences.repository.ts';
import { findPermissions } from '../access/overrides.repository.ts';
import { formatName } from '../user.ts';
import type { ViewerRow, OpenRecord } from './timeline.repository.ts';

/**
 * Reads the newest events of a user, or of a company and its members in scope, the newest first. The function reads at most `limit` + 1 events
 * of each kind, so its cost does not depend on the length of the history. Throws USER_NOT_FOUND or RESULTS_NOT_FOUND.
 */
export async function readTimeline(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  { subject, limit }: { subject: UserOrCompany; limit: number },
): Promise<Reply<typeof timeline.timeline>> {
  if ('userId' in subject) await requireInScope(db, actor, subject.userId);
  else await requireCompany(db, actor, subject.companyId);
  const query = { viewer: actor, subject, limit: limit + 1 };
  const showsNotes = seesNotes(actor, subject);
  const onTop = showsNotes ? await findNotesOnTop(db, subject, limits.page.max) : [];
  /** Names the member whom an event is about; on the page of a person, this is the person. */
  const withPerson =
    <Row extends OwnerNames>(toEvent: (row: Row) => TimelineEvent) =>
    (row: Row): TimelineEvent =>
      'userId' in subject ? toEvent(row) : { ...toEvent(row), person: toPerson(row) };
  const events: TimelineEvent[] = [
    ...(await findEmailsTo(db, query)).map(withPerson(toLetter)),
    ...(await findHelpRequests(db, query)).flatMap((row) =>
      toQuestionEvents(row).map((event) => withPerson(() => event)(row)),
    ),
    ...(await findRevokedLicenses(db, query)).map(withPerson(toRevocation)),
    ...(await findIssuedLicenses(db, query)).map(withPerson(toLicense)),
    ...(showsNotes ? await findNewestNotes(db, subject, query.limit) : []).map((row) => ({
      kind: 'note' as const,
      at: toIsoTime(row.doneAt ?? row.createdAt),
      note: toNote(row, actor),
    })),
    ...('userId' in subject
      ? await readAccountEvents(db, { ...query, userId: subject.userId })
      : [
          ...(await findCompanyChanges(db, subject.companyId, query.limit)).flatMap(toCompanyChange),
          ...(await findRemovedPcs(db, query)).map(withPerson(toRemovedPc)),
        ]),
  ];
  const sortedEvents = events.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return {
    items: sortedEvents.slice(0, limit),
    hasMore: sortedEvents.length > limit,
    onTop: onTop.map((row) => toNote(row, actor)),
  };
}

/** Reads what only the history of a person has: the changes of the account, and the files that were sent to colleagues. */
async function readAccountEvents(
  db: Db,
  { viewer, userId, limit }: { viewer: Actor; userId: number; limit: number },
): Promise<TimelineEvent[]> {
  const statusChanges = await findNewestStatusChanges(db, userId, limit);
  const statusTimes = new Set(statusChanges.map(({ at }) => at));
  // An undone suspension and a withdrawn invitation of an applicant are listed once: as changes of the status.
  const isListed = ({ action, at }: RowOf<typeof findRecordedChanges>): boolean =>
    !(['user.undo', 'user.withdrawInvitation'].includes(action) && statusTimes.has(at));
  return [
    ...(await findSentPacks(db, viewer, { userId, limit })).map(toSentPack),
    ...(await findRecordedChanges(db, userId, limit)).filter(isListed).flatMap(toChange),
    ...statusChanges.map((step) => ({ kind: 'account' as const, ...toUserStep(step) })),
  ];
}

type OwnerNames = Pick<RowOf<typeof findIssuedLicenses>, 'ownerId' | 'ownerFirstName' | 'ownerLastName' | 'ownerLogin'>;

const toPerson = ({ ownerId, ownerFirstName, ownerLastName, ownerLogin }: OwnerNames) => ({
  userId: ownerId,
  name: formatName({ firstName: ownerFirstName, lastName: ownerLastName, login: ownerLogin }),
});

/** Returns the PCs bought before and after a change; null for a change that is not about them. */
function readPcs(before: Record<string, unknown>, after: Record<string, unknown>) {
  return 'pcs' in after ? { before: toNumber(before['pcs']), after: toNumber(after['pcs']) } : null;
}

const toNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function toCompanyChange({ at, ...row }: RowOf<typeof findCompanyChanges>): TimelineEvent[] {
  const action = companyTimelineActions.find((companyAction) => companyAction === row.action);
  if (!action) return [];
  const [before, after] = [parseObject(row.before ?? '{}'), parseObject(row.after ?? '{}')];
  const { reason } = after;
  return [
    {
      kind: 'companyChange',
      at: toIsoTime(at),
      action,
      fields: Object.keys(after),
      pcs: readPcs(before, after),
      reason: typeof reason === 'string' ? reason : null,
      by: formatActor(row),
    },
  ];
}

type RowOf<Query extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Query>>[number];

const toLetter = ({ id, createdAt, subject, state, error }: RowOf<typeof findEmailsTo>): TimelineEvent => ({
  kind: 'letter',
  at: toIsoTime(createdAt),
  mailId: id,
  subject,
  state,
  error: describeMailError(error),
});

const toLicense = (row: RowOf<typeof findIssuedLicenses>): TimelineEvent => ({
  kind: 'licenseIssued',
  at: toIsoTime(row.issuedAt),
  licenseId: row.id,
  machineName: row.machineName,
  tool: row.toolId,
  expiryDate: toUtcDay(row.expiresAt),
  isRenewal: row.verificationReason === 'renew',
  by: formatActor(row),
});

const toSentPack = ({ at, licenseId, machineName, to, ...sender }: RowOf<typeof findSentPacks>): TimelineEvent => ({
  kind: 'packSent',
  at: toIsoTime(at),
  licenseId,
  machineName,
  to,
  by: formatActor(sender),
});

function toChange({ at, fields, machineName, ...row }: RowOf<typeof findRecordedChanges>): TimelineEvent[] {
  const action = timelineActions.find((timelineAction) => timelineAction === row.action);
  return action
    ? [{ kind: 'change', at: toIsoTime(at), action, machineName: machineName ?? null, fields, by: formatActor(row) }]
    : [];
}

const toRemovedPc = ({ at, machineName, isReturn, ...row }: RowOf<typeof findRemovedPcs>): TimelineEvent => ({
  kind: 'change',
  at: toIsoTime(at),
  action: isReturn === 1 ? 'license.return' : 'machine.release',
  machineName,
  fields: [],
  by: formatActor(row),
});

const toRevocation = (row: RowOf<typeof findRevokedLicenses>): TimelineEvent => ({
  kind: 'licenseRevoked',
  at: toIsoTime(row.revokedAt ?? row.issuedAt),
  licenseId: row.id,
  machineName: row.machineName,
  reason: row.revokedReason ?? '',
});

/** Returns one event for a help request that was sent, and one more for its answer if the help request is closed. */
function toQuestionEvents(row: RowOf<typeof findHelpRequests>): TimelineEvent[] {
  const { id: helpRequestId, machineName, state, closedAt } = row;
  return [
    ...(closedAt === null
      ? []
      : [
          {
            kind: 'answer' as const,
            at: toIsoTime(closedAt),
            helpRequestId,
            machineName,
            state,
            by: formatActor(row),
            words: row.closingWords,
          },
        ]),
    {
      kind: 'question',
      at: toIsoTime(row.askedAt),
      helpRequestId,
      machineName,
      problem: row.problemMessage,
      comment: row.comment,
    },
  ];
}

const formatActor = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string =>
  `${firstName ?? ''} ${lastName ?? ''}`.trim() || phrases().formerStaff();

type HistoryStep = Awaited<ReturnType<typeof findStatusChanges>>[number];

/** Reads the history of a user's status, with the newest change first. Throws USER_NOT_FOUND. */
export async function readUserHistory(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  userId: number,
): Promise<Reply<typeof users.history>> {
  await requireInScope(db, actor, userId);
  return { items: (await findStatusChanges(db, userId)).map(toUserStep) };
}

const toUserStep = (step: HistoryStep): StatusChange => ({
  at: toIsoTime(step.at),
  from: step.fromStatus === null ? null : historyStatus.parse(step.fromStatus),
  to: historyStatus.parse(step.toStatus),
  by: findActorName(step),
  reason: step.reason,
});

/** The statuses that an applicant without an account can bring about. */
const applicantStatuses: readonly string[] = ['unverified', 'pending', 'withdrawn'];

/** Returns the name of the person who changed the status, or "the portal" if a request without a decision expired. */
export function findActorName(step: Pick<HistoryStep, 'actorId' | 'firstName' | 'lastName' | 'toStatus'>): string {
  const name = `${step.firstName ?? ''} ${step.lastName ?? ''}`.trim();
  if (name !== '') return name;
  if (step.actorId !== null) return phrases().formerStaff();
  return applicantStatuses.includes(step.toStatus) ? phrases().applicant() : phrases().portal();
}

type Viewers = Reply<typeof viewers.viewers>;

/**
 * Finds who sees a user, and why. Checks the accounts of all staff, or only the account with the id `viewerId`. Throws
 * USER_NOT_FOUND.
 */
export async function explainScope(
  { db, actor, at: now }: Pick<CallContext, 'db' | 'actor' | 'at'>,
  { userId, viewerId }: { userId: number; viewerId?: number | undefined },
): Promise<Viewers> {
  await requireInScope(db, actor, userId);
  return viewerId === undefined ? listViewers(db, userId, now) : explainViewer(db, userId, { viewerId, now });
}

/** Lists the user, and the active salesmen and administrators. Those who see the user come first. */
async function listViewers(db: Db, userId: number, now: number): Promise<Viewers> {
  // The query reads one row more than the reply can contain, to know whether there are more rows.
  const limit = limits.page.max + 1;
  const self = await findActiveAccount(db, userId);
  const isStaff = ['Administrator', 'Salesman'].includes(findRole(self?.profileId ?? null));
  const rows = [
    ...(self && !isStaff
      ? await findViewers(db, { userId, viewerId: userId, profileID: self.profileId, limit, now })
      : []),
    ...(await findViewers(db, { userId, profileID: 2, limit, now })),
    ...(await findViewers(db, { userId, profileID: 1, limit, now })),
  ];
  const sortedRows = rows.toSorted((a, b) => Number(b.sees) - Number(a.sees));
  const shownRows = sortedRows.slice(0, limits.page.max);
  return { items: await toViewers(db, shownRows, { userId, now }), hasMore: sortedRows.length > limits.page.max };
}

/**
 * Explains whether and why the account `viewerId` sees the user. Throws USER_NOT_FOUND if this account is not active.
 */
async function explainViewer(
  db: Db,
  userId: number,
  { viewerId, now }: { viewerId: number; now: number },
): Promise<Viewers> {
  const account = await findActiveAccount(db, viewerId);
  if (!account) throw problem('USER_NOT_FOUND');
  const rows = await findViewers(db, { userId, viewerId, profileID: account.profileId, limit: 1, now });
  return { items: await toViewers(db, rows, { userId, now }), hasMore: false };
}

async function toViewers(
  db: Db,
  rows: readonly ViewerRow[],
  { userId, now }: { userId: number; now: number },
): Promise<UserViewer[]> {
  const permissionsOf = await findPermissions(db, rows, now);
  const deputyIds = rows.filter(({ reasons }) => reasons.includes('deputy')).map(({ id }) => id);
  const absences =
    deputyIds.length > 0 ? await findCustomersOfAbsentSalesmen(db, { deputyIds, userIds: [userId], now }) : [];
  return rows.map((row) => ({
    userId: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    login: row.login,
    profileID: row.profileId,
    sees: row.sees,
    reasons: row.reasons,
    ...(row.reasons.includes('deputy') && {
      deputyFor: absences
        .filter(({ deputyId }) => deputyId === row.id)
        .map((absence) => ({ name: formatName(absence), until: absence.lastDay })),
    }),
    obstacle: row.sees ? null : findObstacle(row),
    permissions: [...permissionsOf(row)],
  }));
}

function findObstacle({ profileId, isCustomer }: ViewerRow): UserViewer['obstacle'] {
  if (findRole(profileId) !== 'Salesman') return 'profile';
  return isCustomer ? 'notAssigned' : 'staff';
}

/** Stores that the actor has a user open, and returns the names of the others who have the user open. Throws USER_NOT_FOUND. */
export async function reportUserPresence(
  { db, actor, at: now }: Pick<CallContext, 'db' | 'actor' | 'at'>,
  userId: number,
) {
  await requireInScope(db, actor, userId);
  // With names, members of staff would see who looks at their account.
  if (userId === actor.userId) return { names: [] };
  return reportPresence(db, actor, { kind: 'user', recordId: userId, now });
}

/**
 * Stores that the actor has a record open, and returns the names of the others who have it open. The caller must first
 * check that the record is in the actor's scope.
 */
export async function reportPresence(db: Db, actor: Actor, { now, ...record }: OpenRecord & { now: number }) {
  const presence = { ...record, userId: actor.userId, now };
  await recordPresence(db, presence);
  const othersPresent = await findOthersPresent(db, presence);
  return { names: othersPresent.map(formatName) };
}
