import type { Body } from '@basics/contract/endpoint.ts';
import type { Letter, mail as calls } from '@basics/contract/mail.ts';
import type { Database } from '#server/database/database.ts';
import { toLetterBrand } from '#server/mail/brand.ts';
import type { Mail } from '#server/mail/create-mail.ts';
import { isMailHeld, markLicense } from '#server/mail/outbox.repository.ts';
import { createMessageId } from '#server/mail/queue-letter.ts';
import { openParts } from '#server/mail/sealed-parts.ts';
import { beginExport } from '#server/platform/csv/start-export.ts';
import { hours } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { CsvTable } from '#server/platform/csv/csv.ts';
import { problem } from '#server/platform/problem.ts';
import type { Seal } from '#server/platform/security/seal.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { recordAction } from '#server/platform/writing.ts';
import { lettersTable } from './export-letters.ts';
import { toLetter } from './letter-of.ts';
import { findLetter, findLetters, requeueLetter } from './mail.repository.ts';

type Dependencies = {
  database: Database;
  clock: Clock;
  randomBytes: (bytes: number) => Uint8Array;
  seal: Seal;
  mail: Pick<Mail, 'delivers' | 'wake'>;
};

/** The same e-mail can be sent again at most five times an hour, so that no mailbox is flooded. */
const resendLimit: RateLimit = { free: 5, windowMs: hours(1), firstWaitMs: hours(1), longestWaitMs: hours(1) };

/** Serves the outbox for administrators. */
export function mailService({ database, clock, randomBytes, seal, mail }: Dependencies) {
  const db = database.kysely;
  const { delivers } = mail;

  return {
    async search(query: Body<typeof calls.search>) {
      const page = await findLetters(db, query);
      return { ...page, items: page.items.map(toLetter), delivers: delivers && !(await isMailHeld(db)) };
    },

    async export(actor: Actor, query: Body<typeof calls.export>, origin: Origin): Promise<CsvTable> {
      const at = clock();
      const readDatabase = await beginExport({ database, at }, { actor, origin }, { kind: 'mail', query });
      return lettersTable(readDatabase, query, at);
    },

    /**
     * Returns an e-mail with its text. Links that give access to an account are hidden. If no mail server is configured, the link is shown,
     * because the administrator must pass it on, and the audit log records who saw the link.
     */
    async get(actor: Actor, mailId: number, origin: Origin): Promise<Letter & { text: string; html: string }> {
      const email = await findLetter(db, mailId);
      if (!email) throw problem('RESULTS_NOT_FOUND');
      const openedParts = delivers || email.sealed === null ? null : await openParts(seal, email.sealed);
      if (!openedParts) return { ...toLetter(email), text: email.text, html: email.html };
      await database.transact((trx) =>
        recordAction(trx, { actor, origin, at: clock() }, { action: 'mail.showLink', subject: auditSubject(mailId) }),
      );
      return { ...toLetter(email), text: openedParts.text, html: openedParts.html };
    },

    async sendAgain(actor: Actor, mailId: number, origin: Origin): Promise<Letter> {
      const email = await findLetter(db, mailId);
      if (!email) throw problem('RESULTS_NOT_FOUND');
      const now = clock();
      await claimAttempt(db, `mail:again:${mailId}`, resendLimit, now);
      const { sender } = await toLetterBrand(db, email.brandId);
      const messageId = createMessageId(randomBytes, sender.address);
      const requeuedLetter = await database.transact(async (trx) => {
        const letter = await requeueLetter(trx, mailId, { now, messageId });
        if (!letter) return null;
        if (email.licenseId !== null) await markLicense(trx, email.licenseId, 'queued');
        const change = { before: { state: email.state }, after: { state: letter.state } };
        await recordAction(
          trx,
          { actor, origin, at: now },
          { action: 'mail.sendAgain', subject: auditSubject(mailId), ...change },
        );
        return letter;
      });
      mail.wake();
      // If nothing was queued, the e-mail is being sent at this moment.
      return toLetter(requeuedLetter ?? email);
    },
  };
}

const auditSubject = (mailId: number) => ({ kind: 'mail', id: mailId }) as const;

export type MailService = ReturnType<typeof mailService>;
