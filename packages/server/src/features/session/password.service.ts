import type { changePasswordBody } from '@basics/contract/session.ts';
import { words } from '@basics/contract/words.ts';
import type * as z from 'zod/mini';
import { lockUser } from '#server/database/database.ts';
import type { Database } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { minutes, seconds } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Passwords } from '#server/platform/security/passwords.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { claimAttempt, forgetAttempts } from '#server/platform/security/throttle.repository.ts';
import type { Pace } from '#server/platform/security/throttle.repository.ts';
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

const currentPasswordLimit: Pace = {
  free: 5,
  windowMs: minutes(15),
  firstWaitMs: seconds(5),
  longestWaitMs: minutes(5),
};

/** Changes the password of a user who knows the current one. */
export function passwordService({ database, clock, tokens, passwords, queueLetter }: Dependencies) {
  const db = database.kysely;

  return {
    /** A new session replaces all existing ones, including the current one. */
    async change(actor: Actor, asked: z.infer<typeof changePasswordBody>, origin: Origin): Promise<{ token: string }> {
      const key = `password:account:${actor.userId}`;
      await claimAttempt(db, key, currentPasswordLimit, clock());
      const account = await findAccount(db, actor.userId);
      if (!account) throw problem('NO_SESSION');
      if (!(await passwords.fits(account.passwordHash, asked.currentPassword)))
        throw invalid({ currentPassword: words.currentPassword });
      await forgetAttempts(db, key);
      refuseCommonPassword(asked.password, account);
      const passwordHash = await passwords.hash(asked.password);
      return database.transact(async (trx) => {
        const at = clock();
        await lockUser(trx, actor.userId);
        if ((await findAccount(trx, actor.userId))?.passwordHash !== account.passwordHash)
          throw invalid({ currentPassword: words.currentPassword });
        await replacePassword(trx, actor.userId, passwordHash, at);
        const opened = await openSession(trx, { user: actor, action: 'session.changePassword', origin, at, tokens });
        await queueLetter(trx, { kind: 'passwordChanged', ...toRecipient(account), at });
        return opened;
      });
    },
  };
}

export type PasswordService = ReturnType<typeof passwordService>;
