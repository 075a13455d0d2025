import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { phrases } from '@basics/contract/texts/in-active-language.ts';
import { timelineActions } from '@basics/contract/users/timeline.ts';
import type { timeline, TimelineEvent } from '@basics/contract/users/timeline.ts';
import { toIsoTime, toUtcDay } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/mount.ts';
import {
  findIssuedLicenses,
  findEmailsTo,
  findNewestStatusChanges,
  findHelpRequests,
  findRecordedChanges,
  findRevokedLicenses,
  findSentPacks,
} from './timeline.repository.ts';
import { requireInScope } from '../scope.repository.ts';
import { toUserStep } from './user-history.ts';

/**
 * Reads the newest events of a user, the newest first. The function reads at most `limit` + 1 events of each kind, so
 * its cost does not depend on the length of the history. Throws USER_NOT_FOUND.
 */
export async function readTimeline(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  { userId, limit }: { userId: number; limit: number },
): Promise<Reply<typeof timeline.timeline>> {
  await requireInScope(db, actor, userId);
  const rowLimit = limit + 1;
  const events: TimelineEvent[] = [
    ...(await findEmailsTo(db, actor, { userId, limit: rowLimit })).map(toLetter),
    ...(await findHelpRequests(db, userId, rowLimit)).flatMap(toQuestionEvents),
    ...(await findRevokedLicenses(db, userId, rowLimit)).map(toRevocation),
    ...(await findSentPacks(db, actor, { userId, limit: rowLimit })).map(toSentPack),
    ...(await findRecordedChanges(db, userId, rowLimit)).flatMap(toChange),
    ...(await findIssuedLicenses(db, userId, rowLimit)).map(toLicense),
    ...(await findNewestStatusChanges(db, userId, rowLimit)).map((step) => ({
      kind: 'account' as const,
      ...toUserStep(step),
    })),
  ];
  const sortedEvents = events.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return { items: sortedEvents.slice(0, limit), hasMore: sortedEvents.length > limit };
}

type RowOf<Query extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Query>>[number];

const toLetter = ({ id, createdAt, subject, state }: RowOf<typeof findEmailsTo>): TimelineEvent => ({
  kind: 'letter',
  at: toIsoTime(createdAt),
  mailId: id,
  subject,
  state,
});

const toLicense = (row: RowOf<typeof findIssuedLicenses>): TimelineEvent => ({
  kind: 'licenseIssued',
  at: toIsoTime(row.issuedAt),
  licenseId: row.id,
  machineName: row.machineName,
  tool: row.toolId,
  expiryDate: toUtcDay(row.expiresAt),
  isRenewal: row.verificationReason === 'renew',
  by: formatName(row),
});

const toSentPack = ({ at, licenseId, machineName, to, ...sender }: RowOf<typeof findSentPacks>): TimelineEvent => ({
  kind: 'packSent',
  at: toIsoTime(at),
  licenseId,
  machineName,
  to,
  by: formatName(sender),
});

function toChange({ at, fields, machineName, ...row }: RowOf<typeof findRecordedChanges>): TimelineEvent[] {
  const action = timelineActions.find((timelineAction) => timelineAction === row.action);
  return action
    ? [{ kind: 'change', at: toIsoTime(at), action, machineName: machineName ?? null, fields, by: formatName(row) }]
    : [];
}

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
            by: formatName(row),
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

const formatName = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string =>
  `${firstName ?? ''} ${lastName ?? ''}`.trim() || phrases().formerStaff();
