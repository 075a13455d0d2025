import type { Database } from '#server/database/database.ts';
import type { LetterKind } from '@basics/contract/mail/mail.ts';
import { openParts } from '#server/mail/queue-letter.ts';
import { testSeal } from '../portal.ts';

/**
 * Reads the newest letter of the given kind in the outbox, as the recipient gets it, and the token of the letter's link and the code that
 * replaces it (empty if the letter has no link).
 */
export async function readNewestMail({ database }: { database: Database }, kind: LetterKind) {
  const row = await database.kysely
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { subject, text, html } = row.sealed === null ? row : ((await openParts(testSeal, row.sealed)) ?? row);
  return {
    to: row.toAddress,
    userId: row.userId,
    subject,
    text,
    html,
    token: /#token=([\w-]+)/.exec(text)?.[1] ?? '',
    typedCode: /enter this code: (\S+)/.exec(text)?.[1] ?? '',
  };
}
