import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { workAccounts as calls } from '@basics/contract/session/work-account.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { hours } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { endAllSessions } from '#server/platform/security/end-sessions.repository.ts';
import type { WriteAndReadContext } from '#server/platform/writing.ts';
import {
  deleteWorkAccount,
  findPasswordsUntil,
  findWaiting,
  findWorkAccounts,
  insertWorkAccount,
  takeSignIn,
  writePasswordsUntil,
} from './work-accounts.repository.ts';
import { isActiveStaff, type WorkAccounts } from './work-sign-in.ts';

/** How long staff may sign in with passwords after an administrator has allowed it, in milliseconds. */
const passwordsMs = hours(24);

const toText = (at: number): string => new Date(at).toISOString();

export async function listWorkAccounts(
  { db, at }: Pick<CallContext, 'db' | 'at'>,
  workAccounts: WorkAccounts | null,
): Promise<Reply<typeof calls.list>> {
  const [rows, until] = await Promise.all([findWorkAccounts(db), findPasswordsUntil(db, at)]);
  const waiting = workAccounts === null ? [] : await findWaiting(db, at);
  return {
    issuer: workAccounts?.provider.issuer ?? null,
    isRequired: workAccounts?.isRequired ?? false,
    passwordsUntil: until === null ? null : toText(until),
    items: rows.map(({ id: userId, login, firstName, lastName, connectedAt, lastUsedAt }) => ({
      userId,
      name: `${firstName} ${lastName}`,
      login,
      connectedAt: toText(connectedAt),
      lastUsedAt: toText(lastUsedAt),
    })),
    waiting: waiting.map(({ id: userId, login, firstName, lastName, expiresAt }) => ({
      userId,
      name: `${firstName} ${lastName}`,
      login,
      until: toText(expiresAt),
    })),
  };
}

/**
 * Connects the work account of a sign-in that waits. The person then signs in with it again. Throws RESULTS_NOT_FOUND if no such sign-in waits,
 * or if another identity waits for the same account: nobody can see then which one is right. Throws WORK_ACCOUNT_OTHER.
 */
export function confirmWorkAccount(
  context: WriteAndReadContext,
  workAccounts: WorkAccounts | null,
  { userId, until }: { userId: number; until: number },
): Promise<void> {
  return context.database.transact(async (trx) => {
    const ofUser = (await findWaiting(trx, context.at)).filter(({ id }) => id === userId);
    const seen = ofUser.find(({ expiresAt }) => expiresAt === until);
    const isAlone = new Set(ofUser.map(({ subject }) => subject)).size === 1;
    if (!workAccounts || !seen || seen.subject === null || !isAlone || !isActiveStaff(seen))
      throw problem('RESULTS_NOT_FOUND');
    const { issuer } = workAccounts.provider;
    const row = { userId, issuer, subject: seen.subject, connectedAt: context.at, lastUsedAt: context.at };
    await takeSignIn(trx, { hash: seen.hash, steps: ['unconnected'], now: context.at });
    if (!(await insertWorkAccount(trx, row))) throw problem('WORK_ACCOUNT_OTHER');
    const subject = { kind: 'user', id: userId } as const;
    await recordAction(trx, context, { action: 'workAccount.connect', subject, after: { issuer } });
  });
}

/** Lets staff sign in with their passwords for 24 hours, although a work account is required. */
export function allowPasswords(context: WriteAndReadContext): Promise<Reply<typeof calls.allowPasswords>> {
  const until = context.at + passwordsMs;
  return context.database.transact(async (trx) => {
    await writePasswordsUntil(trx, until);
    const passwordsUntil = toText(until);
    const subject = { kind: 'portal', id: null } as const;
    await recordAction(trx, context, { action: 'workAccount.allowPasswords', subject, after: { passwordsUntil } });
    return { passwordsUntil };
  });
}

export function refusePasswords(context: WriteAndReadContext): Promise<void> {
  return context.database.transact(async (trx) => {
    if ((await findPasswordsUntil(trx, context.at)) === null) return;
    await writePasswordsUntil(trx, null);
    await recordAction(trx, context, { action: 'workAccount.refusePasswords', subject: { kind: 'portal', id: null } });
  });
}

/** Disconnects the work account of a user and ends the user's sessions: the person may have left. Throws RESULTS_NOT_FOUND. */
export function disconnectWorkAccount(context: WriteAndReadContext, userId: number): Promise<void> {
  return context.database.transact(async (trx) => {
    if (!(await deleteWorkAccount(trx, userId))) throw problem('RESULTS_NOT_FOUND');
    await endAllSessions(trx, userId, context.at);
    await recordAction(trx, context, { action: 'workAccount.disconnect', subject: { kind: 'user', id: userId } });
  });
}
