import type { FastifyBaseLogger } from 'fastify';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/foundation.ts';
import { startBackgroundJob, type BackgroundJob } from '#server/platform/background/background-job.ts';
import { minutes, seconds, type Clock } from '#server/platform/clock/clock.ts';
import type { Seal } from '#server/platform/security/seal.ts';
import { maxAttempts, computeWaitMs, type MailFault } from './mail-fault.ts';
import { findMailWait, pauseAfterRefusal, takeTurn } from './mail-pace.repository.ts';
import { brandMarkId, drawBrandMark } from '../brand-mark.ts';
import { createSender } from '../render-letter.ts';
import { isAddress, type Mailbox } from '#server/platform/email-addresses.ts';
import { optionalLetterKinds, secondContactLetterKinds } from '@basics/contract/mail/mail.ts';
import {
  deleteLeasedLetter,
  findFilesOfLetter,
  findRecipient,
  findSender,
  isMailHeld,
  isSecondContact,
  leaseLetter,
  storeResult,
} from '../outbox.repository.ts';
import type { LeasedLetter } from '../outbox.repository.ts';
import { openParts } from '../queue-letter.ts';
import { maxConnections, type DeliveryOutcome, type Smtp } from './smtp.ts';

export type MailWorkerDependencies = {
  database: Database;
  clock: Clock;
  randomBytes: (bytes: number) => Uint8Array;
  seal: Seal;
  smtp: Smtp;
  /** The sender of all e-mails; null if each brand has its own sender. */
  mailFrom: Mailbox | null;
  /** How many e-mails all portals together send in a minute; null without a limit. */
  mailRate: number | null;
  log: FastifyBaseLogger;
};

/** How often the worker looks for e-mails that are due. */
export const mailCheckMs = seconds(15);

/**
 * Delivers due e-mails at the start, every 15 seconds, and when `wake` is called. `stop` waits at most 2 seconds for e-mails that are being
 * sent.
 */
export function startMailWorker(dependencies: MailWorkerDependencies): BackgroundJob {
  const { smtp, log } = dependencies;
  const work = (signal: AbortSignal): Promise<void> => deliverDue(dependencies, signal);
  const job = startBackgroundJob({ name: 'mail', everyMs: mailCheckMs, log, work });
  return {
    wake: () => job.wake(),
    async stop() {
      const closeTimer = setTimeout(() => smtp.close(), seconds(2));
      await job.stop();
      clearTimeout(closeTimer);
      smtp.close();
    },
  };
}

/**
 * The time for which a process reserves an e-mail (the lease). It is longer than a delivery can take, so that no other
 * process sends the e-mail meanwhile.
 */
const leaseMs = minutes(2);

/**
 * Sends due e-mails from the outbox, a few at the same time, until none is due or the server cannot be reached. Several
 * processes can run this function in parallel, because a process reserves each e-mail before it sends it. If the
 * response of the mail server is lost, the e-mail is sent again with the same Message-ID. A transaction waits only for
 * the database, never for the mail server.
 */
export async function deliverDue(dependencies: MailWorkerDependencies, signal: AbortSignal): Promise<void> {
  if (await isMailHeld(dependencies.database.kysely)) return;
  const deliveryRound = new AbortController();
  const stopSignal = AbortSignal.any([signal, deliveryRound.signal]);
  const deliverLetters = async (): Promise<void> => {
    while (!stopSignal.aborted) {
      const letter = await leaseNext(dependencies);
      if (!letter) return;
      if ('waitMs' in letter) {
        // A longer wait ends the round. The next round begins within `mailCheckMs`.
        if (letter.waitMs > mailCheckMs) return;
        await Promise.race([wait(letter.waitMs), once(stopSignal, 'abort')]);
        continue;
      }
      if (!(await isWanted(dependencies, letter))) continue;
      const outcome = await sendLetter(dependencies, letter);
      await writeOutcome(dependencies, letter, outcome);
      if (outcome.is === 'later' && (!outcome.reachedServer || outcome.isServerBusy)) deliveryRound.abort();
    }
  };
  await Promise.all(Array.from({ length: maxConnections }, deliverLetters));
}

/** Leases the next e-mail. Returns how long to wait if the mail server limits its senders or `MAIL_RATE` is reached. */
function leaseNext({
  database,
  clock,
  mailRate,
}: MailWorkerDependencies): Promise<LeasedLetter | { waitMs: number } | undefined> {
  const now = clock();
  return database.transact(async (trx) => {
    const waitMs = await findMailWait(trx, now);
    if (waitMs > 0) return { waitMs };
    const letter = await leaseLetter(trx, now, now + leaseMs);
    if (letter && mailRate !== null) await takeTurn(trx, now, mailRate);
    return letter;
  });
}

/**
 * Returns false, and deletes the e-mail, if its recipient has opted out since the e-mail was queued. The e-mail is not
 * stored as failed, because nobody has to do anything about it.
 */
async function isWanted({ database }: MailWorkerDependencies, letter: LeasedLetter): Promise<boolean> {
  if (await acceptsLetter(database.kysely, letter)) return true;
  await database.transact((trx) => deleteLeasedLetter(trx, letter));
  return false;
}

/**
 * Returns whether the recipient still accepts this e-mail. A second contact may have ended the reminders or may have
 * been replaced since the e-mail was queued.
 */
async function acceptsLetter(db: Db, { kind, userId, toAddress }: LeasedLetter): Promise<boolean> {
  if (secondContactLetterKinds.includes(kind)) return isSecondContact(db, userId, toAddress);
  if (optionalLetterKinds.includes(kind)) return (await findRecipient(db, userId))?.canReceiveMail === 1;
  return true;
}

async function sendLetter(dependencies: MailWorkerDependencies, letter: LeasedLetter): Promise<DeliveryOutcome> {
  const { database, seal, smtp, mailFrom } = dependencies;
  // The address was also checked when the e-mail was queued. It is checked again, because an administrator can send an
  // e-mail again later.
  if (!isAddress(letter.toAddress)) return { is: 'refused', error: 'noAddress' satisfies MailFault };
  const letterParts = letter.sealed === null ? letter : await openParts(seal, letter.sealed);
  if (!letterParts) return { is: 'refused', error: 'linkUnreadable' satisfies MailFault };
  const brand = await findSender(database.kysely, letter.brandId);
  const sender = mailFrom ? { name: mailFrom.name || brand.name, address: mailFrom.address } : createSender(brand);
  return smtp.send({
    messageId: letter.messageId,
    from: sender,
    replyTo: brand.supportEmail,
    to: letter.toAddress,
    subject: letterParts.subject,
    text: letterParts.text,
    html: letterParts.html,
    date: new Date(letter.createdAt),
    picture: { id: brandMarkId, png: await drawBrandMark(brand.markSvg) },
    files:
      letter.fileName === null
        ? await findFilesOfLetter(database.kysely, letter.id)
        : [{ name: letter.fileName, content: letter.file ?? '' }],
  });
}

async function writeOutcome(
  dependencies: MailWorkerDependencies,
  letter: LeasedLetter,
  outcome: DeliveryOutcome,
): Promise<void> {
  const { database, clock, randomBytes, log } = dependencies;
  const now = clock();
  if (outcome.is === 'sent')
    return database.transact((trx) => storeResult(trx, letter, { state: 'sent', sentAt: now }));
  const { error } = outcome;
  const isLastAttempt = outcome.is === 'refused' || letter.attempts >= maxAttempts;
  const errorWithoutAddresses = error.replaceAll(/[^\s<>]+@[^\s<>]+/g, 'an address');
  const { id: mailId, kind, attempts: attempt } = letter;
  log.warn({ mailId, kind, attempt, isLastAttempt, reason: errorWithoutAddresses }, 'e-mail delivery failed');
  const nextAttemptAt = now + computeWaitMs(letter.attempts, (randomBytes(1)[0] ?? 0) / 255);
  return database.transact(async (trx) => {
    if (outcome.is === 'later' && outcome.isServerBusy) await pauseAfterRefusal(trx, now);
    await storeResult(
      trx,
      letter,
      isLastAttempt ? { state: 'failed', error } : { state: 'queued', error, nextAttemptAt },
    );
  });
}
