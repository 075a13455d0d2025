import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import type { Database } from '#server/database/database.ts';
import { createMail } from '#server/mail/delivery/create-mail.ts';
import type { Letter } from '#server/mail/letter.ts';
import type { Mailbox } from '#server/platform/email-addresses.ts';
import { deliverDue } from '#server/mail/delivery/mail-worker.ts';
import { openSmtp } from '#server/mail/delivery/smtp.ts';
import { onTestFinished } from 'vitest';
import { systemClock } from '#server/platform/clock/clock.ts';
import { noon, testSeal } from '../portal.ts';

const log = pino({ level: 'silent' });

/** Opens the outbox of a database, with a clock that the test moves and a mail worker that the test runs. */
export function openOutbox(
  database: Database,
  options: { mailFrom?: Mailbox; mailRate?: number; publicUrl?: string } = {},
) {
  let now = noon;
  const commonDependencies = {
    database,
    clock: () => now,
    randomBytes: (bytes: number) => new Uint8Array(randomBytes(bytes)),
    seal: testSeal,
    log,
  };
  const publicUrl = options.publicUrl ?? 'https://portal.example';
  const { queueLetter } = createMail({ ...commonDependencies, config: { publicUrl, smtpUrl: null, mailFrom: null } });
  return {
    queueLetter,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    queue: (letter: Letter) => database.transact((trx) => queueLetter(trx, letter)),
    rows: () => database.kysely.selectFrom('outbox').selectAll().orderBy('id').execute(),
    /**
     * Makes one attempt to deliver all due letters to a mail server. `answerMs` is the time limit for each answer of
     * the server.
     */
    deliver: async (url: string, answerMs = 10_000) => {
      const smtp = openSmtp(url, { answerMs, mailMs: 20_000 });
      onTestFinished(() => smtp.close());
      const { mailFrom = null, mailRate = null } = options;
      await deliverDue({ ...commonDependencies, smtp, mailFrom, mailRate }, new AbortController().signal);
    },
  };
}

/** Creates the mail service as a started portal does, with the real clock. */
export const openMail = (database: Database, smtpUrl: string) =>
  createMail({
    config: { publicUrl: 'https://portal.example', smtpUrl, mailFrom: null },
    database,
    clock: systemClock,
    randomBytes: (bytes) => new Uint8Array(randomBytes(bytes)),
    seal: testSeal,
    log,
  });

/** Creates a letter for tests that do not depend on its content. */
export const createLetter = (
  overrides: Partial<{ to: string; userId: number; brandId: string; firstName: string }> = {},
): Letter => ({
  kind: 'passwordChanged',
  to: 'ada@customer.example',
  userId: null,
  brandId: 'blue',
  firstName: 'Ada',
  at: noon,
  ...overrides,
});
