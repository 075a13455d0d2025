import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import type { BackgroundJob } from '#server/platform/background/background-job.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Seal } from '#server/platform/security/seal.ts';
import type { Mailbox } from '#server/platform/email-addresses.ts';
import { mailCheckMs, startMailWorker } from './mail-worker.ts';
import { createLetterQueue, type QueueLetter } from '../queue-letter.ts';
import { openSmtp } from './smtp.ts';

export type MailDependencies = {
  config: { publicUrl: string; smtpUrl: string | null; mailFrom: Mailbox | null; mailRate?: number | null };
  database: Database;
  clock: Clock;
  randomBytes: (bytes: number) => Uint8Array;
  seal: Seal;
  log: FastifyBaseLogger;
};

export type Mail = {
  queueLetter: QueueLetter;
  /** Whether a mail server is configured. Without a mail server, e-mails stay in the outbox. */
  delivers: boolean;
  /** Sends due e-mails now, without waiting for the next check of the outbox. */
  wake(): void;
  start(): void;
  stop(): Promise<void>;
};

/** Creates the mail service: e-mails can be queued at any time, and are sent between `start` and `stop`. */
export function createMail({ config, database, clock, randomBytes, seal, log }: MailDependencies): Mail {
  const { publicUrl, smtpUrl, mailFrom, mailRate = null } = config;
  let mailWorker: BackgroundJob | null = null;
  const wake = (): void => mailWorker?.wake();
  const wakeAt = (dueAt: number): void => {
    const waitMs = dueAt - clock();
    if (waitMs <= 0) wake();
    // The worker finds e-mails that wait longer by itself. An act on many records would otherwise set thousands of timers.
    else if (waitMs <= mailCheckMs) setTimeout(wake, waitMs).unref();
  };
  return {
    queueLetter: createLetterQueue({ publicUrl, clock, randomBytes, seal, wake: wakeAt }),
    delivers: smtpUrl !== null,
    wake,
    start() {
      if (smtpUrl === null) return;
      const smtp = openSmtp(smtpUrl);
      mailWorker = startMailWorker({ database, clock, randomBytes, seal, smtp, mailFrom, mailRate, log });
    },
    async stop() {
      await mailWorker?.stop();
    },
  };
}
