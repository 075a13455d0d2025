import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { registration } from '@basics/contract/registration/registration.ts';
import type { Trx } from '#server/database/foundation.ts';
import { changeUser, insertHistory } from '#server/features/users/users.repository.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { findLinkOwner } from '#server/platform/security/one-time-tokens.ts';
import { problem } from '#server/platform/problem.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { claimConfirmationAttempt } from './confirm-address.ts';
import { lockPendingRequest } from './registration.repository.ts';

/**
 * Withdraws a request that has no decision yet, with the link that confirmed its address. A used or expired link is accepted, because it
 * still proves who owns the mailbox and gives no other access. Throws LINK_NOT_VALID or TOO_MANY_ATTEMPTS.
 */
export async function withdrawRequest(
  { database, origin, at }: Pick<CallContext, 'database' | 'origin' | 'at'>,
  token: string,
): Promise<Reply<typeof registration.withdraw>> {
  await claimConfirmationAttempt(database.kysely, origin, at);
  await database.transact(async (trx) => {
    const applicant = await findApplicant(trx, token);
    const pendingUser = { ...applicant, status: 'pending' as const };
    if (!(await changeUser(trx, pendingUser, { status: 'withdrawn', decidedAt: at }))) throw problem('LINK_NOT_VALID');
    await insertHistory(trx, {
      userId: applicant.id,
      at,
      actorId: null,
      fromStatus: 'pending',
      toStatus: 'withdrawn',
      reason: null,
    });
    await recordAudit(trx, {
      at,
      actorId: null,
      requestId: origin.requestId,
      action: 'request.withdraw',
      subject: { kind: 'user', id: applicant.id },
      before: { status: 'pending' },
      after: { status: 'withdrawn' },
    });
  });
  return { received: true };
}

async function findApplicant(trx: Trx, token: string) {
  const userId = await findLinkOwner(trx, { purpose: 'confirm', token });
  const applicant = userId === null ? undefined : await lockPendingRequest(trx, userId);
  if (!applicant) throw problem('LINK_NOT_VALID');
  return applicant;
}
