import { limits } from '@basics/contract/calls/limits.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { replyUserFields } from '@basics/contract/users/user-fields.ts';
import * as z from 'zod/mini';
import type { Trx } from '#server/database/foundation.ts';
import type { Restore } from '#server/platform/undo/undo.repository.ts';
import { recordUserChange, type UserChangeContext } from '#server/features/users/user.ts';
import { toColumns } from '#server/features/users/user-fields.ts';
import { writeSearchText } from '#server/features/users/list/search-users.repository.ts';
import {
  findInvitations,
  changeUser,
  insertHistory,
  lockUserInScope,
  replaceGrants,
} from '#server/features/users/users.repository.ts';
import type { LockedUser, UserColumns } from '#server/features/users/users.repository.ts';
import { invitationLetterKinds } from '@basics/contract/mail/mail.ts';
import { hours } from '#server/platform/clock/clock.ts';
import { problem } from '#server/platform/problem.ts';
import { endOneTimeTokens } from '#server/platform/security/one-time-tokens.repository.ts';
import type { AuditWriter } from '#server/platform/audit/audit.ts';
import { dropUnsentLetters, keepsLogin } from './requests.repository.ts';

/**
 * Takes back the approval or the rejection of a request, for 72 hours, by the person who decided or an administrator: the request is pending
 * again. The link of an invitation stops working.
 */
export const reopenRequest = ({ database, ...context }: UserChangeContext, userId: number): Promise<void> =>
  database.transact(async (trx) => {
    const row = await lockUserInScope(trx, context.actor, userId);
    // An account that staff created is not a request.
    if (!row || (row.requestDate === null && row.status !== 'pending')) throw problem('USER_NOT_FOUND');
    if (row.status === 'expired' || row.status === 'withdrawn') throw problem('NO_DECISION');
    if (row.status !== 'rejected') requireInvited(row);
    await requireOwnDecision(trx, context, row);
    await reopen(trx, context, { row, action: 'request.reopen', columns: { profileId: null, crmAccount: null } });
  });

/**
 * Withdraws the invitation of a user who has not set a password. The link stops working. The request of an applicant is pending again; an
 * account that staff created stays, without a link, and can be invited again.
 */
export const withdrawInvitation = ({ database, ...context }: UserChangeContext, userId: number): Promise<void> =>
  database.transact(async (trx) => {
    const row = await lockUserInScope(trx, context.actor, userId);
    if (!row) throw problem('USER_NOT_FOUND');
    requireInvited(row);
    await requireOwnDecision(trx, context, row);
    const action = 'user.withdrawInvitation';
    if (row.requestDate !== null)
      return reopen(trx, context, { row, action, columns: { profileId: null, crmAccount: null } });
    await endInvitation(trx, context, userId);
    await recordUserChange(trx, context, { action, userId, after: { status: row.status } });
  });

const storedDecision = z.strictObject({
  status: z.enum(['approved', 'rejected']),
  version: z.int(),
  fields: z.omit(z.strictObject(replyUserFields), { tools: true }),
});

/** Undoes a decision about a request: the request is pending again, with its former fields. */
export const restoreRequest: Restore = async (trx, context, { userId, payload }) => {
  const decision = storedDecision.parse(JSON.parse(payload));
  const row = await lockUserInScope(trx, context.actor, userId);
  if (!row) throw problem('USER_NOT_FOUND');
  if (row.status === 'active') throw problem('ALREADY_ACTIVE');
  if (row.status !== decision.status || row.version !== decision.version) throw problem('CHANGED_SINCE');
  await reopen(trx, context, { row, action: 'request.undo', columns: toColumns(decision.fields) });
  return [];
};

/** Throws the problem that says why a user has no open invitation. */
function requireInvited({ status }: LockedUser): void {
  if (status === 'approved') return;
  if (status === 'active') throw problem('ALREADY_ACTIVE');
  if (status === 'suspended') throw problem('ACCOUNT_USED');
  throw problem(status === 'pending' ? 'REQUEST_OPEN' : 'REQUEST_CLOSED');
}

/** A decision can be taken back for 72 hours, and as long as a later invitation of the same user is valid. */
async function requireOwnDecision(trx: Trx, { actor, at }: AuditWriter, row: LockedUser): Promise<void> {
  if (row.decidedBy !== actor.userId && findRole(actor.profileID) !== 'Administrator')
    throw problem('NOT_DECIDED_BY_YOU');
  if (at - (row.decidedAt ?? 0) <= hours(limits.undo.decisionHours)) return;
  const [invitation] = row.status === 'approved' ? await findInvitations(trx, [row.id]) : [];
  if ((invitation?.expiresAt ?? 0) <= at) throw problem('DECISION_STANDS');
}

type Reopening = {
  row: LockedUser;
  action: 'request.reopen' | 'request.undo' | 'user.withdrawInvitation';
  columns: UserColumns;
};

async function reopen(trx: Trx, context: AuditWriter, { row, action, columns }: Reopening): Promise<void> {
  const { id: userId, status } = row;
  // Someone who registered again after a rejection has a new request with the same address.
  if (!(await keepsLogin(trx, userId, row.login))) throw problem('REGISTERED_AGAIN');
  const openColumns = { ...columns, status: 'pending' as const, decidedBy: null, decidedAt: null };
  if (!(await changeUser(trx, row, openColumns))) throw problem('CHANGED_SINCE');
  await replaceGrants(trx, userId, []);
  await writeSearchText(trx, userId, { ...row, ...columns });
  await endInvitation(trx, context, userId);
  const { actor, at } = context;
  await insertHistory(trx, {
    userId,
    at,
    actorId: actor.userId,
    fromStatus: status,
    toStatus: 'pending',
    reason: null,
  });
  await recordUserChange(trx, context, { action, userId, before: { status }, after: { status: 'pending' } });
}

/** Ends the link to set a password, and drops the e-mails about the decision that were not sent yet. */
async function endInvitation(trx: Trx, { at }: AuditWriter, userId: number): Promise<void> {
  await endOneTimeTokens(trx, { purposes: ['activate'], userId, now: at });
  await dropUnsentLetters(trx, userId, [...invitationLetterKinds, 'requestRejected']);
}
