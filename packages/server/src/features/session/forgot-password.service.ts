import type { forgotPasswordBody } from '@basics/contract/session.ts';
import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import { lockUser } from '#server/database/database.ts';
import type { Database, Trx } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import type { AfterResponse } from '#server/platform/background/after-response.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { hours, minutes } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import type { HumanVerification } from '#server/platform/security/human-verification.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import type { Origin } from '#server/platform/http/mount.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { Pace } from '#server/platform/security/throttle.repository.ts';
import { foldLogin } from '#server/platform/security/fold-login.ts';
import { mayHavePassword, recipient } from './new-password.ts';
import { findAccountByLogin } from './password.repository.ts';

type Needs = {
  database: Database;
  clock: Clock;
  human: HumanVerification;
  afterwards: AfterResponse;
  queueLetter: QueueLetter;
};

/** Three links an hour to one address, whether it has an account or not. */
const accountPace: Pace = { free: 3, windowMs: hours(1), firstWaitMs: hours(1), longestWaitMs: hours(1) };
const addressPace: Pace = { free: 30, windowMs: hours(1), firstWaitMs: minutes(1), longestWaitMs: minutes(10) };

/** Sends a link to a user who has forgotten their password. */
export function forgotPasswordService({ database, clock, human, afterwards, queueLetter }: Needs) {
  const db = database.kysely;

  return {
    /** Sends the same answer after the same time for every address: work that depends on the account runs after the answer. */
    async forgot(asked: z.infer<typeof forgotPasswordBody>, origin: Origin): Promise<{ received: true }> {
      const loginFold = foldLogin(asked.email);
      await human.require(asked.humanVerification, origin.address);
      await claimAttempt(db, `forgot:address:${networkOf(origin.address)}`, addressPace, clock());
      await claimAttempt(db, `forgot:account:${hashOf(loginFold)}`, accountPace, clock());
      afterwards.run('forgotPassword', () => database.transact((trx) => mailResetLink(trx, loginFold, origin)));
      return { received: true };
    },
  };

  /** Nothing happens for an address without an account, or one whose account cannot have a password now. */
  async function mailResetLink(trx: Trx, loginFold: string, { requestId }: Origin): Promise<void> {
    const account = await findAccountByLogin(trx, loginFold);
    if (!account || !mayHavePassword(account) || !(await lockUser(trx, account.id))) return;
    const now = clock();
    const link = await issueOneTimeToken(trx, { purpose: 'reset', userId: account.id, now });
    const subject = { kind: 'user', id: account.id } as const;
    await recordAudit(trx, { at: now, actorId: null, requestId, action: 'session.forgotPassword', subject });
    await queueLetter(trx, { kind: 'passwordReset', ...recipient(account), ...link });
  }
}

export type ForgotPasswordService = ReturnType<typeof forgotPasswordService>;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
