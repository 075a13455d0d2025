import type { forgotPasswordBody } from '@basics/contract/session/session.ts';
import type * as z from 'zod/mini';
import { hours, minutes } from '#server/platform/clock/clock.ts';
import { findNetwork } from '#server/platform/http/request-origin.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import type { HumanVerification } from '#server/platform/human-check/human-verification.ts';
import { claimAttempt, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';
import { claimLinkMail } from '#server/platform/security/link-limits.ts';
import { countResetRequests, insertResetRequest } from './reset-requests.repository.ts';

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
export async function forgotPassword(
  { db, origin, at, human }: Pick<CallContext, 'db' | 'origin' | 'at'> & { human: HumanVerification },
  request: z.infer<typeof forgotPasswordBody>,
): Promise<{ received: true }> {
  const loginFold = foldLogin(request.email);
  await human.requireHuman(request.humanVerification, origin.address);
  await claimAttempt(db, `forgot:address:${findNetwork(origin.address)}`, addressLimit, at);
  const linkRequest = { purpose: 'forgot', address: loginFold, ipAddress: origin.address, at } as const;
  // Without a new e-mail the answer is the same: the mailbox has got a link in the last 20 minutes.
  if (!(await claimLinkMail(db, linkRequest))) return { received: true };
  if ((await countResetRequests(db, maxWaitingRequests)) >= maxWaitingRequests)
    throw problem('BUSY', { retryAfterSeconds: 30 });
  await insertResetRequest(db, { loginFold, requestId: origin.requestId, requestedAt: at });
  return { received: true };
}
