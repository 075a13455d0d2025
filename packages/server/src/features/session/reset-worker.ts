import type { Log } from '#server/platform/log.ts';
import { lockUser } from '#server/database/database.ts';
import type { Database, Trx } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { startBackgroundJob } from '#server/platform/background/background-job.ts';
import type { BackgroundJob } from '#server/platform/background/background-job.ts';
import { hours, minutes, seconds } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { canHavePassword, toRecipient } from './new-password.ts';
import { findAccountByLogin } from './password.repository.ts';
import { deleteResetRequest, hasResetRequests, leaseResetRequest } from './reset-requests.repository.ts';
import type { ResetRequest } from './reset-requests.repository.ts';

export type ResetWorkerDependencies = {
  database: Database;
  clock: Clock;
  queueLetter: QueueLetter;
  log: Pick<Log, 'error'>;
};

/** Longer than the work on one request can take, so that no other process does it meanwhile. */
const leaseMs = minutes(2);
/** A request that waited longer, because the portal was stopped, is dropped: nobody expects its e-mail any more. */
const longestWaitMs = hours(1);

/**
 * Works on the waiting requests every two seconds. A request does not wake it: if it did, the next call of the same client would be slower
 * after the address of an account.
 */
export const startResetWorker = (needs: ResetWorkerDependencies & { log: Log }): BackgroundJob =>
  startBackgroundJob({
    name: 'passwordResets',
    everyMs: seconds(2),
    log: needs.log,
    work: (signal) => answerResetRequests(needs, signal),
  });

/** Works on all waiting requests, oldest first. One that fails is logged and tried again after its lease. */
export async function answerResetRequests(needs: ResetWorkerDependencies, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = needs;
  if (!(await hasResetRequests(database.kysely))) return;
  while (!signal.aborted) {
    const now = clock();
    // oxlint-disable-next-line no-await-in-loop -- one after the other: the machine is there for the requests
    const request = await database.transact((trx) => leaseResetRequest(trx, { now, leaseMs }));
    if (!request) return;
    try {
      // oxlint-disable-next-line no-await-in-loop -- as above
      await answerResetRequest(needs, request);
    } catch (error) {
      log.error({ err: error, name: 'passwordResets' }, 'work in the background failed');
    }
  }
}

/** Thrown to roll back the work for an address that gets no link. */
class NoLink extends Error {}

/**
 * Sends the link. For an address without an account that may have a password, it does the same work and rolls it back, so that the load
 * on the portal does not show which addresses have one.
 */
async function answerResetRequest({ database, clock, queueLetter }: ResetWorkerDependencies, request: ResetRequest) {
  const now = clock();
  if (request.requestedAt > now - longestWaitMs)
    try {
      await database.transact((trx) => mailResetLink(trx, { request, now, queueLetter }));
    } catch (error) {
      if (!(error instanceof NoLink)) throw error;
    }
  await deleteResetRequest(database.kysely, request.id);
}

type Mailing = { request: ResetRequest; now: number; queueLetter: QueueLetter };

async function mailResetLink(trx: Trx, { request, now, queueLetter }: Mailing): Promise<void> {
  const found = await findAccountByLogin(trx, request.loginFold);
  const account = found && canHavePassword(found) ? found : null;
  const userId = account?.id ?? null;
  const isThere = await lockUser(trx, userId ?? 0);
  const link = await issueOneTimeToken(trx, { purpose: 'reset', userId, now });
  const to = account ? toRecipient(account) : { to: request.loginFold, userId, brandId: null, firstName: '' };
  await queueLetter(trx, { kind: 'passwordReset', ...to, ...link });
  const subject = userId === null ? ({ kind: 'user', id: null } as const) : ({ kind: 'user', id: userId } as const);
  const { requestId } = request;
  await recordAudit(trx, { at: now, actorId: null, requestId, action: 'session.forgotPassword', subject });
  if (!isThere) throw new NoLink();
}
