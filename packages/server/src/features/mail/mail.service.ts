import type { Body } from '@basics/contract/endpoint.ts';
import type { Letter, mail as calls } from '@basics/contract/mail.ts';
import type { Database, Db } from '#server/database/database.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import type { Mail } from '#server/mail/create-mail.ts';
import { isMailHeld } from '#server/mail/outbox.repository.ts';
import { openParts } from '#server/mail/sealed-parts.ts';
import { beginExport } from '#server/platform/csv/start-export.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { CsvTable } from '#server/platform/csv/csv.ts';
import { problem } from '#server/platform/problem.ts';
import type { Seal } from '#server/platform/security/seal.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { recordAction } from '#server/platform/writing.ts';
import { createLettersExport } from './export-letters.ts';
import { toLetter } from './letter-of.ts';
import { findLetter, findLetters, canRepeatLetter, markDismissed } from './mail.repository.ts';
import { requeueLetter } from './requeue-letter.ts';

type Dependencies = {
  database: Database;
  clock: Clock;
  randomBytes: (bytes: number) => Uint8Array;
  seal: Seal;
  mail: Pick<Mail, 'delivers' | 'wake'>;
};

/** Serves the outbox for administrators, and lets staff send failed e-mails to their customers again. */
export function mailService({ database, clock, randomBytes, seal, mail }: Dependencies) {
  const db = database.kysely;
  const { delivers } = mail;
  const requeueDependencies = { database, clock, randomBytes, wake: () => mail.wake() };

  return {
    async search(query: Body<typeof calls.search>) {
      const page = await findLetters(db, query);
      return { ...page, items: page.items.map(toLetter), delivers: delivers && !(await isMailHeld(db)) };
    },

    async export(actor: Actor, query: Body<typeof calls.export>, origin: Origin): Promise<CsvTable> {
      const at = clock();
      const readDatabase = await beginExport({ database, at }, { actor, origin }, { kind: 'mail', query });
      return createLettersExport(readDatabase, query, at);
    },

    /**
     * Returns an e-mail with its text. If a mail server is configured, links that give access to an account are hidden. Without a mail
     * server, a link is shown, because the administrator must pass it on, and the audit log records who saw the link.
     */
    async get(actor: Actor, mailId: number, origin: Origin): Promise<Letter & { text: string; html: string }> {
      const email = await findLetter(db, mailId);
      if (!email) throw problem('RESULTS_NOT_FOUND');
      const unsealedParts = delivers || email.sealed === null ? null : await openParts(seal, email.sealed);
      if (!unsealedParts) return { ...toLetter(email), text: email.text, html: email.html };
      await database.transact((trx) =>
        recordAction(
          trx,
          { actor, origin, at: clock() },
          { action: 'mail.showLink', subject: { kind: 'mail', id: mailId } },
        ),
      );
      return { ...toLetter(email), text: unsealedParts.text, html: unsealedParts.html };
    },

    async sendAgain(actor: Actor, mailId: number, origin: Origin): Promise<Letter> {
      return requeueLetter(requeueDependencies, { actor, origin }, mailId);
    },

    /**
     * Lets staff send a failed e-mail to a customer again. Throws USER_NOT_FOUND, RESULTS_NOT_FOUND if staff may not send this e-mail again,
     * TOO_MANY_ATTEMPTS.
     */
    async repeat(actor: Actor, { id, mailId }: { id: number; mailId: number }, origin: Origin): Promise<undefined> {
      await requireInScope(db, actor, id);
      const isAllowed = (trx: Db) => canRepeatLetter(trx, actor, { userId: id, mailId, now: clock() });
      if (!(await isAllowed(db))) throw problem('RESULTS_NOT_FOUND');
      await requeueLetter(requeueDependencies, { actor, origin }, mailId, isAllowed);
      return undefined;
    },

    /** Removes a failed e-mail from the inbox of staff. Throws USER_NOT_FOUND, RESULTS_NOT_FOUND if the e-mail is not in the inbox any more. */
    async dismiss(actor: Actor, { id, mailId }: { id: number; mailId: number }, origin: Origin): Promise<undefined> {
      const at = clock();
      await database.transact(async (trx) => {
        await requireInScope(trx, actor, id);
        const letter = await markDismissed(trx, actor, { userId: id, mailId, now: at });
        if (!letter) throw problem('RESULTS_NOT_FOUND');
        const after = { kind: letter.kind, userId: id };
        const subject = { kind: 'mail', id: mailId } as const;
        await recordAction(trx, { actor, origin, at }, { action: 'mail.dismiss', subject, after });
      });
      return undefined;
    },
  };
}

export type MailService = ReturnType<typeof mailService>;
