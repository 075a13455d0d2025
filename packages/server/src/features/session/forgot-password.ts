import type { forgotPasswordBody } from '@basics/contract/session.ts';
import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import type { Database } from '#server/database/database.ts';
import { hours, minutes } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import { findNetwork } from '#server/platform/http/network-of.ts';
import type { Origin } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import type { HumanVerification } from '#server/platform/security/human-verification.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { foldLogin } from '#server/platform/security/fold-login.ts';
import { countResetRequests, insertResetRequest } from './reset-requests.repository.ts';

type Dependencies = { database: Database; clock: Clock; human: HumanVerification };

/** Limits the requests for one e-mail address to three an hour, with or without an account. */
const accountLimit: RateLimit = { freeAttempts: 3, windowMs: hours(1), firstWaitMs: hours(1), longestWaitMs: hours(1) };
const addressLimit: RateLimit = {
  freeAttempts: 30,
  windowMs: hours(1),
  firstWaitMs: minutes(1),
  longestWaitMs: minutes(10),
};

/**
 * While this number of requests waits, a new request is refused with 503, whether the address has an account or not.
 */
const maxWaitingRequests = 1000;

/**
 * Stores the request of a user who has forgotten their password. The call writes the same rows for every address and
 * does not read the account. `startResetWorker` reads the account later in the background, so that the response time
 * does not show whether an account exists.
 */
export function forgotPasswordService({ database, clock, human }: Dependencies) {
  const db = database.kysely;

  return {
    async forgot(request: z.infer<typeof forgotPasswordBody>, origin: Origin): Promise<{ received: true }> {
      const loginFold = foldLogin(request.email);
      await human.requireHuman(request.humanVerification, origin.address);
      const now = clock();
      await claimAttempt(db, `forgot:address:${findNetwork(origin.address)}`, addressLimit, now);
      await claimAttempt(db, `forgot:account:${hashText(loginFold)}`, accountLimit, now);
      if ((await countResetRequests(db, maxWaitingRequests)) >= maxWaitingRequests)
        throw problem('BUSY', { retryAfterSeconds: 30 });
      await insertResetRequest(db, { loginFold, requestId: origin.requestId, requestedAt: now });
      return { received: true };
    },
  };
}

export type ForgotPasswordService = ReturnType<typeof forgotPasswordService>;

const hashText = (text: string): string => createHash('sha256').update(text).digest('base64url');
