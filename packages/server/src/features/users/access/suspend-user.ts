import { phrases } from '@basics/contract/texts/in-active-language.ts';
import * as z from 'zod/mini';
import type { UserStatus } from '#server/database/schema.ts';
import { holdLetters } from '#server/mail/queue-letter.ts';
import { recordUndo } from '#server/platform/undo/record-undo.ts';
import type { Restore } from '#server/platform/undo/record-undo.ts';
import { endAllSessions } from '#server/platform/security/end-sessions.repository.ts';
import { endOneTimeTokens } from '#server/platform/security/one-time-tokens.repository.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import { recordUserChange, requireStatus } from '../acting.ts';
import type { UserChangeContext } from '../acting.ts';
import { changeUser, insertHistory, lockAdministrators, lockUserInScope } from '../write-user.repository.ts';

type Suspension = { userId: number; version?: number | undefined };

/** Suspends an active user, whose sessions end at once. */
export function suspendUser(
  context: UserChangeContext,
  { userId, version, reason }: Suspension & { reason: string },
): Promise<void> {
  requireOther(context.actor, userId);
  return changeStatus(context, { userId, version, reason, from: 'active', to: 'suspended' });
}

/** Throws the problem with which `suspendUser` would refuse to suspend this user. `administrators` are the ids of the active administrators. */
export function requireSuspendable(
  actor: Actor,
  { id, status }: { id: number; status: UserStatus },
  administrators: readonly number[],
): void {
  requireOther(actor, id);
  requireStatus('suspend', status);
  if (administrators.includes(id) && administrators.length === 1) throw problem('LAST_ADMINISTRATOR');
}

function requireOther(actor: Actor, userId: number): void {
  if (userId === actor.userId) throw problem('OWN_ACCOUNT');
}

/** Lets a suspended user sign in again, with the same password. */
export const reinstateUser = (context: UserChangeContext, { userId, version }: Suspension): Promise<void> =>
  changeStatus(context, { userId, version, reason: null, from: 'suspended', to: 'active' });

type StatusChange = Suspension & { reason: string | null; from: UserStatus; to: 'active' | 'suspended' };

function changeStatus(context: UserChangeContext, { userId, version, reason, from, to }: StatusChange): Promise<void> {
  const { database, actor, at } = context;
  return database.transact(async (trx) => {
    const { holdLetter, letterIds } = holdLetters(to === 'suspended' ? context : { ...context, undoUntil: undefined });
    const administrators = await lockAdministrators(trx);
    const row = await lockUserInScope(trx, actor, userId);
    if (!row) throw problem('USER_NOT_FOUND');
    if (to === 'suspended') requireSuspendable(actor, row, administrators);
    else requireStatus('reinstate', row.status);
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
    await holdLetter(trx, { kind, to: login, userId, brandId, firstName });
    const payload = { version: expectedRow.version + 1 };
    if (to === 'suspended') await recordUndo(trx, context, { kind: 'suspension', userId, letterIds, payload });
  });
}

const storedSuspension = z.strictObject({ version: z.int() });

/** Undoes a suspension. The sessions stay ended, so the user has to sign in again. */
export const restoreSuspended: Restore = async (trx, context, { userId, payload }) => {
  const { actor, at } = context;
  const { version } = storedSuspension.parse(JSON.parse(payload));
  const row = await lockUserInScope(trx, actor, userId);
  if (!row) throw problem('USER_NOT_FOUND');
  if (!(await changeUser(trx, { id: userId, version, status: 'suspended' }, { status: 'active' })))
    throw problem('CHANGED_SINCE');
  const statuses = { fromStatus: 'suspended', toStatus: 'active' } as const;
  await insertHistory(trx, { userId, at, actorId: actor.userId, ...statuses, reason: null });
  await recordUserChange(trx, context, {
    action: 'user.undo',
    userId,
    before: { status: 'suspended' },
    after: { status: 'active' },
  });
  return [phrases().signedOutBySuspension()];
};
