import type { Log } from '#server/platform/log.ts';
import { lockUser, type Database } from '#server/database/database.ts';
import type { Trx } from '#server/database/foundation.ts';
import type { AccountState } from '#server/mail/letter.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { startBackgroundJob, type BackgroundJob } from '#server/platform/background/background-job.ts';
import { hours, minutes, seconds, type Clock } from '#server/platform/clock/clock.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { canHavePassword, toRecipient } from './new-password.ts';
import { findAccountByLogin, type Account } from './password.repository.ts';
import { deleteResetRequest, hasResetRequests, leaseResetRequest } from './reset-requests.repository.ts';
import type { ResetRequest } from './reset-requests.repository.ts';

export type ResetWorkerDependencies = {
  database: Database;
  clock: Clock;
  queueLetter: QueueLetter;
  log: Pick<Log, 'error'>;
};

/**
 * The time for which a request is reserved for one process (the lease). The work takes less time, so no other process
 * does the same work.
 */
const leaseMs = minutes(2);
/** A request that has waited for more than this time is deleted without an e-mail, which the user no longer expects. */
const longestWaitMs = hours(1);

/**
 * Starts the job that handles the waiting requests for a reset link every two seconds. A request does not start the job
 * at once, because the next call of the same client would then be slower if the address has an account.
 */
export const startResetWorker = (dependencies: ResetWorkerDependencies & { log: Log }): BackgroundJob =>
  startBackgroundJob({
    name: 'passwordResets',
    everyMs: seconds(2),
    log: dependencies.log,
    work: (signal) => answerResetRequests(dependencies, signal),
  });

/**
 * Handles all waiting requests, the oldest first. If a request fails, the error is logged, and the request is handled
 * again after its lease.
 */
export async function answerResetRequests(dependencies: ResetWorkerDependencies, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = dependencies;
  if (!(await hasResetRequests(database.kysely))) return;
  while (!signal.aborted) {
    const now = clock();
    // oxlint-disable-next-line no-await-in-loop -- the requests are handled one by one to leave CPU time to other work
    const request = await database.transact((trx) => leaseResetRequest(trx, { now, leaseMs }));
    if (!request) return;
    try {
      // oxlint-disable-next-line no-await-in-loop -- the requests are handled one by one
      await answerResetRequest(dependencies, request);
    } catch (error) {
      log.error({ err: error, name: 'passwordResets' }, 'work in the background failed');
    }
  }
}

/** The error that rolls back the work for an address without an account. */
class NoAccountError extends Error {}

/**
 * Sends the reset link to an address with an account, and the state of the request or the account if it cannot have a
 * password now. For any other address, the same work is done and rolled back, so that the load on the portal does not
 * show which addresses have an account.
 */
async function answerResetRequest({ database, clock, queueLetter }: ResetWorkerDependencies, request: ResetRequest) {
  const now = clock();
  if (request.requestedAt > now - longestWaitMs)
    try {
      await database.transact((trx) => mailResetLink(trx, { request, now, queueLetter }));
    } catch (error) {
      if (!(error instanceof NoAccountError)) throw error;
    }
  await deleteResetRequest(database.kysely, request.id);
}

type ResetEmail = { request: ResetRequest; now: number; queueLetter: QueueLetter };

async function mailResetLink(trx: Trx, { request, now, queueLetter }: ResetEmail): Promise<void> {
  const accountWithLogin = await findAccountByLogin(trx, request.loginFold);
  const account = accountWithLogin && canHavePassword(accountWithLogin) ? accountWithLogin : null;
  // The link in an e-mail about the state of an account is not sent and belongs to nobody.
  const userId = account?.id ?? null;
  const accountExists = await lockUser(trx, userId ?? 0);
  const link = await issueOneTimeToken(trx, { purpose: 'reset', userId, now });
  const status = accountWithLogin && !account ? findState(accountWithLogin) : null;
  if (accountWithLogin && status !== null) {
    const { requestDate: requestedAt } = accountWithLogin;
    const state = { kind: 'accountState', status, asked: 'password', requestedAt } as const;
    await queueLetter(trx, { ...state, ...toRecipient(accountWithLogin), ...link });
  } else {
    const recipient = account ? toRecipient(account) : { to: request.loginFold, userId, brandId: null, firstName: '' };
    await queueLetter(trx, { kind: 'passwordReset', ...recipient, ...link });
  }
  const auditSubject =
    userId === null ? ({ kind: 'user', id: null } as const) : ({ kind: 'user', id: userId } as const);
  const { requestId } = request;
  await recordAudit(trx, {
    at: now,
    actorId: null,
    requestId,
    action: 'session.forgotPassword',
    subject: auditSubject,
  });
  if (!accountExists && status === null) throw new NoAccountError();
}

/** Returns the state that an e-mail reports when the account cannot have a password now; null for any other account. */
function findState({ status }: Account): AccountState | null {
  if (status === 'active' || status === 'approved') return null;
  return status === 'unverified' || status === 'deleted' ? null : status;
}
