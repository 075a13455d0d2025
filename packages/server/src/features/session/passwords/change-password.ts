import type { changePasswordBody } from '@basics/contract/session/session.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import type * as z from 'zod/mini';
import { lockUser } from '#server/database/database.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { requireCurrentPassword } from '#server/platform/passwords/current-password.ts';
import type { Tokens } from '#server/platform/security/session-token.ts';
import type { WriteAndReadContext } from '#server/platform/writing.ts';
import { toRecipient, refuseCommonPassword, replacePassword } from './new-password.ts';
import { openSession } from '../sign-in/open-session.ts';
import { findSessionUser } from '../session.repository.ts';
import { findAccount } from './password.repository.ts';

type PasswordContext = WriteAndReadContext & Pick<CallContext, 'passwords' | 'queueLetter'> & { tokens: Tokens };

/**
 * Changes the password of a user who knows the current password. A new session replaces all existing sessions, including the current one.
 * Throws NO_SESSION, TOO_MANY_ATTEMPTS, or INVALID for a wrong or a refused password.
 */
export async function changePassword(
  context: PasswordContext,
  request: z.infer<typeof changePasswordBody>,
): Promise<{ token: string }> {
  const { database, db, actor, origin, at, passwords, queueLetter, tokens } = context;
  const account = await findAccount(db, actor.userId);
  if (!account) throw problem('NO_SESSION');
  const passwordInput = { userId: actor.userId, storedHash: account.passwordHash, typed: request.currentPassword };
  await requireCurrentPassword(context, passwordInput);
  refuseCommonPassword(request.password, account);
  const passwordHash = await passwords.hash(request.password);
  return database.transact(async (trx) => {
    await lockUser(trx, actor.userId);
    if ((await findAccount(trx, actor.userId))?.passwordHash !== account.passwordHash)
      throw invalid({ currentPassword: serverMessages.currentPassword });
    const currentSession = await findSessionUser(trx, actor.sessionId, at);
    await replacePassword(trx, actor.userId, passwordHash, at);
    const newSession = await openSession(trx, {
      user: actor,
      action: 'session.changePassword',
      origin,
      at,
      byWorkAccount: currentSession?.byWorkAccount === 1,
      tokens,
    });
    await queueLetter(trx, { kind: 'passwordChanged', ...toRecipient(account), at });
    return newSession;
  });
}
