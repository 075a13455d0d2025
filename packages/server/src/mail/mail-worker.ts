import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import { startBackgroundJob } from '#server/platform/background/background-job.ts';
import type { BackgroundJob } from '#server/platform/background/background-job.ts';
import { minutes, seconds } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Seal } from '#server/platform/security/seal.ts';
import { maxAttempts, computeWaitAfter } from './backoff.ts';
import { createSender } from './brand.ts';
import { isAddress, noAddress } from './mailbox.ts';
import type { Mailbox } from './mailbox.ts';
import { findFilesOfLetter, findSender, isMailHeld, leaseLetter, settleLetter } from './outbox.repository.ts';
import type { LeasedLetter } from './outbox.repository.ts';
import { openParts } from './sealed-parts.ts';
import { maxConnections } from './smtp.ts';
import type { Outcome, Smtp } from './smtp.ts';

export type MailWorkerDependencies = {
  database: Database;
  clock: Clock;
  chance: (bytes: number) => Uint8Array;
  seal: Seal;
  smtp: Smtp;
  /** The sender used instead of each brand's own; null: each brand's own. */
  mailFrom: Mailbox | null;
  log: FastifyBaseLogger;
};

/** Checks for due letters at once, every 15 seconds, and when woken. A stop waits at most 2 seconds for mails in progress. */
export function startMailWorker(needs: MailWorkerDependencies): BackgroundJob {
  const { smtp, log } = needs;
  const work = (signal: AbortSignal): Promise<void> => deliverDue(needs, signal);
  const rounds = startBackgroundJob({ name: 'mail', everyMs: seconds(15), log, work });
  return {
    wake: () => rounds.wake(),
    async stop() {
      const patience = setTimeout(() => smtp.close(), seconds(2));
      await rounds.stop();
      clearTimeout(patience);
      smtp.close();
    },
  };
}

/** Longer than any delivery can take, so that no other process sends the same mail meanwhile. */
const leaseMs = minutes(2);

/**
 * Sends due letters from the outbox, a few at the same time, until none is due or the server cannot be reached. Any number of processes can do
 * this in parallel, because each letter is leased. Delivery is at least once: if the server's answer is lost, the same Message-ID is sent
 * again. Inside a transaction, only the database is awaited.
 */
export async function deliverDue(needs: MailWorkerDependencies, signal: AbortSignal): Promise<void> {
  if (await isMailHeld(needs.database.kysely)) return;
  const round = new AbortController();
  const over = AbortSignal.any([signal, round.signal]);
  const worker = async (): Promise<void> => {
    while (!over.aborted) {
      const letter = await leaseNext(needs);
      if (!letter) return;
      const outcome = await sendLetter(needs, letter);
      await writeOutcome(needs, letter, outcome);
      if (outcome.is === 'later' && !outcome.reached) round.abort();
    }
  };
  await Promise.all(Array.from({ length: maxConnections }, worker));
}

function leaseNext({ database, clock }: MailWorkerDependencies): Promise<LeasedLetter | undefined> {
  const now = clock();
  return database.transact((trx) => leaseLetter(trx, now, now + leaseMs));
}

async function sendLetter(needs: MailWorkerDependencies, letter: LeasedLetter): Promise<Outcome> {
  const { database, seal, smtp, mailFrom } = needs;
  // Also checked when the letter was queued, but an administrator can send it again later.
  if (!isAddress(letter.toAddress)) return { is: 'refused', error: noAddress };
  const parts = letter.sealed === null ? letter : await openParts(seal, letter.sealed);
  if (!parts) return { is: 'refused', error: 'The link in it cannot be opened any more. Send a new one instead.' };
  const brand = await findSender(database.kysely, letter.brandId);
  const sender = mailFrom ? { name: mailFrom.name || brand.name, address: mailFrom.address } : createSender(brand);
  return smtp.send({
    messageId: letter.messageId,
    from: sender,
    replyTo: brand.supportEmail,
    to: letter.toAddress,
    subject: parts.subject,
    text: parts.text,
    html: parts.html,
    date: new Date(letter.createdAt),
    files:
      letter.fileName === null
        ? await findFilesOfLetter(database.kysely, letter.id)
        : [{ name: letter.fileName, content: letter.file ?? '' }],
  });
}

async function writeOutcome(needs: MailWorkerDependencies, letter: LeasedLetter, outcome: Outcome): Promise<void> {
  const { database, clock, chance, log } = needs;
  const now = clock();
  if (outcome.is === 'sent')
    return database.transact((trx) => settleLetter(trx, letter, { state: 'sent', sentAt: now }));
  const { error } = outcome;
  const isOver = outcome.is === 'refused' || letter.attempts >= maxAttempts;
  const reason = error.replaceAll(/[^\s<>]+@[^\s<>]+/g, 'an address');
  const { id: mailId, kind, attempts: attempt } = letter;
  log.warn({ mailId, kind, attempt, isOver, reason }, 'e-mail delivery failed');
  const next = now + computeWaitAfter(letter.attempts, (chance(1)[0] ?? 0) / 255);
  return database.transact((trx) =>
    settleLetter(trx, letter, isOver ? { state: 'failed', error } : { state: 'queued', error, nextAttemptAt: next }),
  );
}
