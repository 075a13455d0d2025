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
  findWorkAccounts,
  writePasswordsUntil,
} from './work-accounts.repository.ts';
import type { WorkAccounts } from './work-sign-in.ts';

/** How long staff may sign in with passwords after an administrator has allowed it, in milliseconds. */
const passwordsMs = hours(24);

const toText = (at: number): string => new Date(at).toISOString();

export async function listWorkAccounts(
  { db, at }: Pick<CallContext, 'db' | 'at'>,
  workAccounts: WorkAccounts | null,
): Promise<Reply<typeof calls.list>> {
  const [rows, until] = await Promise.all([findWorkAccounts(db), findPasswordsUntil(db, at)]);
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
  };
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
