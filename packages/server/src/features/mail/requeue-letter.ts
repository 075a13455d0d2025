import type { Params } from '@basics/contract/calls/endpoint.ts';
import type { Letter, mail as calls } from '@basics/contract/mail/mail.ts';
import { lockUser } from '#server/database/database.ts';
import type { Db } from '#server/database/foundation.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { findLetterBrand } from '#server/mail/render-letter.ts';
import { setLicenseMailState } from '#server/mail/outbox.repository.ts';
import { createMessageId } from '#server/mail/queue-letter.ts';
import { hours } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { claimAttempt, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import type { WriteAndReadContext, WriteContext } from '#server/platform/writing.ts';
import { toLetter } from './letter-of.ts';
import { canRepeatLetter, findLetter, lockLetter, markDismissed, markQueued } from './mail.repository.ts';

type RequeueContext = WriteAndReadContext &
  Pick<CallContext, 'randomBytes'> & {
    /** Starts sending the e-mails that are due. */
    wake: () => void;
  };

/** The same e-mail can be sent again at most five times an hour, so that no mailbox is flooded. */
const resendRateLimit: RateLimit = {
  freeAttempts: 5,
  windowMs: hours(1),
  firstWaitMs: hours(1),
  longestWaitMs: hours(1),
};

/**
 * Queues an e-mail again unless it is being sent now. If `isAllowed` is given, it is called while the e-mail and its user are locked, so
 * that only one of several simultaneous calls queues the e-mail. Throws RESULTS_NOT_FOUND, TOO_MANY_ATTEMPTS.
 */
export async function requeueLetter(
  context: RequeueContext,
  mailId: number,
  isAllowed?: (trx: Db) => Promise<boolean>,
): Promise<Letter> {
  const { database, db, at, randomBytes, wake } = context;
  const email = await findLetter(db, mailId);
  if (!email) throw problem('RESULTS_NOT_FOUND');
  await claimAttempt(db, `mail:again:${mailId}`, resendRateLimit, at);
  const { sender } = await findLetterBrand(db, email.brandId);
  const messageId = createMessageId(randomBytes, sender.address);
  const queuedLetter = await database.transact(async (trx) => {
    if (email.userId !== null) await lockUser(trx, email.userId);
    await lockLetter(trx, mailId);
    if (isAllowed && !(await isAllowed(trx))) throw problem('RESULTS_NOT_FOUND');
    const letter = await markQueued(trx, mailId, { now: at, messageId });
    if (!letter) return null;
    if (email.licenseId !== null) await setLicenseMailState(trx, email.licenseId, 'queued');
    const { kind, userId, licenseId } = email;
    const change = { before: { state: email.state }, after: { state: letter.state, kind, userId, licenseId } };
    await recordAction(trx, context, {
      action: 'mail.sendAgain',
      subject: { kind: 'mail', id: mailId },
      ...change,
    });
    return letter;
  });
  wake();
  // If the e-mail was not queued again, it is being sent at this moment.
  return toLetter(queuedLetter ?? email);
}

/**
 * Lets staff send a failed e-mail to a customer again. Throws USER_NOT_FOUND, RESULTS_NOT_FOUND if staff may not send this e-mail again,
 * TOO_MANY_ATTEMPTS.
 */
export async function repeatLetter(
  context: RequeueContext,
  { id: userId, mailId }: Params<typeof calls.repeat>,
): Promise<void> {
  const { db, actor, at } = context;
  await requireInScope(db, actor, userId);
  const isAllowed = (trx: Db) => canRepeatLetter(trx, actor, { userId, mailId, now: at });
  if (!(await isAllowed(db))) throw problem('RESULTS_NOT_FOUND');
  await requeueLetter(context, mailId, isAllowed);
}

/** Removes a failed e-mail from the inbox of staff. Throws USER_NOT_FOUND, RESULTS_NOT_FOUND if the e-mail is not in the inbox any more. */
export function dismissLetter(
  context: WriteContext,
  { id: userId, mailId }: Params<typeof calls.dismiss>,
): Promise<void> {
  const { database, actor, at } = context;
  return database.transact(async (trx) => {
    await requireInScope(trx, actor, userId);
    const letter = await markDismissed(trx, actor, { userId, mailId, now: at });
    if (!letter) throw problem('RESULTS_NOT_FOUND');
    const after = { kind: letter.kind, userId };
    await recordAction(trx, context, { action: 'mail.dismiss', subject: { kind: 'mail', id: mailId }, after });
  });
}
