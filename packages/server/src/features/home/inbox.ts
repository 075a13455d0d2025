import type { Inbox, InboxCounts } from '@basics/contract/home/inbox.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import type { Db } from '#server/database/foundation.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import { findRenewableIds } from '#server/features/licenses/renew/renewability.ts';
import { findDueFollowUps } from '#server/features/users/notes/notes.repository.ts';
import { toFollowUpSubject } from '#server/features/users/notes/notes.ts';
import { findAbsentSalesmanNames } from '#server/features/users/absence/absences.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { invitationLetterKinds } from '@basics/contract/mail/mail.ts';
import { days, toIsoTime, toUtcDay } from '#server/platform/clock/clock.ts';
import {
  findSoonExpiringLicenses,
  findFailedEmails,
  findCoverageGaps,
  findNeverActivatedAccounts,
  findOpenHelpRequests,
  findOpenRequests,
  findSeenLostPcs,
  maxRowsShown,
  maxRowsRead,
} from './inbox.repository.ts';

/**
 * Finds the open tasks of the viewer. Requests and accounts are counted with the stored counters; for each other kind of task, at most 100
 * rows are read.
 */
export async function findInbox({
  db,
  actor: viewer,
  at: now,
}: Pick<CallContext, 'db' | 'actor' | 'at'>): Promise<Inbox> {
  const requests = await findOpenRequests(db, viewer);
  const helpRequests = await findOpenHelpRequests(dbForLongReads(db), viewer);
  const neverActivated = await findNeverActivatedAccounts(db, viewer, now);
  return addAbsentSalesmen(db, viewer, now, {
    lostPcs: toInboxSection(
      await findSeenLostPcs(db, viewer),
      (row) => ({
        machineId: row.id,
        ...toCustomer(row),
        machineName: row.machineName,
        seenAt: toIsoTime(row.seenAt ?? 0),
      }),
      maxRowsCounted,
    ),
    questions: {
      ...toInboxSection(helpRequests, (row) => ({
        helpRequestId: row.id,
        ...toCustomer(row),
        machineName: row.machineName,
        askedAt: toIsoTime(row.askedAt),
      })),
      ...markLate(helpRequests[0]?.askedAt, now),
    },
    requests: {
      total: requests.total,
      ...markLate(requests.items[0]?.requestDate, now),
      items: requests.items.map((row) => ({
        ...toCustomer({ ...row, userId: row.id }),
        requestDate: toIsoTime(row.requestDate ?? row.createdAt),
      })),
    },
    failedMails: await createMailSection(db, viewer, now),
    followUps: await createFollowUpSection(db, viewer, now),
    ending: await createExpirySection(db, viewer, now),
    neverActivated: {
      total: neverActivated.total,
      items: neverActivated.items.map((row) => ({
        ...toCustomer({ ...row, userId: row.id }),
        createdAt: toIsoTime(row.decidedAt ?? row.createdAt),
      })),
    },
    gaps: toInboxSection(await findCoverageGaps(dbForLongReads(db), viewer), (gap) => gap),
  });
}

const createMailSection = async (db: Db, viewer: Viewer, now: number): Promise<Inbox['failedMails']> =>
  toInboxSection(
    await findFailedEmails(dbForLongReads(db), viewer, { now, invitationKinds: invitationLetterKinds }),
    (row) => ({
      mailId: row.id,
      ...toCustomer(row),
      subject: row.subject,
      at: toIsoTime(row.createdAt),
      openedSince: row.lastSeenAt !== null && row.lastSeenAt > row.createdAt,
      ...(row.isRepeatable && { canSend: 'sameMail' as const }),
      ...(invitationLetterKinds.includes(row.kind) && { canSend: 'invitation' as const }),
    }),
    maxRowsCounted,
  );

const createFollowUpSection = async (db: Db, viewer: Viewer, now: number): Promise<Inbox['followUps']> =>
  toInboxSection(
    await findDueFollowUps(dbForLongReads(db), viewer, { today: toUtcDay(now), limit: maxRowsRead }),
    (row) => ({
      noteId: row.id,
      ...toFollowUpSubject(row),
      text: readFirstLine(row.text),
      day: row.day ?? '',
    }),
    maxRowsCounted,
  );

/** Creates the section of the licences that expire soon. A renewal is offered only for licences that can be renewed now. */
async function createExpirySection(db: Db, viewer: Viewer, now: number): Promise<Inbox['ending']> {
  const until = now + days(limits.licence.renewalOpensDays);
  const endingLicenses = await findSoonExpiringLicenses(dbForLongReads(db), viewer, { now, until });
  const shownIds = endingLicenses.slice(0, maxRowsShown).map(({ id }) => id);
  const renewableIds = await findRenewableIds(dbForLongReads(db), shownIds, now);
  return toInboxSection(endingLicenses, (row) => ({
    licenseId: row.id,
    ...toCustomer(row),
    machineName: row.machineName,
    expiryDate: toUtcDay(row.expiresAt),
    canRenew: renewableIds.has(row.id),
  }));
}

/** Counts the rows of the urgent sections with the queries of the inbox, so that the menu and the inbox show the same numbers. */
export async function countInbox({
  db,
  actor: viewer,
  at: now,
}: Pick<CallContext, 'db' | 'actor' | 'at'>): Promise<InboxCounts> {
  const helpRequests = await findOpenHelpRequests(dbForLongReads(db), viewer);
  const requests = await findOpenRequests(db, viewer);
  return {
    lostPcs: countRows(await findSeenLostPcs(db, viewer)),
    questions: { ...countRows(helpRequests), ...markLate(helpRequests[0]?.askedAt, now) },
    requests: { total: requests.total, ...markLate(requests.items[0]?.requestDate, now) },
    failedMails: countRows(
      await findFailedEmails(dbForLongReads(db), viewer, { now, invitationKinds: invitationLetterKinds }),
    ),
    followUps: countRows(
      await findDueFollowUps(dbForLongReads(db), viewer, { today: toUtcDay(now), limit: maxRowsRead }),
    ),
  };
}

/** Marks a section whose oldest row waits too long. */
const markLate = (oldest: number | null | undefined, now: number): { isLate?: true } =>
  oldest && now - oldest > days(limits.inbox.lateDays) ? { isLate: true } : {};

/** Adds the name of the absent salesman to each customer that the viewer has only as a deputy. */
async function addAbsentSalesmen(db: Db, viewer: Viewer, now: number, inbox: Inbox): Promise<Inbox> {
  const { gaps, ...sections } = inbox;
  const userIds = Object.values(sections).flatMap(({ items }) => items.flatMap(({ userId }) => userId ?? []));
  if (!viewer.deputyFor || viewer.deputyFor.length === 0 || userIds.length === 0) return inbox;
  const absentSalesmanNames = await findAbsentSalesmanNames(db, { deputyId: viewer.userId, userIds, now });
  const addName = <Item extends { userId: number | null }>(section: { total: number; items: Item[] }) => ({
    ...section,
    items: section.items.map((item) => {
      const deputyFor = absentSalesmanNames.get(item.userId ?? 0);
      return deputyFor === undefined ? item : { ...item, deputyFor };
    }),
  });
  return {
    lostPcs: addName(sections.lostPcs),
    questions: addName(sections.questions),
    requests: addName(sections.requests),
    failedMails: addName(sections.failedMails),
    followUps: addName(sections.followUps),
    ending: addName(sections.ending),
    neverActivated: addName(sections.neverActivated),
    gaps,
  };
}

/**
 * Creates a section of the inbox: the number of rows, and the first `maxItems` rows. A section for which the portal has no separate list
 * contains all counted rows.
 */
const toInboxSection = <Row, Item>(rows: readonly Row[], toItem: (row: Row) => Item, maxItems = maxRowsShown) => ({
  ...countRows(rows),
  items: rows.slice(0, maxItems).map(toItem),
});

const maxRowsCounted = maxRowsRead - 1;

/** Counts rows of which at most `maxRowsRead` were read. If this maximum is reached, the number is only a minimum. */
function countRows(rows: readonly unknown[]): InboxCounts['questions'] {
  const hasMore = rows.length === maxRowsRead;
  return hasMore ? { total: maxRowsCounted, totalIsMinimum: true } : { total: rows.length };
}

/** Returns the first line of a note that is not empty, without the marks of a heading or a list. */
const readFirstLine = (text: string): string =>
  (text.trim().split('\n')[0] ?? '').replace(/^(?:#{1,6}|[-*>])\s+/, '').slice(0, limits.text.line);

type Person = { userId: number; firstName: string; lastName: string; login: string; company: string };

const toCustomer = ({ userId, firstName, lastName, login, company }: Person) => ({
  userId,
  name: `${firstName} ${lastName}`.trim() || login,
  company,
});
