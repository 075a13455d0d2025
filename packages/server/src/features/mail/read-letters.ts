import type { Body, Params, Reply } from '@basics/contract/calls/endpoint.ts';
import type { Letter, mail } from '@basics/contract/mail/mail.ts';
import { isMailHeld } from '#server/mail/outbox.repository.ts';
import { openParts } from '#server/mail/queue-letter.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { createCsvName, createCsvTable, mapBatches, type Columns, type CsvTable } from '#server/platform/csv/csv.ts';
import { readRowsInOrder } from '#server/platform/lists/list-page.repository.ts';
import { startExport } from '#server/platform/csv/start-export.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import type { WriteAndReadContext, WriteContext } from '#server/platform/writing.ts';
import { toLetter } from './letter-of.ts';
import {
  canRepeatLetter,
  findLetterOfUser,
  findLetter,
  findLetters,
  readLetters,
  selectMatchingLetters,
} from './mail.repository.ts';

/** Whether a mail server is configured. */
type Delivery = { delivers: boolean };

/** Returns a page of the outbox. */
export async function searchLetters(
  { db, at, delivers }: Pick<CallContext, 'db' | 'at'> & Delivery,
  query: Body<typeof mail.search>,
): Promise<Reply<typeof mail.search>> {
  const page = await findLetters(db, query, at);
  return { ...page, items: page.items.map(toLetter), delivers: delivers && !(await isMailHeld(db)) };
}

/**
 * Returns the e-mails of the outbox that match a search, as the table of an export. The table does not contain the
 * texts of the e-mails.
 */
export async function exportLetters(context: WriteContext, query: Body<typeof mail.export>): Promise<CsvTable> {
  const db = await startExport(context, { kind: 'mail', query });
  const { matchingRows, order } = selectMatchingLetters(db, query, context.at);
  const rows = readRowsInOrder(matchingRows, order, (ids) => readLetters(db, ids));
  return createCsvTable(
    createCsvName('mail', context.at),
    columns,
    mapBatches(rows, (batch) => batch.map(toLetter)),
  );
}

const columns = {
  mailId: (letter) => letter.mailId,
  createdAt: (letter) => letter.createdAt,
  to: (letter) => letter.to,
  subject: (letter) => letter.subject,
  kind: (letter) => letter.kind,
  brand: (letter) => letter.brand,
  state: (letter) => letter.state,
  attempts: (letter) => letter.attempts,
  sentAt: (letter) => letter.sentAt,
  nextAttemptAt: (letter) => letter.nextAttemptAt,
  error: (letter) => letter.error,
} satisfies Columns<Letter>;

/** Reads an e-mail for the history of its user; links that give access to an account are hidden. Throws USER_NOT_FOUND, RESULTS_NOT_FOUND. */
export async function readLetterOfUser(
  { db, actor, at }: Pick<CallContext, 'db' | 'actor' | 'at'>,
  { id: userId, mailId }: Params<typeof mail.read>,
): Promise<Reply<typeof mail.read>> {
  await requireInScope(db, actor, userId);
  const email = await findLetterOfUser(db, actor, { userId, mailId });
  if (!email) throw problem('RESULTS_NOT_FOUND');
  const canRepeat =
    actor.permissions.includes('users.edit') && (await canRepeatLetter(db, actor, { userId, mailId, now: at }));
  return { to: email.toAddress, subject: email.subject, text: email.text, canRepeat };
}

/**
 * Returns an e-mail with its text. If a mail server is configured, links that give access to an account are hidden. Without a mail
 * server, a link is shown, because the administrator must pass it on, and the audit log records who saw the link. Throws
 * RESULTS_NOT_FOUND.
 */
export async function readLetter(
  context: WriteAndReadContext & Pick<CallContext, 'seal'> & Delivery,
  mailId: number,
): Promise<Reply<typeof mail.get>> {
  const email = await findLetter(context.db, mailId);
  if (!email) throw problem('RESULTS_NOT_FOUND');
  const unsealedParts = context.delivers || email.sealed === null ? null : await openParts(context.seal, email.sealed);
  if (!unsealedParts) return { ...toLetter(email), text: email.text, html: email.html };
  await context.database.transact((trx) =>
    recordAction(trx, context, { action: 'mail.showLink', subject: { kind: 'mail', id: mailId } }),
  );
  return { ...toLetter(email), text: unsealedParts.text, html: unsealedParts.html };
}
