import type { AuditAction } from '@basics/contract/audit/audit-actions.ts';
import type { HelpRequest } from '@basics/contract/help-requests/help-requests.ts';
import { phrases } from '@basics/contract/texts/phrases.ts';
import type { Trx } from '#server/database/foundation.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { formatMoment } from '#server/platform/texts/formats.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem, problemWithFacts } from '#server/platform/problem.ts';
import { recordAction, type AuditWriter } from '#server/platform/audit/audit.ts';
import { formatCloserName, readHelpRequest } from './help-request.ts';
import { closeHelpRequest, findHelpRequest, type HelpRow } from './help-requests.repository.ts';

/** Withdraws the user's own help request. Throws USER_NOT_FOUND, NOT_PERMITTED, RESULTS_NOT_FOUND, ALREADY_DECIDED. */
export async function withdrawHelp(
  context: Pick<CallContext, 'database' | 'actor' | 'origin' | 'at'>,
  userId: number,
  id: number,
): Promise<HelpRequest> {
  const { database, actor } = context;
  await requireInScope(database.kysely, actor, userId);
  if (actor.userId !== userId) throw problem('NOT_PERMITTED');
  const row = await findHelpRequest(database.kysely, id);
  if (row?.userId !== userId) throw problem('RESULTS_NOT_FOUND');
  if (row.state !== 'open') throw createAlreadyClosedProblem(row);
  await database.transact(async (trx) => {
    await closeRequest(trx, context, { row, state: 'withdrawn', words: '' });
    await recordHelpChange(trx, context, { row, action: 'help.withdraw', after: {} });
  });
  return readHelpRequest(database.kysely, id);
}

type HelpClosure = { row: HelpRow; state: 'replied' | 'granted' | 'licensed' | 'withdrawn'; words: string };

/** Closes the request. If the request was already closed, throws ALREADY_DECIDED with who closed it and when. */
export async function closeRequest(
  trx: Trx,
  { actor, at }: Pick<CallContext, 'actor' | 'at'>,
  { row, state, words }: HelpClosure,
): Promise<void> {
  if (await closeHelpRequest(trx, row.id, { state, by: actor.userId, at, words: words.trim() })) return;
  const currentRow = await findHelpRequest(trx, row.id);
  throw currentRow ? createAlreadyClosedProblem(currentRow) : problem('RESULTS_NOT_FOUND');
}

export const createAlreadyClosedProblem = (row: HelpRow): Error =>
  problemWithFacts('ALREADY_DECIDED', {
    who: formatCloserName(row),
    decided: phrases().decision(row.state === 'withdrawn' ? 'takenBack' : 'answered'),
    when: formatMoment(row.closedAt ?? row.askedAt),
  });

export const recordHelpChange = (
  trx: Trx,
  context: AuditWriter,
  { row, action, after }: { row: HelpRow; action: AuditAction; after: Record<string, unknown> },
): Promise<void> =>
  recordAction(trx, context, {
    action,
    subject: { kind: 'helpRequest', id: row.id, personId: row.userId },
    before: { state: row.state },
    after: { ...after, userId: row.userId },
  });
