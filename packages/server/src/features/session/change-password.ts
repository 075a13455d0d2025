import type { changePasswordBody } from '@basics/contract/session.ts';
import { fieldMessages } from '@basics/contract/field-messages.ts';
import type * as z from 'zod/mini';
import { lockUser } from '#server/database/database.ts';
import type { Database } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Passwords } from '#server/platform/security/passwords.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { requireCurrentPassword } from '#server/platform/security/current-password.ts';
import type { Tokens } from '#server/platform/security/session-token.ts';
import { toRecipient, refuseCommonPassword, replacePassword } from './new-password.ts';
import { openSession } from './open-session.ts';
import { findAccount } from './password.repository.ts';

type Dependencies = {
  database: Database;
  clock: Clock;
  tokens: Tokens;
  passwords: Passwords;
  queueLetter: QueueLetter;
};

/** Changes the password of a user who knows the current password. */
export function passwordService({ database, clock, tokens, passwords, queueLetter }: Dependencies) {
  const db = database.kysely;

  return {
    /** Changes the password. A new session replaces all existing sessions, including the current one. */
    async change(
      actor: Actor,
      request: z.infer<typeof changePasswordBody>,
      origin: Origin,
    ): Promise<{ token: string }> {
      const account = await findAccount(db, actor.userId);
      if (!account) throw problem('NO_SESSION');
      const passwordInput = { userId: actor.userId, storedHash: account.passwordHash, typed: request.currentPassword };
      await requireCurrentPassword({ db, clock, passwords }, passwordInput);
      refuseCommonPassword(request.password, account);
      const passwordHash = await passwords.hash(request.password);
      return database.transact(async (trx) => {
        const at = clock();
        await lockUser(trx, actor.userId);
        if ((await findAccount(trx, actor.userId))?.passwordHash !== account.passwordHash)
          throw invalid({ currentPassword: fieldMessages.currentPassword });
        await replacePassword(trx, actor.userId, passwordHash, at);
        const newSession = await openSession(trx, {
          user: actor,
          action: 'session.changePassword',
          origin,
          at,
          tokens,
        });
        await queueLetter(trx, { kind: 'passwordChanged', ...toRecipient(account), at });
        return newSession;
      });
    },
  };
}

export type PasswordService = ReturnType<typeof passwordService>;
