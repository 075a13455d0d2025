import type { Body } from '@basics/contract/endpoint.ts';
import type { Letter, mail as calls } from '@basics/contract/mail.ts';
import type { Database } from '#server/database/database.ts';
import { brandOf } from '#server/mail/brand.ts';
import type { Mail } from '#server/mail/create-mail.ts';
import { isMailHeld, markLicense } from '#server/mail/outbox.repository.ts';
import { newMessageId } from '#server/mail/queue-letter.ts';
import { openedParts } from '#server/mail/sealed-parts.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { hours } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import { problem } from '#server/platform/problem.ts';
import type { Seal } from '#server/platform/seal.ts';
import type { Actor, Origin } from '#server/platform/serve.ts';
import { claimAttempt } from '#server/platform/throttle.ts';
import type { Pace } from '#server/platform/throttle.ts';
import { findLetter, findLetters, queueAgain } from './mail.repository.ts';
import type { LetterRow } from './mail.repository.ts';

type Needs = {
  database: Database;
  clock: Clock;
  chance: (bytes: number) => Uint8Array;
  seal: Seal;
  mail: Pick<Mail, 'delivers' | 'wake'>;
};

/** The same letter five times an hour, so that nobody's mailbox is flooded from here. */
const againPace: Pace = { free: 5, windowMs: hours(1), firstWaitMs: hours(1), longestWaitMs: hours(1) };

/** The outbox, as administrators see it. */
export function mailService({ database, clock, chance, seal, mail }: Needs) {
  const db = database.kysely;
  const { delivers } = mail;

  return {
    async search(page: Body<typeof calls.search>) {
      const { items, total } = await findLetters(db, page);
      const { pageNumber, pageSize } = page;
      return { items: items.map(letterOf), total, pageNumber, pageSize, delivers: delivers && !(await isMailHeld(db)) };
    },

    /**
     * A letter as it is sent. The link in it is hidden, because it opens somebody's account; only where no mail is delivered, and the
     * outbox is the one way to hand it on, it is shown, and that it was is on record.
     */
    async get(actor: Actor, mailId: number, origin: Origin): Promise<Letter & { text: string; html: string }> {
      const found = await findLetter(db, mailId);
      if (!found) throw problem('RESULTS_NOT_FOUND');
      const opened = delivers || found.sealed === null ? null : openedParts(seal, found.sealed);
      if (!opened) return { ...letterOf(found), text: found.text, html: found.html };
      const { requestId } = origin;
      const subject = { kind: 'mail', id: mailId };
      await database.transact((trx) =>
        recordAudit(trx, { at: clock(), actorId: actor.userId, requestId, action: 'mail.showLink', subject }),
      );
      return { ...letterOf(found), text: opened.text, html: opened.html };
    },

    async sendAgain(actor: Actor, mailId: number, origin: Origin): Promise<Letter> {
      const found = await findLetter(db, mailId);
      if (!found) throw problem('RESULTS_NOT_FOUND');
      const now = clock();
      await claimAttempt(db, `mail:again:${mailId}`, againPace, now);
      const { sender } = await brandOf(db, found.brand_id);
      const messageId = newMessageId(chance, sender.address);
      const queued = await database.transact(async (trx) => {
        const letter = await queueAgain(trx, mailId, { now, messageId });
        if (!letter) return null;
        if (found.license_id !== null) await markLicense(trx, found.license_id, 'queued');
        await recordAudit(trx, {
          at: now,
          actorId: actor.userId,
          requestId: origin.requestId,
          action: 'mail.sendAgain',
          subject: { kind: 'mail', id: mailId },
          before: { state: found.state },
          after: { state: letter.state },
        });
        return letter;
      });
      mail.wake();
      // Null: it is being sent at this very moment, which is what was asked for.
      return letterOf(queued ?? found);
    },
  };
}

export type MailService = ReturnType<typeof mailService>;

const momentOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const letterOf = (row: LetterRow): Letter => ({
  mailId: row.id,
  to: row.to_address,
  subject: row.subject,
  kind: row.kind,
  brand: row.brand_id,
  state: row.state,
  attempts: row.attempts,
  createdAt: new Date(row.created_at).toISOString(),
  sentAt: momentOf(row.sent_at),
  nextAttemptAt: momentOf(row.next_attempt_at),
  error: row.error,
});
