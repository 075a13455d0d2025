import type { Letter } from '@basics/contract/mail.ts';
import { lockUser } from '#server/database/database.ts';
import type { Database, Db } from '#server/database/database.ts';
import { findLetterBrand } from '#server/mail/brand.ts';
import { setLicenseMailState } from '#server/mail/outbox.repository.ts';
import { createMessageId } from '#server/mail/queue-letter.ts';
import { hours } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { recordAction } from '#server/platform/writing.ts';
import { toLetter } from './letter-of.ts';
import { findLetter, lockLetter, markQueued } from './mail.repository.ts';

type Dependencies = {
  database: Database;
  clock: Clock;
  randomBytes: (bytes: number) => Uint8Array;
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
  { database, clock, randomBytes, wake }: Dependencies,
  by: { actor: Actor; origin: Origin },
  mailId: number,
  isAllowed?: (trx: Db) => Promise<boolean>,
): Promise<Letter> {
  const email = await findLetter(database.kysely, mailId);
  if (!email) throw problem('RESULTS_NOT_FOUND');
  const at = clock();
  await claimAttempt(database.kysely, `mail:again:${mailId}`, resendRateLimit, at);
  const { sender } = await findLetterBrand(database.kysely, email.brandId);
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
    await recordAction(
      trx,
      { ...by, at },
      { action: 'mail.sendAgain', subject: { kind: 'mail', id: mailId }, ...change },
    );
    return letter;
  });
  wake();
  // If the e-mail was not queued again, it is being sent at this moment.
  return toLetter(queuedLetter ?? email);
}
