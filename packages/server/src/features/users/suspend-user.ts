import type { UserStatus } from '#server/database/schema.ts';
import { endAllSessions } from '#server/platform/security/end-sessions.repository.ts';
import { endOneTimeTokens } from '#server/platform/security/one-time-tokens.repository.ts';
import { problem } from '#server/platform/problem.ts';
import { recordUserChange } from './acting.ts';
import type { UserChangeContext } from './acting.ts';
import { changeUser, insertHistory, lockAdministrators, lockUserInScope } from './write-user.repository.ts';

type Suspension = { userId: number; version?: number | undefined };

/** Suspends an active user, whose sessions end at once. */
export function suspendUser(
  context: UserChangeContext,
  { userId, version, reason }: Suspension & { reason: string },
): Promise<void> {
  if (userId === context.actor.userId) throw problem('OWN_ACCOUNT');
  return changeStatus(context, { userId, version, reason, from: 'active', to: 'suspended' });
}

/** Lets a suspended user sign in again, with the same password. */
export const reinstateUser = (context: UserChangeContext, { userId, version }: Suspension): Promise<void> =>
  changeStatus(context, { userId, version, reason: null, from: 'suspended', to: 'active' });

type StatusChange = Suspension & { reason: string | null; from: UserStatus; to: 'active' | 'suspended' };

function changeStatus(context: UserChangeContext, { userId, version, reason, from, to }: StatusChange): Promise<void> {
  const { database, queueLetter, actor, at } = context;
  return database.transact(async (trx) => {
    const administrators = await lockAdministrators(trx);
    const row = await lockUserInScope(trx, actor, userId);
    if (!row) throw problem('USER_NOT_FOUND');
    if (to === 'suspended' && administrators.includes(userId) && administrators.length === 1)
      throw problem('LAST_ADMINISTRATOR');
    const expectedRow = { id: userId, version: version ?? row.version, status: from };
    if (!(await changeUser(trx, expectedRow, { status: to }))) throw problem('STALE');
    await insertHistory(trx, { userId, at, actorId: actor.userId, fromStatus: from, toStatus: to, reason });
    await endAllSessions(trx, userId, at);
    await endOneTimeTokens(trx, { purposes: ['reset'], userId, now: at });
    await recordUserChange(trx, context, {
      action: to === 'suspended' ? 'user.suspend' : 'user.reinstate',
      userId,
      before: { status: from },
      after: { status: to, ...(reason !== null && { reason }) },
    });
    const kind = to === 'suspended' ? 'accountSuspended' : 'accountReinstated';
    const { login, brandId, firstName } = row;
    await queueLetter(trx, { kind, to: login, userId, brandId, firstName });
  });
}
