import type { Reply } from '@basics/contract/endpoint.ts';
import { phrases } from '@basics/contract/phrases.ts';
import type { timeline, TimelineEvent } from '@basics/contract/timeline.ts';
import type { Db } from '#server/database/database.ts';
import {
  findIssuedLicenses,
  findLettersTo,
  findNewestSteps,
  findQuestions,
  findRevokedLicenses,
} from './timeline.repository.ts';
import type { Viewer } from './scope.repository.ts';
import { toUserStep } from './user-history.ts';

/**
 * The newest events of a user, newest first. Of each kind at most one more than asked for is read, so the cost does not depend on how long the
 * history is. The caller must have checked the scope.
 */
export async function findTimeline(
  db: Db,
  viewer: Viewer,
  { userId, most }: { userId: number; most: number },
): Promise<Reply<typeof timeline.timeline>> {
  const read = most + 1;
  const events: TimelineEvent[] = [
    ...(await findLettersTo(db, viewer, { userId, most: read })).map(toLetter),
    ...(await findQuestions(db, userId, read)).flatMap(toQuestionEvents),
    ...(await findRevokedLicenses(db, userId, read)).map(toRevocation),
    ...(await findIssuedLicenses(db, userId, read)).map(toLicense),
    ...(await findNewestSteps(db, userId, read)).map((step) => ({ kind: 'account' as const, ...toUserStep(step) })),
  ];
  const newestFirst = events.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return { items: newestFirst.slice(0, most), hasMore: newestFirst.length > most };
}

type Found<Find extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Find>>[number];

const toIsoTime = (at: number): string => new Date(at).toISOString();

const toLetter = ({ id, createdAt, subject, state }: Found<typeof findLettersTo>): TimelineEvent => ({
  kind: 'letter',
  at: toIsoTime(createdAt),
  mailId: id,
  subject,
  state,
});

const toLicense = (row: Found<typeof findIssuedLicenses>): TimelineEvent => ({
  kind: 'licenseIssued',
  at: toIsoTime(row.issuedAt),
  licenseId: row.id,
  machineName: row.machineName,
  tool: row.toolId,
  expiryDate: toIsoTime(row.expiresAt).slice(0, 10),
  isRenewal: row.verificationReason === 'renew',
  by: formatName(row),
});

const toRevocation = (row: Found<typeof findRevokedLicenses>): TimelineEvent => ({
  kind: 'licenseRevoked',
  at: toIsoTime(row.revokedAt ?? row.issuedAt),
  licenseId: row.id,
  machineName: row.machineName,
  reason: row.revokedReason ?? '',
});

/** A help request, and its end if it is no longer open. */
function toQuestionEvents(row: Found<typeof findQuestions>): TimelineEvent[] {
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
