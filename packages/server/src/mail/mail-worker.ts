import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import { inBackground } from '#server/platform/background/background-job.ts';
import type { Background } from '#server/platform/background/background-job.ts';
import { minutes, seconds } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Seal } from '#server/platform/security/seal.ts';
import { mostAttempts, waitAfter } from './backoff.ts';
import { senderOf } from './brand.ts';
import { isAddress, noAddress } from './mailbox.ts';
import type { Mailbox } from './mailbox.ts';
import { findSender, isMailHeld, leaseLetter, settleLetter } from './outbox.repository.ts';
import type { LeasedLetter } from './outbox.repository.ts';
import { openedParts } from './sealed-parts.ts';
import { connections } from './smtp.ts';
import type { Outcome, Smtp } from './smtp.ts';

export type MailWorkerNeeds = {
  database: Database;
  clock: Clock;
  chance: (bytes: number) => Uint8Array;
  seal: Seal;
  smtp: Smtp;
  /** Who sends in place of the brands; null: each brand itself. */
  mailFrom: Mailbox | null;
  log: FastifyBaseLogger;
};

/** Looks for what is due at once, every 15 seconds, and when woken. Stopping lets the mails under way finish, for 2 seconds at most. */
export function startMailWorker(needs: MailWorkerNeeds): Background {
  const { smtp, log } = needs;
  const work = (signal: AbortSignal): Promise<void> => deliverDue(needs, signal);
  const rounds = inBackground({ name: 'mail', everyMs: seconds(15), log, work });
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

/** Longer than a mail can take, so that nobody sends one that somebody is just sending. */
const leaseMs = minutes(2);

/**
 * Sends what is due in the outbox, a few letters at once, until nothing is or the server cannot be reached. Any number of processes do
 * so side by side: each letter is leased. Delivery is at least once: where the server's answer is lost, the same Message-ID goes out
 * again. Nothing is awaited inside a transaction but the database.
 */
export async function deliverDue(needs: MailWorkerNeeds, signal: AbortSignal): Promise<void> {
  if (await isMailHeld(needs.database.kysely)) return;
  const round = new AbortController();
  const over = AbortSignal.any([signal, round.signal]);
  const worker = async (): Promise<void> => {
    while (!over.aborted) {
      const letter = await lease(needs);
      if (!letter) return;
      const outcome = await send(needs, letter);
      await settle(needs, letter, outcome);
      if (outcome.is === 'later' && !outcome.reached) round.abort();
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
}

function lease({ database, clock }: MailWorkerNeeds): Promise<LeasedLetter | undefined> {
  const now = clock();
  return database.transact((trx) => leaseLetter(trx, now, now + leaseMs));
}

async function send(needs: MailWorkerNeeds, letter: LeasedLetter): Promise<Outcome> {
  const { database, seal, smtp, mailFrom } = needs;
  // Also asked when it was queued; but an administrator can have it sent again.
  if (!isAddress(letter.toAddress)) return { is: 'refused', error: noAddress };
  const parts = letter.sealed === null ? letter : openedParts(seal, letter.sealed);
  if (!parts) return { is: 'refused', error: 'The link in it cannot be opened any more. Send a new one instead.' };
  const brand = await findSender(database.kysely, letter.brandId);
  const sender = mailFrom ? { name: mailFrom.name || brand.name, address: mailFrom.address } : senderOf(brand);
  return smtp.send({
    messageId: letter.messageId,
    from: sender,
    replyTo: brand.supportEmail,
    to: letter.toAddress,
    subject: parts.subject,
    text: parts.text,
    html: parts.html,
    date: new Date(letter.createdAt),
    file: letter.fileName === null ? null : { name: letter.fileName, content: letter.file ?? '' },
  });
}

async function settle(needs: MailWorkerNeeds, letter: LeasedLetter, outcome: Outcome): Promise<void> {
  const { database, clock, chance, log } = needs;
  const now = clock();
  if (outcome.is === 'sent')
    return database.transact((trx) => settleLetter(trx, letter, { state: 'sent', sentAt: now }));
  const { error } = outcome;
  const isOver = outcome.is === 'refused' || letter.attempts >= mostAttempts;
  log.warn({ mailId: letter.id, kind: letter.kind, attempt: letter.attempts, isOver }, 'a mail was not sent');
  const next = now + waitAfter(letter.attempts, (chance(1)[0] ?? 0) / 255);
  return database.transact((trx) =>
    settleLetter(trx, letter, isOver ? { state: 'failed', error } : { state: 'queued', error, nextAttemptAt: next }),
  );
}
