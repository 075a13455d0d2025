import type { Body } from '@basics/contract/calls/endpoint.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import type { secondFactor } from '@basics/contract/second-factor/second-factor.ts';
import { isSeenOnlyAsDeputy, requireInScope } from '#server/features/users/scope.repository.ts';
import { mustWaitWithSignInChange } from '#server/features/users/access/login-changes.repository.ts';
import { lockUserInScope } from '#server/features/users/users.repository.ts';
import { endAllSessions } from '#server/platform/security/end-sessions.repository.ts';
import { Problem, problem } from '#server/platform/problem.ts';
import { proveOwner, type OwnerContext } from './prove-owner.ts';
import { reportChange, type ReportContext } from './report-change.ts';
import { deleteAllFactors } from './second-factor.repository.ts';

/**
 * Deletes all factors of a user who has lost them, and ends the user's sessions; returns how many factors were removed.
 * Staff cannot reset the factors of their own account. A deputy cannot reset the factors of a customer of the absent
 * salesman. A salesman must wait for 7 days after staff have changed the login of the user. Throws USER_NOT_FOUND,
 * OWN_ACCOUNT, NOT_PERMITTED, TOO_MANY_ATTEMPTS, INVALID for a wrong password.
 */
export async function resetFactors(
  context: OwnerContext & ReportContext,
  userId: number,
  { reason, currentPassword }: Body<typeof secondFactor.reset>,
): Promise<{ removed: number }> {
  const { database, db, actor, at } = context;
  await requireInScope(db, actor, userId);
  if (userId === actor.userId) throw problem('OWN_ACCOUNT');
  if (await isSeenOnlyAsDeputy(db, actor, userId)) throw new Problem('NOT_PERMITTED', serverMessages.notAsDeputy, {});
  await proveOwner(context, { currentPassword });
  return database.transact(async (trx) => {
    if (!(await lockUserInScope(trx, actor, userId))) throw problem('USER_NOT_FOUND');
    if (await mustWaitWithSignInChange(trx, actor, { userId, actions: ['user.askLogin', 'user.changeLogin'], at }))
      throw new Problem('NOT_PERMITTED', serverMessages.changedByStaff, {});
    const removedCount = await deleteAllFactors(trx, userId);
    if (removedCount === 0) return { removed: removedCount };
    await endAllSessions(trx, userId, at);
    await reportChange(trx, context, { userId, change: 'offByStaff', action: 'secondFactor.reset', reason });
    return { removed: removedCount };
  });
}
